// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;

/**
 * Adds up a row's counts in SST files and in memory. Counts in memory are estimates of RocksDB, so a sum is an
 * interval.
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

  /**
   * True if the counts of a row are useless: from none to all of its entries can be tombstones, because the row shares
   * all its SST files with other buckets.
   */
  static boolean areUnknown(Bucket row) {
    RatioInterval ratio = row.getRun() == null ? ratio(row) : row.getRun().getTombstoneRatio();
    return ratio.getLow() == 0 && ratio.getHigh() == 1;
  }

  /** The tombstones, in SST files and in memory, that make a list of the row's keys slow. */
  static CountInterval passed(Remedy remedy) {
    return plus(remedy.getTombstones(), remedy.getMemtableTombstones());
  }

  /**
   * The text of a count, marked with {@code ~} if a part of it lies in memory, where it is an estimate.
   *
   * @param inMemory the part of the count that lies in memory
   */
  static String text(CountInterval count, CountInterval inMemory, TextTable.Layout layout) {
    String text = Units.count(count, layout);
    boolean unmarked = layout == TextTable.Layout.FITTED && Character.isDigit(text.charAt(0));
    return unmarked && inMemory.getHigh() > 0 ? "~" + text : text;
  }

  private static CountInterval plus(CountInterval one, CountInterval other) {
    return new CountInterval().low(one.getLow() + other.getLow()).high(one.getHigh() + other.getHigh());
  }

  /** The row's tombstones in memory; 0 if the OM does not report them. */
  static CountInterval inMemory(Bucket row) {
    return row.getMemtableTombstones() == null ? new CountInterval().low(0L).high(0L) : row.getMemtableTombstones();
  }

  /**
   * The row's entries in memory: not fewer than its tombstones there. Both numbers are estimates, so there can seem to
   * be more tombstones than entries.
   */
  private static CountInterval entriesInMemory(Bucket row) {
    long entries = row.getMemtableEntries() == null ? 0 : row.getMemtableEntries();
    CountInterval tombstones = inMemory(row);
    return new CountInterval().low(Math.max(entries, tombstones.getLow()))
        .high(Math.max(entries, tombstones.getHigh()));
  }
}
