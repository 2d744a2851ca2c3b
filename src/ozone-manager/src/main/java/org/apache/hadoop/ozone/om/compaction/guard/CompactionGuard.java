// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.guard;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.HddsConfigKeys;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.conf.StorageUnit;
import org.apache.hadoop.hdds.utils.db.DBColumnFamilyDefinition;
import org.apache.hadoop.hdds.utils.db.DBStoreBuilder;
import org.apache.hadoop.hdds.utils.db.managed.ManagedColumnFamilyOptions;
import org.apache.hadoop.ozone.OzoneConfigKeys;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.OMStorage;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.PrefixesOfFiles;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstPartitionerFixedPrefixFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes RocksDB end the SST files of the four FSO tables where a bucket ends. Then compacting a bucket does not rewrite
 * rows of other buckets.
 *
 * <p>OM opens snapshots' databases with the same options, but RocksDB must not compact snapshots' databases. So the
 * options switch automatic compactions off, and {@link #look} switches them on again in OM's own database.
 */
public final class CompactionGuard {
  /** Maximum number of FSO buckets: each has SST files of its own in every level and table. */
  static final int MAX_BUCKETS = 1_000;
  private static final long PAUSE_MS = 1000;
  private static final String REFUSAL = CompactionConfig.GUARD + ".refusal";
  private static final Logger LOG = LoggerFactory.getLogger(CompactionGuard.class);
  private static final List<DBColumnFamilyDefinition<?, ?>> TABLES = Collections.unmodifiableList(Arrays.asList(
      OMDBDefinition.FILE_TABLE_DEF, OMDBDefinition.OPEN_FILE_TABLE_DEF, OMDBDefinition.DIRECTORY_TABLE_DEF,
      OMDBDefinition.DELETED_DIR_TABLE_DEF));
  /** The options by table. They stay open, because a thread of OM may open a database with them at any time. */
  private static final Map<String, ManagedColumnFamilyOptions> OPTIONS = new LinkedHashMap<>();

  private final Supplier<? extends OMMetadataManager> metadata;
  private final AutomaticCompaction automaticCompaction;
  private OmDatabase seen;
  private boolean failed;
  private volatile List<String> guarded = Collections.emptyList();

  /** Switches automatic compactions on for some tables. */
  interface AutomaticCompaction {
    void enable(RocksDB rocks, List<ColumnFamilyHandle> tables) throws RocksDBException;
  }

  /** @param metadata supplies the OM's current metadata manager, {@code om::getMetadataManager} */
  public CompactionGuard(Supplier<? extends OMMetadataManager> metadata) {
    this(metadata, RocksDB::enableAutoCompaction);
  }

  CompactionGuard(Supplier<? extends OMMetadataManager> metadata, AutomaticCompaction automaticCompaction) {
    this.metadata = metadata;
    this.automaticCompaction = automaticCompaction;
  }

  /** OM opens later databases with the guard's options if configured and possible; else {@code conf} has a refusal. */
  public static synchronized void prepare(OzoneConfiguration conf) {
    conf.unset(REFUSAL);
    if (CompactionConfig.isGuardOn(conf) && isPossible(conf)) {
      TABLES.forEach(table -> table.setCfOptions(OPTIONS.get(table.getName())));
    } else {
      withdraw();
    }
  }

  private static boolean isPossible(OzoneConfiguration conf) {
    try {
      Optional<String> objection = objection(conf);
      objection.ifPresent(why -> refuse(conf, why, null));
      TABLES.forEach(table -> OPTIONS.computeIfAbsent(table.getName(), any -> options(conf)));
      return !objection.isPresent();
    } catch (IOException | RuntimeException | LinkageError e) {
      refuse(conf, "it cannot be set up (" + e + ")", e);
      return false;
    }
  }

  private static void refuse(OzoneConfiguration conf, String why, Throwable cause) {
    String refusal = "SST files are not cut at bucket boundaries although " + CompactionConfig.GUARD + " is set: "
        + why + '.';
    conf.set(REFUSAL, refusal);
    LOG.error(refusal, cause);
  }

  private static Optional<String> objection(OzoneConfiguration conf) throws IOException {
    for (DBColumnFamilyDefinition<?, ?> table : TABLES) {
      if (table.getCfOptions() != null && !isOurs(table)) {
        return Optional.of("this Ozone has options of its own for " + table.getName());
      }
    }
    FsoBuckets buckets = FsoBuckets.read(new File(OMStorage.getOmDbDir(conf), OzoneConsts.OM_DB_NAME));
    if (buckets.count() > MAX_BUCKETS) {
      return Optional.of(String.format(Locale.ROOT, "there are %,d FSO buckets, each of which would have files of its"
          + " own in every table, and %,d are the most for that", buckets.count(), MAX_BUCKETS));
    }
    return Optional.ofNullable(buckets.otherPrefix()).map(bucket ->
        "ids of " + bucket + " are shorter than those that a ring gives, so its files would be cut inside of it");
  }

  /** Returns the options that {@link DBStoreBuilder} makes by default for a table, and adds the guard's options. */
  private static ManagedColumnFamilyOptions options(OzoneConfiguration conf) {
    ManagedColumnFamilyOptions options =
        conf.getEnum(HddsConfigKeys.HDDS_DB_PROFILE, DBStoreBuilder.HDDS_DEFAULT_DB_PROFILE).getColumnFamilyOptions();
    options.setWriteBufferSize((long) conf.getStorageSize(
        OzoneConfigKeys.OZONE_METADATA_STORE_ROCKSDB_CF_WRITE_BUFFER_SIZE,
        OzoneConfigKeys.OZONE_METADATA_STORE_ROCKSDB_CF_WRITE_BUFFER_SIZE_DEFAULT, StorageUnit.BYTES));
    options.setDisableAutoCompactions(true);
    options.setSstPartitionerFactory(new SstPartitionerFixedPrefixFactory(FsoBuckets.PREFIX_BYTES));
    // Without setReused, OM frees the options after it has opened the first database.
    options.setReused(true);
    return options;
  }

  /** Removes the guard's options from OMDBDefinition: databases that OM opens from now on have no guard. */
  private static synchronized void withdraw() {
    TABLES.stream().filter(CompactionGuard::isOurs).forEach(table -> table.setCfOptions(null));
  }

  private static boolean isOurs(DBColumnFamilyDefinition<?, ?> table) {
    return table.getCfOptions() != null && table.getCfOptions() == OPTIONS.get(table.getName());
  }

  /** True if OM opens its databases with the guard's options. */
  public static synchronized boolean isPrepared() {
    return TABLES.stream().allMatch(CompactionGuard::isOurs);
  }

  /** Returns why the guard does not apply although it is configured; empty if it applies or is not configured. */
  public static Optional<String> refusal(OzoneConfiguration conf) {
    return Optional.ofNullable(conf.get(REFUSAL));
  }

  /**
   * Removes the guard's options and switches automatic compactions on, for an OM that continues without the add-on. If
   * that fails, a daemon thread repeats it once per second until it succeeds or {@code over} is true.
   */
  public void abandon(String threadName, BooleanSupplier over) {
    withdraw();
    look();
    if (seen == null) {
      try {
        Thread thread = new Thread(() -> lookUntilSwitchedOn(over), threadName);
        thread.setDaemon(true);
        thread.start();
      } catch (Throwable e) {
        LOG.error("FSO tables may not be compacted automatically before the OM is restarted", e);
      }
    }
  }

  private void lookUntilSwitchedOn(BooleanSupplier over) {
    try {
      while (seen == null && !over.getAsBoolean()) {
        Thread.sleep(PAUSE_MS);
        look();
      }
    } catch (InterruptedException e) {
      LOG.debug("{} ends", Thread.currentThread().getName());
    }
  }

  /**
   * Switches automatic compactions on if OM has opened another database since the last call. Catches all errors, so
   * that the next call tries again.
   */
  public void look() {
    try {
      OmDatabase database = OmDatabase.current(metadata);
      if (!database.isSameAs(seen)) {
        compactAutomatically(database);
        guarded = guarded(database);
        seen = database;
        failed = false;
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("The OM has no open database; the next look is soon", e);
    } catch (Throwable e) {
      if (!failed) {
        LOG.error("FSO tables are not set up yet to be compacted automatically and cut at bucket boundaries", e);
      }
      failed = true;
    }
  }

  private void compactAutomatically(OmDatabase database) throws DatabaseUnavailableException {
    List<ColumnFamilyHandle> tables = new ArrayList<>();
    for (DBColumnFamilyDefinition<?, ?> table : TABLES) {
      tables.add(database.columnFamily(table.getName()).getHandle());
    }
    database.read(db -> {
      List<ColumnFamilyHandle> off = notCompacted(db, tables);
      if (!off.isEmpty()) {
        automaticCompaction.enable(db, off);
        // RocksDB's Java API drops the status of enableAutoCompaction, so this reads the option back.
        if (!notCompacted(db, off).isEmpty()) {
          throw new IllegalStateException("RocksDB did not switch automatic compactions on");
        }
      }
      return null;
    });
  }

  private static List<ColumnFamilyHandle> notCompacted(RocksDB db, List<ColumnFamilyHandle> tables)
      throws RocksDBException {
    List<ColumnFamilyHandle> off = new ArrayList<>();
    for (ColumnFamilyHandle table : tables) {
      if (db.getOptions(table).disableAutoCompactions()) {
        off.add(table);
      }
    }
    return off;
  }

  private static List<String> guarded(OmDatabase database) throws IOException {
    Map<String, Integer> prefixes = PrefixesOfFiles.read(database.directory());
    List<String> found = TABLES.stream().map(DBColumnFamilyDefinition::getName).filter(prefixes::containsKey)
        .collect(Collectors.toList());
    LOG.info("SST files that RocksDB writes are cut at bucket boundaries in {}",
        found.isEmpty() ? "no table" : String.join(", ", found));
    return Collections.unmodifiableList(found);
  }

  /**
   * The tables in which RocksDB cuts the SST files of OM's database at bucket boundaries, as of the last {@link #look}.
   */
  public List<String> tables() {
    return guarded;
  }
}
