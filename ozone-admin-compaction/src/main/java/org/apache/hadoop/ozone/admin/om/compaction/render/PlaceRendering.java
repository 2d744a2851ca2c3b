// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAtJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;

/** Renders the places where lists are slow, the command that mends them, and what nobody has looked at yet. */
final class PlaceRendering {
  /** Maximum length of a name in a row of limited width. A longer one is below the row, so that it is never cut. */
  private static final int MAX_NAME = 50;

  private final Paint paint;
  private final TextTable.Layout layout;
  private final String trigger;

  /** @param trigger the command line that compacts the places; null where none can be run */
  PlaceRendering(Paint paint, TextTable.Layout layout, String trigger) {
    this.paint = paint;
    this.layout = layout;
    this.trigger = trigger;
  }

  /** @param among what the list was asked for */
  String list(SlowPlaceListJson list, Among among) {
    List<SlowPlaceJson> places = list.getPlaces();
    StringBuilder text =
        new StringBuilder(Remarks.text(list.getRemarks(), places.stream().map(SlowPlaceJson::getNodeId)));
    boolean isComplete = isComplete(list);
    long count = Math.max(places.size(), list.getTotalCount());
    if (count == 0) {
      text.append("No list is slow").append(among.words()).append(isComplete ? ".\n" : " where anybody has looked.\n");
    } else {
      StringBuilder slow = new StringBuilder("Lists are slow at ")
          .append(count == 1 ? "one place" : Units.exactCount(count) + " places")
          .append(isComplete ? "" : " or more").append(among.words()).append(together(list)).append('.');
      if (trigger != null) {
        slow.append(" To compact ").append(count == 1 && isComplete ? "it" : "them").append(" on every OM:");
      }
      text.append(Lines.of(slow.toString())).append(trigger == null ? "\n\n" : "\n  " + trigger + "\n\n");
      text.append(rows(places));
      long others = count - places.size();
      if (others > 0) {
        text.append('\n').append(Units.exactCount(others)).append(others == 1 ? " other place is" : " other places are")
            .append(" slow; --length shows more.\n");
      }
    }
    return text.append(notLookedAt(list.getNotLookedAt(), list.getTables().stream().map(TableSummaryJson::getNodeId)))
        .append(rest(list, among)).toString();
  }

  /** True if every OM that was asked has answered, and has looked at all of its tombstones. */
  private static boolean isComplete(SlowPlaceListJson list) {
    return list.getNotLookedAt().isEmpty() && list.getUnanswered().isEmpty();
  }

  private String rows(List<SlowPlaceJson> places) {
    boolean severalNodes = places.stream().map(SlowPlaceJson::getNodeId).distinct().count() > 1;
    TextTable table = new TextTable().right("LIST WAITS").right("TOMBSTONES").right("COST")
        .left(severalNodes ? "NODE" : "").left("TABLE").left("KEYS OF");
    for (SlowPlaceJson place : places) {
      String name = SpanText.name(place);
      boolean fits = layout == TextTable.Layout.WIDE || name.length() <= MAX_NAME;
      table.row(Units.wait(place.getWaitMicros()), tombstones(place), cost(place),
          severalNodes ? place.getNodeId() : "", place.getTable(), fits ? name : "");
      if (!fits) {
        table.sentence(name, Paint.Style.NORMAL);
      }
      table.sentence(place.getWhy() + " It took " + Units.micros(place.getMeasuredMicros()) + " when it was found.",
          Paint.Style.NORMAL);
      if (!Integer.valueOf(1).equals(place.getBucketCount())) {
        SpanText.noteKeys(table, place.getTable(), place.getBegin(), place.getEnd());
      }
    }
    return table.render(paint, layout);
  }

  private String tombstones(SlowPlaceJson place) {
    CountIntervalJson inMemory = place.getMemtableTombstones();
    CountIntervalJson all = Figure.interval(place.getTombstones().getLow() + inMemory.getLow(),
        place.getTombstones().getHigh() + inMemory.getHigh());
    return place.getEndReached() ? BucketCounts.text(all, inMemory, layout) : ">=" + Units.count(all.getLow());
  }

  private static String cost(SlowPlaceJson place) {
    return place.getPredictedReadBytes() == null ? Units.NOT_MEASURED
        : "~" + Units.bytes(place.getPredictedReadBytes() + place.getPredictedWriteBytes());
  }

  /** Says what nobody has looked at yet, or nothing; {@code nodeIds} are of the OMs in the output, with repetitions. */
  static String notLookedAt(List<NotLookedAtJson> left, Stream<String> nodeIds) {
    boolean severalNodes = Stream.concat(nodeIds, left.stream().map(NotLookedAtJson::getNodeId)).distinct().count() > 1;
    Map<Boolean, String> tables = left.stream().collect(Collectors.groupingBy(
        table -> Boolean.TRUE.equals(table.getUnreadable()), Collectors.mapping(
            table -> Units.exactCount(table.getTombstones()) + " tombstones in " + table.getTable()
                + (severalNodes ? " of " + table.getNodeId() : ""), Collectors.joining(", "))));
    String yet = tables.get(false);
    String unreadable = tables.get(true);
    return (yet == null ? "" : "\n" + Lines.of("Not looked at yet: up to " + yet
        + ". A look takes two seconds at most; the next one goes on there.") + "\n")
        + (unreadable == null ? "" : "\n" + Lines.of("Cannot be looked at, as SST files there cannot be read: up to "
        + unreadable + ".") + "\n");
  }

  /** Tombstones of whole tables, as a place is found in a table, whatever is asked for of it. */
  private static String rest(SlowPlaceListJson list, Among among) {
    Map<String, Long> tombstones = new LinkedHashMap<>();
    list.getTables().forEach(table ->
        tombstones.merge(table.getNodeId(), BucketCounts.tombstones(table), Long::sum));
    boolean isAny = tombstones.values().stream().anyMatch(count -> count > 0);
    String tables = list.getTables().stream().filter(table -> BucketCounts.tombstones(table) > 0)
        .map(TableSummaryJson::getTable).distinct().collect(Collectors.joining(", "));
    return tombstones.isEmpty() ? "" : "\n" + Lines.of("Tombstones in all"
        + (among == Among.EVERYTHING || tables.isEmpty() ? "" : " of " + tables) + ": " + tombstones.entrySet().stream()
        .map(node -> (node.getValue() == 0 ? "none" : Units.exactCount(node.getValue())) + " on " + node.getKey())
        .collect(Collectors.joining(", ")) + '.' + (isAny ? " Per bucket: --all" : "")) + '\n';
  }

  /** Names the OMs whose places are counted together, with a comma before; empty if they are of one OM. */
  private static String together(SlowPlaceListJson list) {
    List<String> nodes = list.getTables().stream().map(TableSummaryJson::getNodeId).distinct()
        .collect(Collectors.toList());
    return nodes.size() < 2 ? "" : ", those of " + String.join(", ", nodes) + " together";
  }
}
