// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** Renders the buckets that are slow to list, the commands that mend them, and one line about all other buckets. */
final class SlowLists {
  /**
   * Maximum number of buckets and key ranges that the {@code trigger} commands name. If more are slow, the printed
   * command is {@code trigger --everything}.
   */
  private static final int MAX_NAMED = 5;

  private final Paint paint;
  private final TextTable.Layout layout;
  private final UnaryOperator<String> command;

  SlowLists(Paint paint, TextTable.Layout layout, UnaryOperator<String> command) {
    this.paint = paint;
    this.layout = layout;
    this.command = command;
  }

  String list(BucketList list) {
    if (list.getBuckets().isEmpty()) {
      return list.getUnanswered().isEmpty() ? "No bucket has keys or tombstones.\n" : "";
    }
    List<Bucket> slow = list.getBuckets().stream().filter(row -> row.getWhy() != null).collect(Collectors.toList());
    long count = Math.max(slow.size(), list.getSlowCount() == null ? 0 : list.getSlowCount());
    StringBuilder text = new StringBuilder();
    if (slow.isEmpty()) {
      text.append("No list is slow").append(unmeasuredCount(list) == 0 ? ".\n" : " where anybody has looked.\n");
    } else {
      text.append(count == 1 ? "One row is slow. To mend it:\n" : count + " rows are slow. To mend them:\n");
      commands(slow, count).forEach(words -> text.append("  ").append(command.apply("trigger" + words)).append('\n'));
      text.append('\n').append(rows(slow)).append('\n');
      if (count > slow.size()) {
        text.append(count - slow.size()).append(" more are slow; --length shows more.\n");
      }
    }
    return text.append(rest(list, slow, count)).append(unmeasured(list)).toString();
  }

  private String rows(List<Bucket> rows) {
    boolean severalNodes = rows.stream().map(Bucket::getNodeId).distinct().count() > 1;
    boolean elsewhere = rows.stream().anyMatch(row -> !elsewhere(row).isEmpty());
    TextTable table = new TextTable().left("BUCKET").left(severalNodes ? "NODE" : "").left("TABLE").right("LIST WAITS")
        .right("TOMBSTONES").right("IN A ROW").right("SIZE").right("COST").left(elsewhere ? "COMPACT" : "");
    for (Bucket row : rows) {
      table.row(SpanText.name(row), severalNodes ? row.getNodeId() : "", row.getTable(), waits(row),
          BucketCounts.text(BucketCounts.tombstones(row), BucketCounts.inMemory(row), layout),
          BucketCounts.inARow(row, layout), Units.bytes(row.getSizeBytes()), cost(row.getRemedy()),
          elsewhere ? elsewhere(row) : "");
      table.sentence(row.getWhy(), Paint.Style.NORMAL);
    }
    return table.render(paint, layout);
  }

  private static String cost(Remedy remedy) {
    return remedy == null || remedy.getReadBytes() == null ? Units.NOT_MEASURED
        : "~" + Units.bytes(remedy.getReadBytes() + remedy.getWriteBytes());
  }

  /** Names what has to be compacted, if it is not the row's own bucket; otherwise empty. */
  private static String elsewhere(Bucket row) {
    Remedy remedy = row.getRemedy();
    if (remedy == null || remedy.getBucket() == null) {
      return remedy == null ? "" : "a key range";
    }
    boolean own = remedy.getBucket().equals(row.getBucket()) && remedy.getVolume().equals(row.getVolume());
    return own ? "" : SpanText.name(remedy.getVolume(), remedy.getBucket());
  }

  /**
   * Returns the options of each {@code trigger} command that mends slow rows. Returns only {@code --everything} if
   * options cannot name all rows. The same holds for more than {@link #MAX_NAMED} buckets and key ranges.
   */
  private static List<String> commands(List<Bucket> slow, long count) {
    Set<String> buckets = new LinkedHashSet<>();
    Map<String, Set<String>> ranges = new LinkedHashMap<>();
    boolean nameable = count == slow.size();
    boolean inMemory = false;
    for (Bucket row : slow) {
      Remedy remedy = row.getRemedy();
      if (remedy == null) {
        nameable = false;
        continue;
      }
      if (remedy.getBucket() != null) {
        buckets.add(SpanText.name(remedy.getVolume(), remedy.getBucket()));
      } else {
        nameable &= SpanText.isClosed(remedy.getBegin(), remedy.getEnd());
        ranges.computeIfAbsent(row.getTable(), table -> new LinkedHashSet<>())
            .add(SpanText.range(remedy.getBegin(), remedy.getEnd()));
      }
      inMemory |= remedy.getMemtableTombstones().getHigh() > remedy.getTombstones().getHigh();
    }
    String flush = inMemory ? " --flush" : "";
    if (!nameable || buckets.size() + ranges.values().stream().mapToInt(Set::size).sum() > MAX_NAMED) {
      return Collections.singletonList(" --everything" + flush);
    }
    List<String> commands = new ArrayList<>();
    if (!buckets.isEmpty()) {
      commands.add(options(" --bucket ", buckets) + flush);
    }
    ranges.forEach((table, keys) -> commands.add(" --cf " + table + options(" --key-range ", keys) + flush));
    return commands;
  }

  private static String options(String name, Set<String> values) {
    return values.stream().map(value -> name + ShellText.quote(value)).collect(Collectors.joining());
  }

  private static String rest(BucketList list, List<Bucket> slow, long count) {
    long rows = list.getTotalCount() - count;
    long inSlow = slow.stream().filter(row -> row.getBucket() != null).map(BucketCounts::tombstones)
        .mapToLong(Units::middle).sum();
    long tombstones = Math.max(0, list.getTables().stream()
        .mapToLong(BucketCounts::tombstones).sum() - inSlow);
    if (rows <= 0) {
      return "";
    }
    String more = slow.isEmpty() ? "" : " more";
    return (rows == 1 ? "One" + more + " row holds " : Units.exactCount(rows) + more + " rows hold ")
        + (tombstones == 0 ? "no tombstones" : "about " + Units.exactCount(tombstones) + " tombstones")
        + (slow.isEmpty() ? "." : unmeasuredCount(list) == 0 ? "; no list is slow there."
            : "; no list is slow there, where anybody has looked.") + " All rows: --all\n";
  }

  /**
   * Returns a sentence about the rows in which listing has not been measured for all keys yet; empty if there are none.
   */
  static String unmeasured(BucketList list) {
    long rows = unmeasuredCount(list);
    return rows == 0 ? "" : "\n" + Lines.of("Of " + (rows == 1 ? "one row" : Units.exactCount(rows) + " rows")
        + " with tombstones enough for a wait not all keys were looked at (" + Units.NOT_MEASURED
        + "), as a list takes a second at most for it. The next one goes on there.") + "\n";
  }

  private static long unmeasuredCount(BucketList list) {
    return list.getUnmeasuredCount() == null ? 0 : list.getUnmeasuredCount();
  }

  /**
   * Returns the longest time that a listing of the row needs for one key. {@code ?} if not measured; {@code -} if there
   * are too few adjacent tombstones to measure.
   */
  static String waits(Bucket row) {
    if (row.getSeek() != null) {
      return Units.seek(row.getSeek());
    }
    long inARow = (row.getRun() == null ? 0 : row.getRun().getTombstones().getHigh())
        + BucketCounts.inMemory(row).getHigh();
    return inARow < QueryRules.FEW_TOMBSTONES ? Units.NONE : Units.NOT_MEASURED;
  }
}
