// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.rocksdb.ReadTier;

/** Counts the dead entries of a table between two keys: in SST files exactly, in memtables within a fiftieth. */
public final class DeadCounts implements AutoCloseable {
  private final OmDatabase database;
  private final String table;
  private final FileEntries files;
  private final MemtableTombstones memory;
  /** Null before the first call of {@link #edges}. */
  private TreeSet<byte[]> edges;

  DeadCounts(LsmSnapshot snapshot, String table, FileEntries files) {
    this.database = snapshot.database();
    this.table = table;
    this.files = files;
    this.memory = new MemtableTombstones(snapshot, table);
  }

  public static DeadCounts in(LsmSnapshot snapshot, String table) {
    return new DeadCounts(snapshot, table,
        new FileEntries(snapshot.database(), new FilesByKey(snapshot.table(table))));
  }

  OmDatabase database() {
    return database;
  }

  String table() {
    return table;
  }

  /** True if there are entries of some keys, in SST files or in memtables; up to two in memtables are missed. */
  public boolean holdAny(BucketSpan keys) throws DatabaseUnavailableException {
    return files.holdAny(keys.begin(), keys.end())
        || MemtableKeys.showsEntry(database, table, keys.begin(), keys.end());
  }

  /** Counts the entries of some keys, of which none is alive. */
  public DeadEntries of(BucketSpan keys) throws DatabaseUnavailableException {
    return between(keys.begin(), keys.end());
  }

  /** Counts the entries between two keys, between which the table has no live key. */
  DeadEntries between(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    BucketSpan keys = BucketSpan.unattributed(table, begin, end);
    CountInterval inMemory = memory.dead(keys);
    DeadEntries inFiles = files.count(begin, end, database.fileBytes(keys));
    return new DeadEntries(inFiles.inFiles(), inFiles.fileTombstones(), inMemory, memory.tombstonesAmong(inMemory),
        inFiles.bytes());
  }

  /**
   * Returns keys between two others, in key order, at which entries crowd: the first and the last key of each SST file
   * and, as of the first call, of memtables.
   */
  List<byte[]> edges(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    if (edges == null) {
      TreeSet<byte[]> all = new TreeSet<>(Keys::compare);
      files.addEdges(all);
      KeyRange inMemory = memory.isEmpty() ? null : MemtableKeys.hull(database, table);
      if (inMemory != null) {
        all.add(inMemory.begin());
        all.add(inMemory.lastKey());
      }
      edges = all;
    }
    return new ArrayList<>(edges.subSet(begin, false, end, false));
  }

  /** True if memtables may hold a key of a place, or one of the live keys around it. */
  boolean mayBeWritten(Place place) throws DatabaseUnavailableException {
    byte[] begin = place.before() == null ? place.keys().begin() : place.before();
    return place.dead().memtableTombstones().most() > 0
        || MemtableKeys.mayHoldKeys(database, BucketSpan.unattributed(table, begin, Keys.after(place.keys().end())));
  }

  /** Then only the place's tombstones in memory may have changed, as long as it has the same files. */
  boolean isStillBetweenLiveKeys(Place place) throws DatabaseUnavailableException {
    BucketSpan keys = place.keys();
    boolean noneInside = database.readKeys(ReadTier.MEMTABLE_TIER, table, keys.begin(), keys.end(),
        SkipLimit.DEFAULT_KEYS, live -> {
          live.seekToFirst();
          return !live.isValid() && !SkipLimit.gaveUp(live);
        });
    return noneInside && (place.before() == null || isLive(place.before()))
        && (Keys.compare(keys.end(), SpanTables.behindAllKeys()) >= 0 || isLive(keys.end()));
  }

  private boolean isLive(byte[] key) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.READ_ALL_TIER, table, key, Keys.after(key), SkipLimit.DEFAULT_KEYS, live -> {
      live.seekToFirst();
      return live.isValid();
    });
  }

  /** Counts only what memtables hold of a place. */
  DeadEntries withMemoryNow(Place place) throws DatabaseUnavailableException {
    CountInterval inMemory = memory.dead(place.keys());
    return place.dead().withMemory(inMemory, memory.tombstonesAmong(inMemory));
  }

  @Override
  public void close() {
    files.close();
  }
}
