// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.EntryCounts;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.rocksdb.ReadTier;

/**
 * Estimates the tombstones that a table's memtables hold in a span. RocksDB does not tell how many of a span's entries
 * are tombstones.
 */
public final class MemtableTombstones {
  /** The upper bound of {@link #counted} is at most 1/50 above the number of dead entries. */
  private static final long PRECISION = 50;

  private final OmDatabase database;
  private final EntryCounts table;

  public MemtableTombstones(LsmSnapshot snapshot, String table) {
    this.database = snapshot.database();
    this.table = snapshot.memtable(table);
  }

  /** Estimates the tombstones in memory of one span, in some microseconds. */
  public CountInterval of(BucketSpan span) throws DatabaseUnavailableException {
    return table.tombstones() == 0 ? new CountInterval(0, 0) : of(database.memtableEntries(span));
  }

  private CountInterval of(long entries) {
    long puts = table.entries() - table.tombstones();
    long most = Math.min(entries, table.tombstones());
    return new CountInterval(Math.min(most, Math.max(0, entries - puts)), most);
  }

  /**
   * Counts the tombstones of memtables between two keys. There must be no live key between these keys.
   *
   * @return bounds, because a put that a tombstone hides cannot be told from a tombstone
   */
  public CountInterval counted(BucketSpan keys) throws DatabaseUnavailableException {
    if (table.tombstones() == 0) {
      return new CountInterval(0, 0);
    }
    long least = 0;
    long most = 1;
    while (most < table.entries() && holdsMoreThan(most, keys)) {
      least = most + 1;
      most *= 2;
    }
    while (most - least > least / PRECISION) {
      long middle = (least + most) >>> 1;
      if (holdsMoreThan(middle, keys)) {
        least = middle + 1;
      } else {
        most = middle;
      }
    }
    long puts = table.entries() - table.tombstones();
    long tombstones = Math.min(most, table.tombstones());
    return new CountInterval(Math.min(tombstones, Math.max((least + 1) / 2, least - puts)), tombstones);
  }

  private boolean holdsMoreThan(long deadEntries, BucketSpan keys) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, keys.table(), keys.begin(), keys.end(), deadEntries, live -> {
      live.seekToFirst();
      return SkipLimit.gaveUp(live);
    });
  }

  /**
   * Finds the spans that may have more than a few tombstones in memory.
   *
   * @param spans spans in any order; key order needs fewer calls of RocksDB
   * @param sink  takes the index of each span found and an upper bound of its tombstones in memory
   */
  public void find(List<SpanStatistics> spans, BiConsumer<Integer, Long> sink) throws DatabaseUnavailableException {
    for (int from = 0; table.tombstones() >= QueryRules.FEW_TOMBSTONES && from < spans.size();) {
      int to = from + 1;
      while (to < spans.size()
          && Keys.compare(spans.get(to - 1).span().end(), spans.get(to).span().begin()) <= 0) {
        to++;
      }
      find(spans, from, to, sink);
      from = to;
    }
  }

  private void find(List<SpanStatistics> spans, int from, int to, BiConsumer<Integer, Long> sink)
      throws DatabaseUnavailableException {
    BucketSpan all = BucketSpan.unattributed(spans.get(from).span().table(), spans.get(from).span().begin(),
        spans.get(to - 1).span().end());
    long most = of(all).most();
    if (most < QueryRules.FEW_TOMBSTONES) {
      return;
    }
    if (to - from == 1) {
      sink.accept(from, most);
    } else {
      int middle = (from + to) >>> 1;
      find(spans, from, middle, sink);
      find(spans, middle, to, sink);
    }
  }
}
