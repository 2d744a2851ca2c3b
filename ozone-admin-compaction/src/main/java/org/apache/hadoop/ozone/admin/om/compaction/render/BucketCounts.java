// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.RatioIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;

/**
 * Prints a bucket's counts in SST files and in memtables. RocksDB only estimates the counts of memtables, so a sum is
 * marked.
 */
final class BucketCounts {
  private BucketCounts() {
  }

  /** Returns the text of a row's ratio; {@code ?} where that of its counts is. */
  static String ratio(BucketJson row, TextTable.Layout layout) {
    return layout == TextTable.Layout.FITTED && areUnknown(row) ? Units.NOT_MEASURED
        : Units.ratio(row.getAllTombstoneRatio(), layout);
  }

  /** True if a row's tombstones can be anything from none to all of its entries. */
  static boolean areUnknown(BucketJson row) {
    RatioIntervalJson ratio = row.getRun() == null ? row.getAllTombstoneRatio() : row.getRun().getTombstoneRatio();
    return ratio.getLow() == 0 && ratio.getHigh() == 1;
  }

  /**
   * Returns the text of a count. In the fitted layout, {@code ~} marks a count that includes an estimate.
   *
   * @param inMemory the part of the count that comes from memtables, which is an estimate
   */
  static String text(CountIntervalJson count, CountIntervalJson inMemory, TextTable.Layout layout) {
    String text = Units.count(count, layout);
    boolean unmarked = layout == TextTable.Layout.FITTED && Character.isDigit(text.charAt(0));
    return unmarked && inMemory.getHigh() > 0 ? "~" + text : text;
  }

  /** Returns the number of tombstones in the densest run; {@code -} if there is no run. */
  static String inARow(BucketJson row, TextTable.Layout layout) {
    return row.getRun() == null ? Units.NONE : counted(row, row.getRun().getTombstones(), layout);
  }

  /** Returns the text of a count; {@code ?} if nothing is known about the count. */
  static String counted(BucketJson row, CountIntervalJson count, TextTable.Layout layout) {
    return isUnknown(row, count, layout) ? Units.NOT_MEASURED : Units.count(count, layout);
  }

  static boolean isUnknown(BucketJson row, CountIntervalJson count, TextTable.Layout layout) {
    return layout == TextTable.Layout.FITTED && areUnknown(row) && count.getLow() == 0 && count.getHigh() > 0;
  }

  /** All tombstones of a table, in SST files and in memory. */
  static long tombstones(TableSummaryJson table) {
    return table.getTombstones() + table.getMemtableTombstones();
  }

  /** The row's tombstones in memory; 0 if the OM does not report them. */
  static CountIntervalJson inMemory(BucketJson row) {
    return row.getMemtableTombstones() == null ? Figure.interval(0, 0) : row.getMemtableTombstones();
  }
}
