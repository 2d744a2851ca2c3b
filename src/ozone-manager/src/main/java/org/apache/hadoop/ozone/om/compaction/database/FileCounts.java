// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.utils.db.managed.ManagedOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSstFileReader;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the numbers of entries and tombstones in SST files for which RocksDB's metadata shows 0. RocksDB 7.7.3 can show
 * 0 if {@code max_open_files} limits open files. A file that cannot be read counts as empty.
 */
final class FileCounts {
  private static final Logger LOG = LoggerFactory.getLogger(FileCounts.class);
  /** Up to this many files are read one by one; for more, one call for the whole table is cheaper. */
  private static final int FEW = 64;
  private static final EntryCounts UNREADABLE = new EntryCounts(0, 0);

  private final PerDatabase<Map<String, EntryCounts>> remembered = new PerDatabase<>(HashMap::new);
  private final PerDatabase<Cache<String, Boolean>> unreadable;

  FileCounts() {
    this(Ticker.systemTicker());
  }

  FileCounts(Ticker ticker) {
    unreadable = new PerDatabase<>(() -> ReadFaults.unread(ticker));
  }

  /**
   * The counts of files whose metadata lacks them, by file name, and maybe of more files than {@code live}. Reads only
   * files that were not read before, and forgets those that are not in {@code all}, the files of the database.
   */
  synchronized Map<String, EntryCounts> of(OmDatabase database, List<LiveFileMetaData> all,
      Map<String, List<LiveFileMetaData>> live) throws DatabaseUnavailableException {
    Map<String, EntryCounts> known = remembered.of(database);
    if (!known.isEmpty()) {
      known.keySet().retainAll(all.stream().map(file -> name(file.fileName())).collect(Collectors.toSet()));
    }
    Map<String, Boolean> unread = unreadable.of(database).asMap();
    for (Map.Entry<String, List<LiveFileMetaData>> table : live.entrySet()) {
      // No SST file is empty, so 0 means that the metadata lacks the count.
      List<String> unknown = table.getValue().stream().filter(file -> file.numEntries() == 0)
          .map(file -> name(file.fileName())).filter(name -> !known.containsKey(name) && !unread.containsKey(name))
          .collect(Collectors.toList());
      if (!unknown.isEmpty()) {
        ask(database, table.getKey(), unknown).forEach((name, counts) -> {
          if (counts == UNREADABLE) {
            unread.put(name, true);
          } else {
            known.put(name, counts);
          }
        });
      }
    }
    Map<String, EntryCounts> counts = new HashMap<>(known);
    unread.keySet().forEach(name -> counts.putIfAbsent(name, UNREADABLE));
    return counts;
  }

  /**
   * Reads counts from the table properties of files. Does not use getPropertiesOfTablesInRange, which returns an object
   * of the wrong class in RocksDB's Java API 7.7.3.
   */
  private static Map<String, EntryCounts> ask(OmDatabase database, String table, List<String> names)
      throws DatabaseUnavailableException {
    Map<String, EntryCounts> counts =
        names.size() > FEW ? askTogether(database, table, names) : askEach(database, names);
    if (!database.isOpen()) {
      // By now the directory may hold another database, with other files of the same names.
      throw new DatabaseUnavailableException(null);
    }
    return counts;
  }

  private static Map<String, EntryCounts> askTogether(OmDatabase database, String table, List<String> names)
      throws DatabaseUnavailableException {
    ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
    try {
      Map<String, EntryCounts> counts = new HashMap<>();
      database.read(db -> db.getPropertiesOfAllTables(handle))
          .forEach((path, properties) -> counts.put(name(path), counts(properties)));
      return counts;
    } catch (DatabaseFaultException e) {
      LOG.info("Files of {} are asked for their properties one by one: {}", table, e.getMessage());
      return askEach(database, names);
    }
  }

  /** An existing but unreadable file is kept with 0 entries, because plans need all files that compactions rewrite. */
  private static Map<String, EntryCounts> askEach(OmDatabase database, List<String> names) {
    Map<String, EntryCounts> counts = new HashMap<>();
    for (String name : names) {
      File file = database.file(name);
      try {
        counts.put(name, counts(properties(file)));
      } catch (RocksDBException e) {
        if (file.exists()) {
          ReadFaults.log("The counts of SST file " + name + " are not known", e);
          counts.put(name, UNREADABLE);
        }
      }
    }
    return counts;
  }

  private static EntryCounts counts(TableProperties properties) {
    return new EntryCounts(properties.getNumEntries(), properties.getNumDeletions());
  }

  static TableProperties properties(File file) throws RocksDBException {
    try (ManagedOptions options = new ManagedOptions();
         ManagedSstFileReader reader = new ManagedSstFileReader(options)) {
      reader.open(file.getPath());
      return reader.getTableProperties();
    }
  }

  /** Returns the name of a file, such as {@code 000123.sst}, from its path. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
