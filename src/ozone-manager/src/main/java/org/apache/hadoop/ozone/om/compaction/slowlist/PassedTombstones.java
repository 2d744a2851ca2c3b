// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowlist;

import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;

/** The tombstones that a seek steps over before it finds a live key. Immutable. */
final class PassedTombstones {
  private final BucketSpan keys;
  private final CountInterval inFiles;
  private final CountInterval inMemory;
  /** Counts the tombstones of a part of the keys. */
  private final Function<SpanStatistics, CountInterval> counting;

  private PassedTombstones(SpanStatistics keys, CountInterval inMemory,
      Function<SpanStatistics, CountInterval> counting) {
    this.keys = keys.span();
    this.inFiles = counting.apply(keys);
    this.inMemory = inMemory;
    this.counting = counting;
  }

  /**
   * Counts them, in about the time that the seek took. Behind a seek that gave up there may be any number, so these are
   * as many as statistics know.
   *
   * @param keys from where the seek begins to the live key that it finds, which is not part of it; where it gave up, to
   * the end of what was meant
   */
  static PassedTombstones of(SeekProbe.Seek seek, SpanStatistics keys, LsmSnapshot snapshot)
      throws DatabaseUnavailableException {
    OmDatabase database = snapshot.database();
    CountInterval inMemory = new MemtableTombstones(database, snapshot.memtable(keys.span().table())).of(keys.span());
    return new PassedTombstones(keys, inMemory,
        seek.landing() == null ? SpanStatistics::tombstones : part -> count(part, database));
  }

  private static CountInterval count(SpanStatistics keys, OmDatabase database) {
    long tombstones = 0;
    for (SstFile file : keys.files()) {
      if (file.tombstones() == 0 || isInside(file, keys.span())) {
        tombstones += file.tombstones();
      } else {
        Optional<Long> part = TombstoneSearch.count(database, file, keys.span().keys());
        if (!part.isPresent()) {
          return keys.tombstones();
        }
        tombstones += part.get();
      }
    }
    return new CountInterval(tombstones, tombstones);
  }

  private static boolean isInside(SstFile file, BucketSpan keys) {
    return Keys.compare(keys.begin(), file.smallestKey()) <= 0 && Keys.compare(file.largestKey(), keys.end()) < 0;
  }

  BucketSpan keys() {
    return keys;
  }

  /** Exact where the seek has come to a live key and the files could be read. */
  CountInterval inFiles() {
    return inFiles;
  }

  /** RocksDB's estimate. */
  CountInterval inMemory() {
    return inMemory;
  }

  /** The most of them that lie in some of the keys, in SST files. */
  long mostWithin(SpanStatistics part) {
    return part.mostTombstones() == 0 ? 0 : counting.apply(part).most();
  }

  boolean areMostlyInMemory() {
    return inMemory.most() > inFiles.most();
  }

  /** Whether all keys of another lie among these. */
  boolean contains(PassedTombstones other) {
    return keys.table().equals(other.keys.table()) && Keys.compare(keys.begin(), other.keys.begin()) <= 0
        && Keys.compare(other.keys.end(), keys.end()) <= 0;
  }

  CountInterval all() {
    return new CountInterval(inFiles.least() + inMemory.least(), inFiles.most() + inMemory.most());
  }
}
