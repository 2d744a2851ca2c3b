// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slowplace.SlowPlaces;

/** The tombstones that a listing skips between two live keys: counted in SST files, estimated in memory. */
public final class PassedTombstones {
  private final NodeStatistics statistics;
  private final SlowPlaces slowPlaces;
  private final SpanStatistics keys;
  private final CountInterval inMemory;

  private PassedTombstones(NodeStatistics statistics, SlowPlaces slowPlaces, SpanStatistics keys,
      CountInterval inMemory) {
    this.statistics = statistics;
    this.slowPlaces = slowPlaces;
    this.keys = keys;
    this.inMemory = inMemory;
  }

  /** @param keys the range of keys in which the listing skips tombstones; the table has no live key there */
  public static PassedTombstones of(NodeStatistics statistics, SlowPlaces slowPlaces, BucketSpan keys)
      throws DatabaseUnavailableException {
    CountInterval inMemory = new MemtableTombstones(statistics.snapshot(), keys.table()).counted(keys);
    SpanStatistics all = statistics.table(keys.table()).of(keys);
    SpanStatistics tight = inMemory.most() > 0 ? all : statistics.table(keys.table()).of(hull(all));
    return new PassedTombstones(statistics, slowPlaces, tight, inMemory);
  }

  /**
   * Narrows keys to the smallest range that covers the SST files with tombstones. Returns the keys unchanged if no key
   * would be left.
   */
  private static BucketSpan hull(SpanStatistics keys) {
    byte[] first = keys.span().end();
    byte[] behind = keys.span().begin();
    for (SstFile file : keys.files()) {
      if (file.tombstones() > 0) {
        first = Keys.min(first, file.smallestKey());
        behind = Keys.max(behind, Keys.after(file.largestKey()));
      }
    }
    first = Keys.max(first, keys.span().begin());
    behind = Keys.min(behind, keys.span().end());
    return Keys.compare(first, behind) < 0
        ? new BucketSpan(keys.span().table(), keys.span().volume(), keys.span().bucket(), first, behind) : keys.span();
  }

  /** The keys in which the tombstones lie. */
  public BucketSpan keys() {
    return keys.span();
  }

  /**
   * The number of tombstones in SST files: exact unless a file cannot be read. Reads the blocks of these keys at the
   * first call.
   */
  public CountInterval inFiles() {
    return within(keys);
  }

  /** The number of tombstones that SST files hold within a part of the keys. Reads the blocks of the part. */
  public CountInterval within(SpanStatistics part) {
    return part.mostTombstones() == 0 ? part.tombstones()
        : slowPlaces.tombstonesInFiles(statistics.snapshot(), part);
  }

  /** Bounds of the number of tombstones in memory. The upper bound may also count puts that a tombstone hides. */
  public CountInterval inMemory() {
    return inMemory;
  }

  public CountInterval all() {
    return inFiles().plus(inMemory);
  }

  /** True if listing would be fast without the tombstones in memory. Then a flush has to come before a compaction. */
  public boolean waitForMemory() {
    return inMemory.most() > 0 && !slowPlaces.limit().isReachedBy(inFiles().most());
  }

  /**
   * True if the difference between a number and the number of tombstones in SST files is too small to make listing
   * slow.
   */
  public boolean areNearly(long some) {
    return slowPlaces.limit().isUntouchedBy(Math.abs(inFiles().most() - some));
  }

  /** True if these {@link #keys} contain those of {@code other}. */
  public boolean contains(PassedTombstones other) {
    return keys().table().equals(other.keys().table()) && Keys.compare(keys().begin(), other.keys().begin()) <= 0
        && Keys.compare(other.keys().end(), keys().end()) <= 0;
  }
}
