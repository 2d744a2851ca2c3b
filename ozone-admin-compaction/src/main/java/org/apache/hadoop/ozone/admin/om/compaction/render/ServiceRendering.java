// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.ZoneId;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRoundJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;

/** Renders the automatic service of each OM: its state, its last round, and whether it would compact each range. */
final class ServiceRendering {
  private static final String PAUSED = ", paused";

  private final Paint paint;
  private final ZoneId zone;

  ServiceRendering(Paint paint, ZoneId zone) {
    this.paint = paint;
    this.zone = zone;
  }

  String list(ServiceListJson list) {
    StringBuilder text = new StringBuilder();
    for (ServiceJson service : list.getServices()) {
      text.append(text.length() == 0 ? "" : "\n").append(service(service));
    }
    return text.toString();
  }

  private String service(ServiceJson service) {
    StringBuilder text = new StringBuilder();
    text.append(paint.apply(Paint.Style.HEADER, service.getNodeId())).append("  ")
        .append(paint.apply(style(service.getState()), service.getState().toString()))
        .append(service.getState() == ServiceStateJson.PAUSED && service.getMode() == ServiceModeJson.OBSERVE
            ? ", observes only\n" : "\n")
        .append(sentence(service.getMessage())).append('\n');
    service.getProblems().forEach(problem -> text.append(sentence(problem)).append('\n'));
    if (service.getState() != ServiceStateJson.FAULTY) {
      text.append(Lines.of("Windows: " + service.getWindows() + '.' + opens(service)
          + " Written in the last 24 hours: " + bytes(service.getSpentBytes()) + " of "
          + Units.bytes(service.getDailyBytes()) + ".")).append('\n');
    }
    if (!service.getExclude().isEmpty()) {
      text.append(Lines.of("Excluded: " + String.join(", ", service.getExclude()) + ".")).append('\n');
    }
    if (service.getPausedBy() != null && service.getState() != ServiceStateJson.PAUSED) {
      text.append(Lines.of("Paused by " + service.getPausedBy() + (service.getPausedUntil() == null ? ""
          : " until " + Units.time(service.getPausedUntil(), zone)) + '.')).append('\n');
    }
    if (service.getLastRound() != null) {
      text.append(lastRound(service.getLastRound())).append('\n');
      service.getLastRound().getFailures().forEach(failure ->
          text.append(paint.apply(Paint.Style.WARNING, sentence(failure + '.'))).append('\n'));
    }
    if (service.getLooked() != null) {
      text.append("Looked at ").append(Units.time(service.getLooked(), zone)).append(service.getLooksAgain() == null
          ? "" : ", looks again at " + Units.time(service.getLooksAgain(), zone)).append(".\n");
    }
    if (!service.getRanges().isEmpty()) {
      text.append('\n').append(ranges(service));
    }
    if (service.getRangesLeftOut() > 0) {
      text.append("The first ").append(service.getRanges().size()).append(" of ")
          .append(service.getRanges().size() + service.getRangesLeftOut()).append(" ranges.\n");
    }
    return text.toString();
  }

  /**
   * Returns a sentence on when closed windows open, and which days off keep them closed; empty while they are open, or
   * if the service's message says it.
   */
  private String opens(ServiceJson service) {
    return service.getWindowsOpen() == null || service.getHold() == ServiceHoldJson.WINDOW_CLOSED ? ""
        : " They open at " + Units.time(service.getWindowsOpen(), zone)
        + (service.getDaysOff() == null ? "." : ", no sooner because of days off: " + service.getDaysOff() + ".");
  }

  private String lastRound(ServiceRoundJson round) {
    return "Last round: " + round.getJobId() + ", " + round.getState() + ", begun " + Units.time(round.getBegun(), zone)
        + (round.getEnded() == null ? "" : ", took " + Units.timeBetween(round.getBegun(), round.getEnded()))
        + ".\nIt removed " + Units.count(round.getTombstonesRemoved()) + " tombstones, "
        + Units.count(round.getPredictedTombstones()) + " predicted in SST files, in "
        + round.getRanges() + (round.getRanges() == 1 ? " range" : " ranges")
        + " and wrote " + Units.bytes(round.getWriteBytes()) + '.';
  }

  private String ranges(ServiceJson service) {
    TextTable table = new TextTable().left("BUCKET").left("TABLE").right("REMOVES").right("LIST WAITS")
        .left("OLDEST").right("READ").right("WRITE").left("CHOICE", ServiceRendering::choiceStyle);
    for (ServiceRangeJson range : service.getRanges()) {
      table.row(SpanText.name(range), range.getTable(),
          Units.count(range.getTombstones(), TextTable.Layout.FITTED),
          Units.wait(range.getWaitMicros(), range.getLookedAt()),
          Units.time(range.getOldest(), zone), bytes(range.getPredictedReadBytes()), writes(range),
          choice(service, range));
      table.sentence(Units.onClock(range.getMessage(), zone),
          range.getChoice() == ServiceChoiceJson.CHOSEN ? Paint.Style.NORMAL : Paint.Style.FAINT);
      SpanText.noteKeys(table, range.getTable(), range.getBegin(), range.getEnd());
    }
    return table.render(paint, TextTable.Layout.FITTED);
  }

  /** Returns the choice for a range. A round would take what is chosen, but none begins while the service is paused. */
  private static String choice(ServiceJson service, ServiceRangeJson range) {
    return range.getChoice() == ServiceChoiceJson.CHOSEN && service.getHold() == ServiceHoldJson.PAUSED
        ? range.getChoice() + PAUSED : range.getChoice().toString();
  }

  private String sentence(String message) {
    return Lines.of(Units.onClock(message, zone));
  }

  /** A flush has an expected size only. */
  private static String writes(ServiceRangeJson range) {
    if (range.getPredictedWriteBytes() == null) {
      return Units.NONE;
    }
    return range.getPredictedWrite() == null ? "~" + Units.bytes(range.getPredictedWriteBytes())
        : Units.bytes(range.getPredictedWriteBytes(), range.getPredictedWrite(), TextTable.Layout.FITTED);
  }

  private static String bytes(Long bytes) {
    return bytes == null ? Units.NONE : Units.bytes(bytes);
  }

  private static Paint.Style style(ServiceStateJson state) {
    return state == ServiceStateJson.FAULTY ? Paint.Style.BAD : Paint.Style.NORMAL;
  }

  private static Paint.Style choiceStyle(String text) {
    return text.startsWith(ServiceChoiceJson.CHOSEN.toString()) ? Paint.Style.WARNING : Paint.Style.NORMAL;
  }
}
