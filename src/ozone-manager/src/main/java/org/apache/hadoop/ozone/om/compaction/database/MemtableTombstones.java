// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.util.List;
import java.util.function.BiConsumer;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.rocksdb.ReadTier;

/**
 * Counts the tombstones that a table's memtables hold in a span, within bounds: RocksDB does not tell how many of a
 * span's entries are tombstones, and its estimate of the entries is off by as much as half of the memtable.
 */
public final class MemtableTombstones {
  /** The upper bound of {@link #dead} is at most 1/50 above the number of dead entries. */
  private static final long PRECISION = 50;
  /** Maximum number of key ranges that {@link #find} examines. It takes some 20 us for each. */
  private static final int MAX_EXAMINED = 5_000;

  private final OmDatabase database;
  private final Memtables table;

  public MemtableTombstones(LsmSnapshot snapshot, String table) {
    this.database = snapshot.database();
    this.table = snapshot.memtables(table);
  }

  public boolean isEmpty() {
    return table.tombstones() == 0;
  }

  /**
   * Returns bounds of the tombstones in memory of one span: within a fiftieth if memtables hold no live key there, else
   * from 0 to all of the table's. Two tombstones or fewer count as none.
   */
  public CountInterval of(BucketSpan span) throws DatabaseUnavailableException {
    if (table.tombstones() == 0 || !MemtableKeys.showsEntry(database, span.table(), span.begin(), span.end())) {
      return new CountInterval(0, 0);
    }
    return holdsLiveKey(span) ? new CountInterval(0, table.tombstones()) : tombstonesAmong(dead(span));
  }

  private boolean holdsLiveKey(BucketSpan span) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, span.table(), span.begin(), span.end(), SkipLimit.DEFAULT_KEYS,
        live -> {
          live.seekToFirst();
          return live.isValid();
        });
  }

  /**
   * Counts the dead entries of memtables between two keys, within a fiftieth. There must be no live key between these
   * keys. Two dead entries or fewer count as none.
   */
  public CountInterval dead(BucketSpan keys) throws DatabaseUnavailableException {
    if (table.tombstones() == 0 || !holdsMoreThan(1, keys)) {
      return new CountInterval(0, 0);
    }
    long least = 2;
    long most = 4;
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
    // An iterator checks its limit at the next entry, so never behind the last one.
    return new CountInterval(least, most + 1);
  }

  /** How many of a result of {@link #dead} are tombstones: bounds, as a put hidden by one looks the same. */
  public CountInterval tombstonesAmong(CountInterval dead) {
    long puts = table.entries() - table.tombstones();
    long tombstones = Math.min(dead.most(), table.tombstones());
    return new CountInterval(Math.min(tombstones, Math.max((dead.least() + 1) / 2, dead.least() - puts)), tombstones);
  }

  private boolean holdsMoreThan(long deadEntries, BucketSpan keys) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.MEMTABLE_TIER, keys.table(), keys.begin(), keys.end(), deadEntries, live -> {
      live.seekToFirst();
      return SkipLimit.gaveUp(live);
    });
  }

  /**
   * Passes the index of each span that may have more than a few tombstones in memory, and an upper bound of these, to
   * the sink. Beyond {@link #MAX_EXAMINED} key ranges, that is all tombstones of the table. Spans in key order need
   * fewer calls of RocksDB.
   */
  public void find(List<SpanStatistics> spans, BiConsumer<Integer, Long> sink) throws DatabaseUnavailableException {
    int[] left = {MAX_EXAMINED};
    for (int from = 0; table.tombstones() >= SpanStatistics.FEW_TOMBSTONES && from < spans.size();) {
      int to = from + 1;
      while (to < spans.size()
          && Keys.compare(spans.get(to - 1).span().end(), spans.get(to).span().begin()) <= 0) {
        to++;
      }
      find(spans, from, to, left, sink);
      from = to;
    }
  }

  private void find(List<SpanStatistics> spans, int from, int to, int[] left, BiConsumer<Integer, Long> sink)
      throws DatabaseUnavailableException {
    BucketSpan first = spans.get(from).span();
    if (left[0]-- <= 0) {
      for (int i = from; i < to; i++) {
        sink.accept(i, table.tombstones());
      }
    } else if (to - from == 1) {
      long most = of(first).most();
      if (most >= SpanStatistics.FEW_TOMBSTONES) {
        sink.accept(from, most);
      }
    } else if (MemtableKeys.showsEntry(database, first.table(), first.begin(), spans.get(to - 1).span().end())) {
      int middle = (from + to) >>> 1;
      find(spans, from, middle, left, sink);
      find(spans, middle, to, left, sink);
    }
  }
}
