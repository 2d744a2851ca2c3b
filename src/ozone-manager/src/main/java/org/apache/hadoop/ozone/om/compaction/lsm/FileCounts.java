// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Range;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/**
 * Entries and tombstones of SST files where the live metadata does not tell them. With a limit of open files
 * ({@code ozone.om.db.max.open.files}) RocksDB 7.7.3 fills the counts of the first 20 files it opens; all others show 0
 * for as long as they live. A file without entries does not exist, so 0 means unknown; the file's own properties always
 * tell. Files do not change, so what was read once is remembered until the file is gone.
 */
final class FileCounts {
  /** Above this many unknown files one call for the whole table is cheaper than a call for each. */
  private static final int FEW = 64;

  private OmDatabase remembersOf;
  private final Map<String, Count> remembered = new HashMap<>();

  /** Counts of these files, by table; reads properties where needed. */
  synchronized Lookup of(OmDatabase database, Map<String, List<LiveFileMetaData>> live)
      throws DatabaseUnavailableException {
    if (!database.isSameAs(remembersOf)) {
      remembered.clear();
      remembersOf = database;
    }
    Set<String> unknown = new HashSet<>();
    for (Map.Entry<String, List<LiveFileMetaData>> table : live.entrySet()) {
      List<LiveFileMetaData> ask = new ArrayList<>();
      for (LiveFileMetaData file : table.getValue()) {
        if (file.numEntries() == 0) {
          String name = name(file.fileName());
          unknown.add(name);
          if (!remembered.containsKey(name)) {
            ask.add(file);
          }
        }
      }
      if (!ask.isEmpty()) {
        ColumnFamilyHandle handle = database.columnFamily(table.getKey()).getHandle();
        remembered.putAll(database.read(db -> ask(db, handle, ask)));
      }
    }
    Map<String, Count> answer = new HashMap<>(remembered);
    answer.keySet().retainAll(unknown);
    return new Lookup(answer, answer.size() == unknown.size());
  }

  /** Forgets files that are gone. */
  synchronized void retain(List<LiveFileMetaData> allLive) {
    if (!remembered.isEmpty()) {
      Set<String> names = new HashSet<>();
      allLive.forEach(file -> names.add(name(file.fileName())));
      remembered.keySet().retainAll(names);
    }
  }

  private static Map<String, Count> ask(RocksDB db, ColumnFamilyHandle handle, List<LiveFileMetaData> files)
      throws RocksDBException {
    Map<String, Count> counts = new HashMap<>();
    if (files.size() > FEW) {
      add(counts, db.getPropertiesOfAllTables(handle));
    } else {
      for (LiveFileMetaData file : files) {
        if (!counts.containsKey(name(file.fileName()))) {
          try (ManagedSlice first = new ManagedSlice(file.smallestKey());
               ManagedSlice last = new ManagedSlice(file.largestKey())) {
            List<Range> ranges = new ArrayList<>();
            ranges.add(new Range(first, last));
            add(counts, db.getPropertiesOfTablesInRange(handle, ranges));
          }
        }
      }
    }
    return counts;
  }

  private static void add(Map<String, Count> counts, Map<String, TableProperties> properties) {
    properties.forEach((path, of) -> counts.put(name(path), new Count(of.getNumEntries(), of.getNumDeletions())));
  }

  /** {@code 000123.sst} of any path to it. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Entries, with the tombstones among them, and tombstones of one file. */
  static final class Count {
    private final long entries;
    private final long tombstones;

    Count(long entries, long tombstones) {
      this.entries = entries;
      this.tombstones = tombstones;
    }

    long entries() {
      return entries;
    }

    long tombstones() {
      return tombstones;
    }
  }

  /** The answer for one set of files. */
  static final class Lookup {
    private final Map<String, Count> fromProperties;
    private final boolean complete;

    Lookup(Map<String, Count> fromProperties, boolean complete) {
      this.fromProperties = fromProperties;
      this.complete = complete;
    }

    /** Whether every file's counts are known; else files went away while they were asked for. */
    boolean isComplete() {
      return complete;
    }

    /** Null if unknown. */
    Count of(String name, LiveFileMetaData file) {
      return file.numEntries() > 0 ? new Count(file.numEntries(), file.numDeletions()) : fromProperties.get(name);
    }
  }
}
