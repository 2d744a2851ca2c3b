// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.TableSummary;

/**
 * Adds up a bucket's counts in SST files and in memtables. RocksDB only estimates the counts of memtables, so a sum is
 * an interval.
 */
final class BucketCounts {
  private BucketCounts() {
  }

  static CountInterval tombstones(Bucket row) {
    return plus(row.getTombstones(), inMemory(row));
  }

  static CountInterval entries(Bucket row) {
    return plus(row.getEntries(), entriesInMemory(row));
  }

  static RatioInterval ratio(Bucket row) {
    CountInterval tombstones = tombstones(row);
    CountInterval entries = entries(row);
    return inMemory(row).getHigh() == 0 ? row.getTombstoneRatio()
        : new RatioInterval().low((double) tombstones.getLow() / entries.getHigh())
        .high(Math.min(1, (double) tombstones.getHigh() / entries.getLow()));
  }

  /** Returns the text of a row's ratio; {@code ?} where that of its counts is. */
  static String ratio(Bucket row, TextTable.Layout layout) {
    return layout == TextTable.Layout.FITTED && areUnknown(row) ? Units.NOT_MEASURED : Units.ratio(ratio(row), layout);
  }

  /** True if a row's tombstones can be anything from none to all of its entries. */
  static boolean areUnknown(Bucket row) {
    RatioInterval ratio = row.getRun() == null ? ratio(row) : row.getRun().getTombstoneRatio();
    return ratio.getLow() == 0 && ratio.getHigh() == 1;
  }

  /**
   * Returns the text of a count. In the fitted layout, {@code ~} marks a count that includes an estimate.
   *
   * @param inMemory the part of the count that comes from memtables, which is an estimate
   */
  static String text(CountInterval count, CountInterval inMemory, TextTable.Layout layout) {
    String text = Units.count(count, layout);
    boolean unmarked = layout == TextTable.Layout.FITTED && Character.isDigit(text.charAt(0));
    return unmarked && inMemory.getHigh() > 0 ? "~" + text : text;
  }

  /** Returns the number of tombstones in the densest run; {@code -} if there is no run. */
  static String inARow(Bucket row, TextTable.Layout layout) {
    return row.getRun() == null ? Units.NONE : counted(row, row.getRun().getTombstones(), layout);
  }

  /** Returns the text of a count; {@code ?} if nothing is known about the count. */
  static String counted(Bucket row, CountInterval count, TextTable.Layout layout) {
    return isUnknown(row, count, layout) ? Units.NOT_MEASURED : Units.count(count, layout);
  }

  static boolean isUnknown(Bucket row, CountInterval count, TextTable.Layout layout) {
    return layout == TextTable.Layout.FITTED && areUnknown(row) && count.getLow() == 0 && count.getHigh() > 0;
  }

  /** All tombstones of a table, in SST files and in memory. */
  static long tombstones(TableSummary table) {
    return table.getTombstones() + table.getMemtableTombstones();
  }

  private static CountInterval plus(CountInterval one, CountInterval other) {
    return new CountInterval().low(one.getLow() + other.getLow()).high(one.getHigh() + other.getHigh());
  }

  /** The row's tombstones in memory; 0 if the OM does not report them. */
  static CountInterval inMemory(Bucket row) {
    return row.getMemtableTombstones() == null ? new CountInterval().low(0L).high(0L) : row.getMemtableTombstones();
  }

  /**
   * Returns the row's entries in memory. RocksDB's estimate of tombstones can be larger than its estimate of entries,
   * although tombstones are entries. So the larger estimate is returned.
   */
  private static CountInterval entriesInMemory(Bucket row) {
    long entries = row.getMemtableEntries() == null ? 0 : row.getMemtableEntries();
    CountInterval tombstones = inMemory(row);
    return new CountInterval().low(Math.max(entries, tombstones.getLow()))
        .high(Math.max(entries, tombstones.getHigh()));
  }
}
