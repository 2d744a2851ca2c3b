// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.util.Collection;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;

/**
 * What it would cost to take up, too, what a plan leaves out by choice: each by itself, in the tree as the plan's own
 * ranges leave it. Immutable.
 */
public final class RejectedRangePrices {
  /** Nothing would be removed of the others, or RocksDB is at them. */
  private static final Set<RejectedRange.Reason> BY_CHOICE = EnumSet.of(RejectedRange.Reason.BELOW_MIN_TOMBSTONES,
      RejectedRange.Reason.BELOW_MIN_RATIO, RejectedRange.Reason.BEYOND_TOP, RejectedRange.Reason.BEYOND_TOTAL_BYTES);

  private final Map<RejectedRange, Price> prices = new IdentityHashMap<>();

  private RejectedRangePrices() {
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
  public static RejectedRangePrices of(CompactionPlan plan, Collection<RejectedRange> leftOut, BooleanSupplier enough) {
    RejectedRangePrices prices = new RejectedRangePrices();
    for (RejectedRange left : leftOut) {
      if (isByChoice(left) && !enough.getAsBoolean()) {
        prices.prices.put(left, price(left, plan.treeAfter(left.target().span().table())));
      }
    }
    return prices;
  }

  private static Price price(RejectedRange left, Levels after) {
    TableStatistics statistics = left.target().table();
    Levels tree = after == null ? new Levels(statistics.table(), statistics.profiles()) : after;
    long read = 0;
    long written = 0;
    for (KeyRange range : left.ranges()) {
      RangePrice price = RangePrice.of(tree, range, left.target().span().keys());
      read += price.readBytes();
      written += price.writeBytes();
      tree = price.treeAfter();
    }
    return new Price(read, written);
  }

  /** Whether it is left out although compacting it might remove something. */
  public static boolean isByChoice(RejectedRange left) {
    return BY_CHOICE.contains(left.reason());
  }

  /** Null if it is not known. */
  public Price of(RejectedRange left) {
    return prices.get(left);
  }
}
