// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Optional;
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

  private PassedTombstones(BucketSpan keys, CountInterval inFiles, CountInterval inMemory) {
    this.keys = keys;
    this.inFiles = inFiles;
    this.inMemory = inMemory;
  }

  /**
   * Counts them, in about the time that the seek took.
   *
   * @param keys from where the seek begins to the live key that it finds, which is not part of it; where it gave up, to
   * the end of what was meant
   */
  static PassedTombstones of(SeekProbe.Seek seek, SpanStatistics keys, LsmSnapshot snapshot)
      throws DatabaseUnavailableException {
    CountInterval inFiles = seek.landing() == null ? keys.tombstones() : count(keys, snapshot.database());
    return new PassedTombstones(keys.span(), inFiles,
        new MemtableTombstones(snapshot.database(), snapshot.memtable(keys.span().table())).of(keys.span()));
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

  /** Whether all keys of another lie among these. */
  boolean contains(PassedTombstones other) {
    return keys.table().equals(other.keys.table()) && Keys.compare(keys.begin(), other.keys.begin()) <= 0
        && Keys.compare(other.keys.end(), keys.end()) <= 0;
  }

  CountInterval all() {
    return new CountInterval(inFiles.least() + inMemory.least(), inFiles.most() + inMemory.most());
  }
}
