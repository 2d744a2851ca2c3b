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
 * Prices each range that a plan leaves out by choice, by itself, on the tree after the plan's own ranges.
 * Immutable.
 */
public final class RejectedRangePrices {
  /** Other reasons mean that nothing would be removed, or that RocksDB is compacting it. */
  private static final Set<RejectedRange.Reason> BY_CHOICE = EnumSet.of(RejectedRange.Reason.BELOW_MIN_TOMBSTONES,
      RejectedRange.Reason.BELOW_MIN_RATIO, RejectedRange.Reason.BEYOND_TOP, RejectedRange.Reason.BEYOND_TOTAL_BYTES);

  private final Map<RejectedRange, Price> prices = new IdentityHashMap<>();

  private RejectedRangePrices() {
  }

  /** Predicted bytes of SST files that compactions read and write. Immutable. */
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

    /** Whether it costs nothing, as the plan rewrites the same files. */
    public boolean isNothing() {
      return readBytes == 0 && writeBytes == 0;
    }
  }

  /**
   * @param leftOut   of the plan, most important first
   * @param enough    checked continuously; once true, the rest gets no price
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

  /** Null if not known. */
  public Price of(RejectedRange left) {
    return prices.get(left);
  }
}
