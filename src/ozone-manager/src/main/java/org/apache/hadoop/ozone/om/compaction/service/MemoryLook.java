// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableEstimate;
import org.apache.hadoop.ozone.om.compaction.lsm.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.lsm.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.lsm.SlowestInside;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * The buckets that have more than a few tombstones in memory, where no range reaches them: how slow a list is there,
 * and what a round moves that flushes them.
 */
final class MemoryLook {
  /** With most tombstones; the rest is for a later look. */
  private static final int MAX_SPANS = 20;
  /** Behind all keys: these begin with a slash. */
  private static final byte[] BEHIND_ALL = {(byte) 0xFF};

  private final NodeStatistics statistics;
  private final SlowestInside slowest;
  private final BooleanSupplier over;

  /** @param over true once there is no time for another seek */
  MemoryLook(NodeStatistics statistics, KnownSeeks seeks, BooleanSupplier over) {
    this.statistics = statistics;
    this.slowest = new SlowestInside(statistics.snapshot(), seeks, over);
    this.over = over;
  }

  /** A bucket, and its tombstones in memory at most. */
  private static final class Found {
    private final SpanStatistics span;
    private final long tombstones;

    Found(SpanStatistics span, long tombstones) {
      this.span = span;
      this.tombstones = tombstones;
    }

    long tombstones() {
      return tombstones;
    }
  }

  /** @return with the slowest seek, null if there was no time for it */
  Map<Candidate, SeekProbe.Seek> look() throws DatabaseUnavailableException {
    List<Found> found = new ArrayList<>();
    for (String table : statistics.tables()) {
      List<SpanStatistics> spans = statistics.targets(table);
      new MemtableTombstones(statistics.snapshot().database(), statistics.snapshot().memtable(table))
          .find(spans, (index, most) -> found.add(new Found(spans.get(index), most)));
    }
    found.sort(Comparator.comparingLong(Found::tombstones).reversed());
    Map<Candidate, SeekProbe.Seek> candidates = new LinkedHashMap<>();
    for (Found each : found.subList(0, Math.min(found.size(), MAX_SPANS))) {
      SeekProbe.Seek seek = over.getAsBoolean() ? null : slowest.of(each.span);
      candidates.put(candidate(each, seek), seek);
    }
    return candidates;
  }

  private Candidate candidate(Found found, SeekProbe.Seek seek) throws DatabaseUnavailableException {
    BucketSpan span = found.span.span();
    OmDatabase database = statistics.snapshot().database();
    LsmTable table = statistics.snapshot().table(span.table());
    boolean alone = MemtableEstimate.entries(database, BucketSpan.unattributed(span.table(), new byte[0], span.begin()))
        + MemtableEstimate.entries(database, BucketSpan.unattributed(span.table(), span.end(), BEHIND_ALL)) == 0;
    long collateral = alone ? 0 : besideBytes(table, span);
    return Candidate.inMemory(span.table(), span.keys(), found.tombstones,
        database.number(span.table(), "rocksdb.cur-size-all-mem-tables") + insideBytes(table, span) + collateral,
        collateral, seek == null ? OptionalLong.empty() : OptionalLong.of(seek.micros()));
  }

  /** Of files that hold keys of a span, on any level. */
  static long insideBytes(LsmTable table, BucketSpan span) {
    return table.files().stream().filter(file -> isInside(file, span)).mapToLong(SstFile::sizeBytes).sum();
  }

  /**
   * Of all other files that RocksDB takes in with a file in level 0 that is as wide as the table: level 0, and the
   * level that it is compacted into.
   */
  static long besideBytes(LsmTable table, BucketSpan span) {
    return table.files().stream().filter(file -> file.level() <= table.baseLevel() && !isInside(file, span))
        .mapToLong(SstFile::sizeBytes).sum();
  }

  private static boolean isInside(SstFile file, BucketSpan span) {
    return Keys.compare(file.smallestKey(), span.end()) < 0 && Keys.compare(span.begin(), file.largestKey()) <= 0;
  }
}
