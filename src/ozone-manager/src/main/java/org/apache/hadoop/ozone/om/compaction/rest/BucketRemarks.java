// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/** Makes the sentence of {@code /buckets} that names the buckets with most of the tombstones. */
final class BucketRemarks {
  private static final int MAX_NAMED = 5;
  private static final double MOST_OF_ALL = 0.9;
  private static final String[] NUMBERS = {"", "One", "Two", "Three", "Four", "Five"};

  /** Maximum number of rows to keep. The sentence is made from the rows with the most tombstones. */
  private static final int MAX_ROWS = 200;

  private final FirstRows<BucketRow> worst = new FirstRows<>(new RowOrder<>("remarks", BucketRemarks::tombstones,
      row -> RowPosition.bySortKey(tombstones(row), row.span().span().table(), row.span().span().begin())),
      null, MAX_ROWS);

  /** The tombstones of one bucket, or of neighbouring keys without a bucket, in all tables. */
  private static final class Holder {
    private final String name;
    private final boolean bucket;
    private final Set<String> tables = new LinkedHashSet<>();
    private double tombstones;
    private boolean exact = true;

    Holder(String name, boolean bucket) {
      this.name = name;
      this.bucket = bucket;
    }
  }

  /** Takes rows as {@link BucketRows.Sink#take} does. Ignores rows without tombstones. */
  void take(BucketRow first, int count, IntFunction<BucketRow> rows) {
    if (tombstones(first) > 0) {
      worst.takeInOrder(first, count, rows);
    }
  }

  /** The mean of a row's bounds for SST files, plus the upper bound for memtables. */
  private static double tombstones(BucketRow row) {
    return (row.span().tombstones().least() + row.span().tombstones().most()) / 2.0 + row.mostMemtableTombstones();
  }

  /**
   * Returns a sentence that names the buckets with the most tombstones, or says that there are too few tombstones to
   * make a list slow.
   *
   * @param tombstones the number of tombstones in all rows, in SST files and in memory
   */
  String sentence(long tombstones) {
    if (tombstones < SpanStatistics.FEW_TOMBSTONES) {
      return tombstones == 0 ? "There are no tombstones." : "There are hardly any tombstones: "
          + ValueFormat.count(tombstones) + " in all.";
    }
    if (worst.count() == 0) {
      return "None of the " + ValueFormat.count(tombstones) + " tombstones lies in what was asked for.";
    }
    List<Holder> holders = holders();
    double all = Math.max(tombstones, holders.stream().mapToDouble(holder -> holder.tombstones).sum());
    List<Holder> named = new ArrayList<>();
    double held = 0;
    double share = 0;
    for (Holder holder : holders) {
      if (named.size() == MAX_NAMED || share >= MOST_OF_ALL) {
        break;
      }
      named.add(holder);
      held += holder.tombstones;
      share = held / all;
    }
    String about = named.stream().allMatch(holder -> holder.exact) ? "" : "about ";
    // RocksDB only estimates the number of tombstones in memtables, so with such tombstones the total is not exact.
    boolean inMemory = worst.rows().stream().anyMatch(row -> row.mostMemtableTombstones() > 0);
    String hold = (named.size() == 1 ? " holds " : " hold ") + about + Figure.percent(share) + " %";
    if (share < MOST_OF_ALL / 2) {
      return ValueFormat.count(tombstones) + " tombstones are spread over " + ValueFormat.count(worst.count())
          + " rows: " + who(named, "the worst " + named.size()) + hold + ".";
    }
    return who(named, NUMBERS[named.size()]) + hold + " of " + (inMemory ? "about " : "the ")
        + ValueFormat.count(tombstones) + " tombstones, in " + tables(named) + ".";
  }

  private List<Holder> holders() {
    Map<String, Holder> byName = new HashMap<>();
    for (BucketRow row : worst.rows()) {
      BucketSpan span = row.span().span();
      String name = span.isAttributed() ? span.path()
          : "What no bucket owns from " + KeyText.print(span.begin()) + " on";
      Holder holder = byName.computeIfAbsent(name, any -> new Holder(name, span.isAttributed()));
      holder.tombstones += tombstones(row);
      holder.exact &= row.span().tombstones().isExact() && row.mostMemtableTombstones() == 0;
      holder.tables.add(span.table());
    }
    List<Holder> holders = new ArrayList<>(byName.values());
    holders.sort(Comparator.comparingDouble((Holder holder) -> holder.tombstones).reversed()
        .thenComparing(holder -> holder.name));
    return holders;
  }

  /** Returns the name if there is one bucket or key range, else {@code number} with "buckets" or "key ranges". */
  private static String who(List<Holder> holders, String number) {
    return holders.size() == 1 ? holders.get(0).name
        : number + (holders.stream().allMatch(holder -> holder.bucket) ? " buckets" : " key ranges");
  }

  private static String tables(List<Holder> holders) {
    Set<String> tables = new LinkedHashSet<>();
    holders.forEach(holder -> tables.addAll(holder.tables));
    List<String> names = new ArrayList<>(tables);
    int last = names.size() - 1;
    return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}
