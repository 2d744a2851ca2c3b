// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.ZoneId;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.ByteIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.FlushCostJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SkippedRangeJson;

/** Renders planned ranges with their cost, skipped ranges with their reasons, and remarks. */
public final class RangeRendering {
  private final Paint paint;
  private final TextTable.Layout layout;
  private final ZoneId zone;

  RangeRendering(Paint paint, TextTable.Layout layout, ZoneId zone) {
    this.paint = paint;
    this.layout = layout;
    this.zone = zone;
  }

  String list(RangeListJson list) {
    StringBuilder text = new StringBuilder();
    text.append(list.getRanges().isEmpty() ? nothing(list) : rows(list.getRanges()));
    boolean severalNodes = list.getTotals().size() > 1;
    for (PlanTotalsJson totals : list.getTotals()) {
      if (totals.getRanges() > 0) {
        text.append(totals(totals, list.getRanges()));
      } else if (severalNodes) {
        text.append(totals.getNodeId()).append(": 0 ranges\n");
      }
    }
    text.append(Remarks.text(list.getRemarks().stream()
        .map(remark -> new RemarkJson().nodeId(remark.getNodeId()).message(Units.onClock(remark.getMessage(), zone)))
        .collect(Collectors.toList()), list.getTotals().stream().map(PlanTotalsJson::getNodeId)));
    list.getFlushes().forEach(flush -> text.append(Lines.of(flush(flush))).append('\n'));
    if (!list.getSkipped().isEmpty()) {
      text.append('\n').append(skipped(list.getSkipped()));
      if (list.getSkippedCount() != null && list.getSkippedCount() > list.getSkipped().size()) {
        text.append("The first ").append(list.getSkipped().size()).append(" of ").append(list.getSkippedCount())
            .append(" that are left out, most tombstones first; --length shows more.\n");
      }
    }
    return text.toString();
  }

  private static String nothing(RangeListJson list) {
    if (!list.getFlushes().isEmpty()) {
      return "Nothing is to be compacted before the tombstones in memory are written to disk.\n";
    }
    if (!list.getRemarks().isEmpty() && list.getSkipped().isEmpty()) {
      // The remarks give the reason, such as a budget, or deletions that have not ended.
      return "Nothing would be compacted.\n";
    }
    return list.getSkipped().isEmpty() ? "No range is worth compacting.\n"
        : "Nothing is to be compacted; below is why.\n";
  }

  private String rows(List<RangeJson> ranges) {
    Predicate<Predicate<RangeJson>> any = what -> ranges.stream().anyMatch(what);
    boolean severalNodes = ranges.stream().map(RangeJson::getNodeId).distinct().count() > 1;
    boolean checks = any.test(range -> checks(range) > 0);
    boolean kept = any.test(range -> range.getSnapshotRetainedBytes() > 0);
    boolean measured = any.test(range ->
        range.getWaitMicros() != null || Boolean.FALSE.equals(range.getLookedAt()));
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").right("RANK").left("TABLE")
        .right("REMOVES").right("READ").right(checks ? "CHECKS" : "").right("WRITE").right("COLLATERAL")
        .right(kept ? "KEPT" : "").right("PER MB").right(measured ? "LIST WAITS" : "");
    for (RangeJson range : ranges) {
      table.row(SpanText.name(range), severalNodes ? range.getNodeId() : "",
          String.valueOf(range.getRank()), range.getTable(), Units.count(range.getTombstones(), layout),
          Units.bytes(range.getPredictedReadBytes()), checks ? Units.bytes(checks(range)) : "",
          writes(range), Units.bytes(range.getCollateralBytes()),
          kept ? Units.bytes(range.getSnapshotRetainedBytes()) : "",
          perMegabyte(range), measured ? Units.wait(range.getWaitMicros(), range.getLookedAt()) : "");
      if (range.getWhy() != null) {
        table.sentence(range.getWhy(), Paint.Style.NORMAL);
      }
      if (range.getL0ReadBytes() != null) {
        table.sentence("brings L0 down first, in one step that reads " + Units.bytes(range.getL0ReadBytes())
            + ": larger than a range should be, a cancel waits for its end");
      }
      if (Boolean.TRUE.equals(range.getOversized())) {
        table.sentence("larger than a range should be, but cannot be split: files are compacted whole");
      }
      SpanText.noteKeys(table, range.getTable(), range.getBegin(), range.getEnd());
    }
    return table.render(paint, layout);
  }

  /** The order of ranges, by the upper end of what they remove. */
  private static String perMegabyte(RangeJson range) {
    return (range.getTombstones().getLow().equals(range.getTombstones().getHigh()) ? "" : "<=")
        + Units.count(Math.round(range.getTombstonesPerMegabyte()));
  }

  private static long checks(RangeJson range) {
    return range.getCheckReadBytes() == null ? 0 : range.getCheckReadBytes();
  }

  /**
   * Returns the bytes that the compaction of a range writes. Both bounds are equal if the OM reports a single number.
   */
  public static ByteIntervalJson write(RangeJson range) {
    return range.getPredictedWrite() == null
        ? new ByteIntervalJson().low(range.getPredictedWriteBytes()).high(range.getPredictedWriteBytes())
        : range.getPredictedWrite();
  }

  private String writes(RangeJson range) {
    return Units.bytes(range.getPredictedWriteBytes(), write(range), layout);
  }

  private String totals(PlanTotalsJson totals, List<RangeJson> shown) {
    List<RangeJson> ranges = shown.stream().filter(range -> range.getNodeId().equals(totals.getNodeId()))
        .collect(Collectors.toList());
    ByteIntervalJson write = totals.getPredictedWrite() != null ? totals.getPredictedWrite()
        : new ByteIntervalJson().low(totals.getPredictedWriteBytes()).high(totals.getPredictedWriteBytes());
    // Totals leave out the bytes that are read only for checksums and counts. Adds up these bytes from the ranges if
    // all ranges are shown.
    long checks = ranges.size() == totals.getRanges() ? ranges.stream().mapToLong(RangeRendering::checks).sum() : 0;
    String sentence = totals.getNodeId() + ": " + totals.getRanges()
        + (totals.getRanges() == 1 ? " range, " : " ranges, ") + Units.count(totals.getTombstones(), layout)
        + " tombstones; reads " + Units.bytes(totals.getPredictedReadBytes())
        + " (" + Units.bytes(totals.getCollateralBytes()) + " of it outside the ranges)"
        + (checks == 0 ? "" : " and " + Units.bytes(checks) + " for checks") + ", writes "
        + Units.bytes(totals.getPredictedWriteBytes(), write, layout) + atMost(write);
    return Lines.of(sentence) + (totals.getSnapshotRetainedBytes() == 0 ? "\n"
        : "\n    of what it replaces, Ozone snapshots keep " + Units.bytes(totals.getSnapshotRetainedBytes())
        + " on disk\n");
  }

  /**
   * Returns the upper bound of the bytes to write. Empty if the prediction is exact, or if the wide layout shows both
   * bounds already.
   */
  private String atMost(ByteIntervalJson write) {
    return layout == TextTable.Layout.WIDE || write.getLow().equals(write.getHigh()) ? ""
        : ", at most " + Units.bytes(write.getHigh());
  }

  private String flush(FlushCostJson flush) {
    String tombstones = flush.getNodeId() + ": " + Units.count(flush.getMemtableTombstones(), layout)
        + " tombstones of " + flush.getTable() + " are in memory";
    String file = "~" + Units.bytes(flush.getPredictedWriteBytes());
    return Boolean.TRUE.equals(flush.getPlanned())
        ? tombstones + "; the job first writes them to an SST file of " + file + ", which the figures include."
        : tombstones + ", where no range reaches them; with '--flush' a job writes them to an SST file of " + file
            + " first, and rewrites that file with what lies below it.";
  }

  private String skipped(List<SkippedRangeJson> skipped) {
    boolean severalNodes = skipped.stream().map(SkippedRangeJson::getNodeId).distinct().count() > 1;
    TextTable table = new TextTable().left("LEFT OUT").left(severalNodes ? "NODE" : "").left("TABLE")
        .right("TOMBSTONES").right("RATIO").left("REASON");
    for (SkippedRangeJson range : skipped) {
      table.row(SpanText.name(range), severalNodes ? range.getNodeId() : "",
          range.getTable(), Units.count(range.getTombstones(), layout),
          Units.ratio(range.getTombstoneRatio(), layout), range.getReason());
      table.sentence(Units.onClock(range.getMessage(), zone) + price(range));
      SpanText.noteKeys(table, range.getTable(), range.getBegin(), range.getEnd());
    }
    return table.render(paint, layout);
  }

  private static String price(SkippedRangeJson range) {
    return range.getPredictedReadBytes() == null || range.getPredictedWriteBytes() == null ? ""
        : " Taking it too reads " + Units.bytes(range.getPredictedReadBytes()) + " and writes "
        + Units.bytes(range.getPredictedWriteBytes()) + ".";
  }
}
