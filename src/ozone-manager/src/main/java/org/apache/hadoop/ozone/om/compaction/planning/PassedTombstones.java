// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slowplace.SlowPlaces;

/** The tombstones that a list passes at a place: counted in SST files, and about as many as there are in memory. */
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

  /** @param keys that the list passes without a live key */
  public static PassedTombstones of(NodeStatistics statistics, SlowPlaces slowPlaces, BucketSpan keys)
      throws DatabaseUnavailableException {
    CountInterval inMemory = new MemtableTombstones(statistics.snapshot(), keys.table()).counted(keys);
    SpanStatistics all = statistics.table(keys.table()).of(keys);
    SpanStatistics tight = inMemory.most() > 0 ? all : statistics.table(keys.table()).of(hull(all));
    return new PassedTombstones(statistics, slowPlaces, tight, inMemory);
  }

  /** The keys from the first to the last that a file with tombstones may hold. */
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

  /** Where the tombstones lie: a part of what the list passes. */
  public BucketSpan keys() {
    return keys.span();
  }

  /** Exact unless a file cannot be read. Reads what files have of the keys. */
  public CountInterval inFiles() {
    return within(keys);
  }

  /** Counts the tombstones of some of the keys in SST files. */
  public CountInterval within(SpanStatistics part) {
    return part.mostTombstones() == 0 ? part.tombstones()
        : slowPlaces.tombstonesInFiles(statistics.snapshot(), part);
  }

  /** At most a few per cent more than there are dead entries in memory; some of these may be puts that were deleted. */
  public CountInterval inMemory() {
    return inMemory;
  }

  public CountInterval all() {
    return inFiles().plus(inMemory);
  }

  /** Whether the list would not be slow for what lies in files alone: what it waits for has to be flushed first. */
  public boolean waitForMemory() {
    return inMemory.most() > 0 && !slowPlaces.limit().isReachedBy(inFiles().most());
  }

  /** Whether so many of these tombstones, in files, are nearly all: a list does not wait for the others. */
  public boolean areNearly(long some) {
    return 2 * Math.abs(inFiles().most() - some) <= slowPlaces.limit().fewDeadEntries();
  }

  /** Whether all keys of another lie among these. */
  public boolean contains(PassedTombstones other) {
    return keys().table().equals(other.keys().table()) && Keys.compare(keys().begin(), other.keys().begin()) <= 0
        && Keys.compare(other.keys().end(), keys().end()) <= 0;
  }
}
