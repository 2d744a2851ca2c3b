// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/**
 * What it would cost to take up, too, what a plan leaves out by choice: each by itself, in the tree as the plan's own
 * ranges leave it. Immutable.
 */
public final class LeftOutPrices {
  /** Nothing would be removed of the others, or RocksDB is at them. */
  private static final Set<LeftOut.Reason> BY_CHOICE = EnumSet.of(LeftOut.Reason.BELOW_MIN_TOMBSTONES,
      LeftOut.Reason.BELOW_MIN_RATIO, LeftOut.Reason.BEYOND_TOP, LeftOut.Reason.BEYOND_TOTAL_BYTES);

  private final Map<LeftOut, Price> prices = new IdentityHashMap<>();

  private LeftOutPrices() {
  }

  /** Bytes of SST files that compactions are predicted to read and write. Immutable. */
  public static final class Price {
    private final long readBytes;
    private final long writeBytes;

    Price(long readBytes, long writeBytes) {
      this.readBytes = readBytes;
      this.writeBytes = writeBytes;
    }

    public long readBytes() {
      return readBytes;
    }

    public long writeBytes() {
      return writeBytes;
    }

    /** Whether there is nothing to pay, as the plan rewrites the same files anyway. */
    public boolean isNothing() {
      return readBytes == 0 && writeBytes == 0;
    }
  }

  /**
   * @param leftOut   of the plan, those whose price matters most first
   * @param enough    asked all the time; once it holds, what is left has no price
   */
  public static LeftOutPrices of(CompactionPlan plan, Collection<LeftOut> leftOut, BooleanSupplier enough) {
    LeftOutPrices prices = new LeftOutPrices();
    Map<String, List<LeftOut>> byTable = leftOut.stream().filter(LeftOutPrices::isByChoice)
        .collect(Collectors.groupingBy(left -> left.target().span().table(), TreeMap::new, Collectors.toList()));
    byTable.forEach((table, rows) -> {
      List<KeyRange> planned = plan.ranges().stream().filter(range -> range.table().equals(table))
          .map(PlannedRange::range).collect(Collectors.toList());
      prices.add(rows, planned, plan.ranked(table), enough);
    });
    return prices;
  }

  /** Whether it is left out although compacting it might remove something. */
  public static boolean isByChoice(LeftOut left) {
    return BY_CHOICE.contains(left.reason());
  }

  /** Null if it is not known. */
  public Price of(LeftOut left) {
    return prices.get(left);
  }

  /**
   * @param rows   of one table
   * @param ranked the ranges that the plan chose from, so that its own cost here what they cost there
   */
  private void add(List<LeftOut> rows, List<KeyRange> planned, List<KeyRange> ranked, BooleanSupplier enough) {
    Map<LeftOut, List<KeyRange>> ranges = new IdentityHashMap<>();
    rows.forEach(left -> ranges.put(left, left.ranges()));
    List<KeyRange> all = new ArrayList<>(ranked);
    ranges.values().forEach(all::addAll);
    LsmSimulation tree = null;
    for (LeftOut left : rows) {
      if (tree == null) {
        tree = new LsmSimulation(left.target().table().table(), left.target().table().profiles(), all);
        if (compactAll(tree, planned, enough) == null) {
          return;
        }
      }
      List<KeyRange> its = ranges.get(left);
      Price price = its.size() == 1 ? price(tree.price(tree.stretch(its.get(0)))) : compactAll(tree, its, enough);
      if (price == null || enough.getAsBoolean()) {
        return;
      }
      prices.put(left, price);
      // Several ranges were compacted for good: the next one begins with the plan's own again.
      tree = its.size() == 1 ? tree : null;
    }
  }

  /** Null if there is no time for it. */
  private static Price compactAll(LsmSimulation tree, List<KeyRange> ranges, BooleanSupplier enough) {
    long read = 0;
    long written = 0;
    for (KeyRange range : ranges) {
      if (enough.getAsBoolean()) {
        return null;
      }
      Price price = price(tree.compact(tree.stretch(range)));
      read += price.readBytes();
      written += price.writeBytes();
    }
    return new Price(read, written);
  }

  private static Price price(SimulatedCost simulated) {
    RangeCost cost = simulated.toRangeCost(0);
    return new Price(cost.readBytes(), cost.writeBytes());
  }
}
