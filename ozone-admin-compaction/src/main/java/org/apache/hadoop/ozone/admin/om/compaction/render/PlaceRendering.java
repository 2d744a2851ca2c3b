// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.NotLookedAt;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlace;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceList;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;

/** Renders the places where lists are slow, the command that mends them, and what nobody has looked at yet. */
final class PlaceRendering {
  /**
   * Maximum number of buckets or key ranges that the {@code trigger} command names. If more are slow, the printed
   * command is {@code trigger --everything}.
   */
  private static final int MAX_NAMED = 5;
  /** Maximum length of a name in a row of limited width. A longer one is below the row, so that it is never cut. */
  private static final int MAX_NAME = 50;

  private final Paint paint;
  private final TextTable.Layout layout;
  private final UnaryOperator<String> command;

  /** @param command makes the command line of a subcommand; null where none can be run */
  PlaceRendering(Paint paint, TextTable.Layout layout, UnaryOperator<String> command) {
    this.paint = paint;
    this.layout = layout;
    this.command = command;
  }

  String list(SlowPlaceList list) {
    List<SlowPlace> places = list.getPlaces();
    StringBuilder text =
        new StringBuilder(Remarks.text(list.getRemarks(), places.stream().map(SlowPlace::getNodeId)));
    boolean isWhole = isWhole(list);
    long count = Math.max(places.size(), list.getTotalCount());
    if (count == 0) {
      text.append(isWhole ? "No list is slow.\n" : "No list is slow where anybody has looked.\n");
    } else {
      text.append("Lists are slow at ").append(count == 1 ? "one place" : Units.exactCount(count) + " places")
          .append(isWhole ? "." : " or more.").append(command == null ? "\n\n" : " To mend them:\n");
      if (command != null) {
        String flush = list.getFlushCount() > 0 ? " --flush" : "";
        text.append("  ").append(command.apply("trigger" + targets(places, count) + flush)).append("\n\n");
      }
      text.append(rows(places));
      if (count > places.size()) {
        text.append('\n').append(Units.exactCount(count - places.size()))
            .append(" more are slow; --length shows more.\n");
      }
    }
    return text.append(notLookedAt(list.getNotLookedAt(), list.getTables().stream().map(TableSummary::getNodeId)))
        .append(rest(list)).toString();
  }

  /** True if every OM that was asked has answered, and has looked at all of its tombstones. */
  private static boolean isWhole(SlowPlaceList list) {
    return list.getNotLookedAt().isEmpty() && list.getUnanswered().isEmpty();
  }

  private String rows(List<SlowPlace> places) {
    boolean severalNodes = places.stream().map(SlowPlace::getNodeId).distinct().count() > 1;
    TextTable table = new TextTable().right("LIST WAITS").right("TOMBSTONES").right("COST")
        .left(severalNodes ? "NODE" : "").left("TABLE").left("KEYS OF");
    for (SlowPlace place : places) {
      String name = SpanText.name(place);
      boolean fits = layout == TextTable.Layout.WIDE || name.length() <= MAX_NAME;
      table.row(Units.wait(place.getWaitMicros()), tombstones(place), cost(place.getRemedy()),
          severalNodes ? place.getNodeId() : "", place.getTable(), fits ? name : "");
      if (!fits) {
        table.sentence(name, Paint.Style.NORMAL);
      }
      table.sentence(place.getWhy() + " It took " + Units.micros(place.getMeasuredMicros()) + " when it was found.",
          Paint.Style.NORMAL);
      if (place.getRemedy().getBucket() == null) {
        SpanText.noteKeys(table, place.getTable(), place.getBegin(), place.getEnd());
      }
    }
    return table.render(paint, layout);
  }

  private String tombstones(SlowPlace place) {
    CountInterval inMemory = place.getMemtableTombstones();
    CountInterval all = new CountInterval().low(place.getTombstones().getLow() + inMemory.getLow())
        .high(place.getTombstones().getHigh() + inMemory.getHigh());
    return place.getEndReached() ? BucketCounts.text(all, inMemory, layout) : ">=" + Units.count(all.getLow());
  }

  private static String cost(Remedy remedy) {
    return remedy.getReadBytes() == null ? Units.NOT_MEASURED
        : "~" + Units.bytes(remedy.getReadBytes() + remedy.getWriteBytes());
  }

  /**
   * Returns the options of the one {@code trigger} command that mends all slow places: their buckets, or their keys of
   * one table, or everything.
   */
  private static String targets(List<SlowPlace> places, long count) {
    Set<String> buckets = new LinkedHashSet<>();
    Map<String, Set<String>> ranges = new LinkedHashMap<>();
    boolean nameable = count == places.size();
    for (SlowPlace place : places) {
      if (place.getRemedy().getBucket() != null) {
        buckets.add(place.getRemedy().getBucket());
      } else {
        nameable &= SpanText.isClosed(place.getBegin(), place.getEnd());
        ranges.computeIfAbsent(place.getTable(), table -> new LinkedHashSet<>())
            .add(SpanText.range(place.getBegin(), place.getEnd()));
      }
    }
    if (nameable && ranges.isEmpty() && buckets.size() <= MAX_NAMED) {
      return options(" --bucket ", buckets);
    }
    if (nameable && buckets.isEmpty() && ranges.size() == 1) {
      Map.Entry<String, Set<String>> only = ranges.entrySet().iterator().next();
      if (only.getValue().size() <= MAX_NAMED) {
        return " --cf " + only.getKey() + options(" --key-range ", only.getValue());
      }
    }
    return " --everything";
  }

  private static String options(String name, Set<String> values) {
    return values.stream().map(value -> name + ShellText.quote(value)).collect(Collectors.joining());
  }

  /**
   * Returns a sentence about what nobody has looked at yet; empty if all is looked at.
   *
   * @param nodeIds the OMs that the output is about, with repetitions
   */
  static String notLookedAt(List<NotLookedAt> left, Stream<String> nodeIds) {
    boolean severalNodes = Stream.concat(nodeIds, left.stream().map(NotLookedAt::getNodeId)).distinct().count() > 1;
    return left.isEmpty() ? "" : "\n" + Lines.of("Not looked at yet: up to " + left.stream()
        .map(table -> Units.exactCount(table.getTombstones()) + " tombstones in " + table.getTable()
            + (severalNodes ? " of " + table.getNodeId() : ""))
        .collect(Collectors.joining(", ")) + ". A look takes two seconds at most; the next one goes on there.") + "\n";
  }

  private static String rest(SlowPlaceList list) {
    long tombstones = list.getTables().stream().mapToLong(BucketCounts::tombstones).sum();
    return "\n" + (tombstones == 0 ? "There are no tombstones" + (list.getUnanswered().isEmpty() ? "."
        : " on the OMs that have answered.")
        : "The tables hold " + Units.exactCount(tombstones) + " tombstones in all. Per bucket: --all") + "\n";
  }
}
