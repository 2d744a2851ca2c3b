// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.RocksDatabaseException;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.LiveFileMetaData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the metadata of the OM's SST files. Thread-safe. */
public final class LsmReader {
  private static final Logger LOG = LoggerFactory.getLogger(LsmReader.class);
  /**
   * Maximum number of attempts to read the files. An attempt can miss files that a compaction replaces between listing
   * and counting. After the last attempt, they are left out.
   */
  private static final int ATTEMPTS = 3;

  private final Supplier<? extends OMMetadataManager> metadata;
  private final FileCounts fileCounts = new FileCounts();
  private final PerDatabase<Map<String, SstLiveKeys>> liveKeys = new PerDatabase<>(ConcurrentHashMap::new);
  /** Each table's last result, returned as long as the table is unchanged, so that callers can compare references. */
  private final PerDatabase<Map<String, LsmTable>> lastRead = new PerDatabase<>(ConcurrentHashMap::new);
  private OmDatabase prefixesOf;
  private Map<String, Integer> prefixes;

  /** @param metadata supplies the OM's current metadata manager, {@code om::getMetadataManager} */
  public LsmReader(Supplier<? extends OMMetadataManager> metadata) {
    this.metadata = metadata;
  }

  public OmDatabase database() throws DatabaseUnavailableException {
    return OmDatabase.current(metadata);
  }

  public LsmSnapshot read() throws DatabaseUnavailableException {
    return read(database().tables(), new CorruptFiles());
  }

  /** The files of some tables, named as in om.db, at one moment; those among {@code corrupt} are marked. */
  public LsmSnapshot read(Collection<String> tables, CorruptFiles corrupt) throws DatabaseUnavailableException {
    OmDatabase database = database();
    // Memtables are read before files, so that entries which a flush moves meanwhile are counted twice, not left out.
    Map<String, Memtables> memtables = new LinkedHashMap<>();
    for (String table : tables) {
      memtables.put(table, Memtables.read(database, table));
    }
    Map<String, LsmTable> trees = new LinkedHashMap<>();
    Map<String, List<SstFile>> files = files(database, tables);
    for (String table : tables) {
      files.get(table).replaceAll(file -> corrupt.mark(database, file));
      trees.put(table, lastRead.of(database).merge(table, tree(database, table, files.get(table)),
          (last, now) -> now.isSameAs(last) ? last : now));
    }
    return new LsmSnapshot(database, trees, memtables, corrupt);
  }

  private Map<String, List<SstFile>> files(OmDatabase database, Collection<String> tables)
      throws DatabaseUnavailableException {
    for (int attempt = 1;; attempt++) {
      List<LiveFileMetaData> all = liveFiles(database);
      Map<String, List<LiveFileMetaData>> live = byTable(all, tables);
      Map<String, List<SstFile>> files = sstFiles(live, fileCounts.of(database, all, live));
      boolean complete = tables.stream().allMatch(table -> files.get(table).size() == live.get(table).size());
      if (complete || attempt == ATTEMPTS) {
        return files;
      }
    }
  }

  private static List<LiveFileMetaData> liveFiles(OmDatabase database) throws DatabaseUnavailableException {
    try {
      return database.rocks().getLiveFilesMetaData();
    } catch (RocksDatabaseException e) {
      throw database.unavailable(e);
    }
  }

  private static Map<String, List<LiveFileMetaData>> byTable(List<LiveFileMetaData> all, Collection<String> tables) {
    Map<String, List<LiveFileMetaData>> byTable = new LinkedHashMap<>();
    tables.forEach(table -> byTable.put(table, new ArrayList<>()));
    for (LiveFileMetaData file : all) {
      List<LiveFileMetaData> ofTable = byTable.get(new String(file.columnFamilyName(), StandardCharsets.UTF_8));
      if (ofTable != null) {
        ofTable.add(file);
      }
    }
    return byTable;
  }

  /** Joins files with their counts. A file without counts was deleted after it was listed; it is left out. */
  private static Map<String, List<SstFile>> sstFiles(Map<String, List<LiveFileMetaData>> live,
      Map<String, EntryCounts> counts) {
    Map<String, List<SstFile>> files = new LinkedHashMap<>();
    live.forEach((table, ofTable) -> {
      List<SstFile> known = new ArrayList<>(ofTable.size());
      for (LiveFileMetaData file : ofTable) {
        String name = FileCounts.name(file.fileName());
        EntryCounts count = file.numEntries() == 0 ? counts.get(name)
            : new EntryCounts(file.numEntries(), file.numDeletions());
        if (count != null) {
          known.add(new SstFile(name, file.level(), file.smallestKey(), file.largestKey(), file.size(),
              count.entries(), count.tombstones(), file.beingCompacted()));
        }
      }
      files.put(table, known);
    });
    return files;
  }

  private LsmTable tree(OmDatabase database, String table, List<SstFile> files)
      throws DatabaseUnavailableException {
    int deepest = files.stream().mapToInt(SstFile::level).max().orElse(0);
    int baseLevel = (int) database.number(table, "rocksdb.base-level");
    return database.read(db -> {
      ColumnFamilyDescriptor descriptor = database.columnFamily(table).getHandle().getDescriptor();
      try (ColumnFamilyOptions options = descriptor.getOptions()) {
        return LsmTable.of(table, Math.max(Math.max(2, options.numLevels()), deepest + 1), files)
            .withBaseLevel(baseLevel)
            .withSettings(CompactionSettings.ofTargetFileBytes(Math.max(1, options.targetFileSizeBase()))
                .withMaxCompactionBytes(Math.max(1, options.maxCompactionBytes()))
                .withPrefixOfFiles(prefixesOfFiles(database).getOrDefault(table, 0))
                .withRocksDb(InstalledRocksDb.loaded().rules()))
            .withLiveKeys(liveKeys.of(database).computeIfAbsent(table, name -> new SstLiveKeys(database, name)));
      }
    });
  }

  /** By table, the length of the key prefix whose change ends an SST file; absent without such a prefix. */
  private synchronized Map<String, Integer> prefixesOfFiles(OmDatabase database) {
    if (!database.isSameAs(prefixesOf)) {
      try {
        prefixes = PrefixesOfFiles.read(database.directory());
        prefixesOf = database;
      } catch (IOException e) {
        LOG.warn("Where SST files are cut is not known, so costs may be predicted too high: {}", e.toString());
        return Collections.emptyMap();
      }
    }
    return prefixes;
  }
}
