// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import com.google.common.base.Throwables;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.Codec;
import org.apache.hadoop.hdds.utils.db.DBProfile;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.hdds.utils.db.DBStoreBuilder;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.hdds.utils.db.StringCodec;
import org.apache.hadoop.hdds.utils.db.Table;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.hdds.utils.db.cache.TableCache.CacheType;
import org.apache.hadoop.hdds.utils.db.managed.ManagedDBOptions;
import org.apache.hadoop.ozone.om.OmMetadataManagerImpl;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;
import org.apache.hadoop.ozone.om.helpers.SnapshotInfo;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** Opens read-only an om.db that no OM uses; changes no files in its directory. A missing table reads as empty. */
public final class CopiedDatabase extends OmMetadataManagerImpl implements OmDatabase.Copy {
  /** Maximum number of SST files that are open at once. A shell's limit of open files may be too low for all files. */
  private static final int MAX_OPEN_FILES = 512;
  private static final String CURRENT = "CURRENT";

  private final Set<String> families;
  private final RDBStore store;
  private final List<String> unknownOptions;
  private final Table<String, OmVolumeArgs> volumes;
  private final Table<String, OmBucketInfo> buckets;
  private final Table<String, SnapshotInfo> snapshots;
  private final Set<String> faults = ConcurrentHashMap.newKeySet();
  private final Optional<String> lockFailure;

  private CopiedDatabase(Set<String> families, RDBStore store, List<String> unknownOptions,
      Optional<String> lockFailure) throws IOException {
    this.families = families;
    this.lockFailure = lockFailure;
    this.store = store;
    this.unknownOptions = unknownOptions;
    this.volumes = OMDBDefinition.VOLUME_TABLE_DEF.getTable(store);
    this.buckets = OMDBDefinition.BUCKET_TABLE_DEF.getTable(store, CacheType.FULL_CACHE);
    this.snapshots = table(OMDBDefinition.SNAPSHOT_INFO_TABLE_DEF.getName(), SnapshotInfo.getCodec());
  }

  /**
   * @throws RefusedException if there is no database, it is not an OM's, a process has it open, or it cannot be read
   */
  public static CopiedDatabase open(OzoneConfiguration conf, File path) throws RefusedException {
    File directory = path.getAbsoluteFile();
    check(path, directory);
    Optional<String> lockFailure = checkLock(path, new File(directory, "LOCK"));
    RDBStore store = null;
    try {
      Set<String> families = families(directory);
      if (families.isEmpty()) {
        throw wrong(path + " holds no database: RocksDB can read no table in it.");
      }
      for (String table : new String[] {OMDBDefinition.VOLUME_TABLE, OMDBDefinition.BUCKET_TABLE}) {
        if (!families.contains(table)) {
          throw wrong(path + " is a database, but not an OM's: it has no table " + table + ".");
        }
      }
      try (KnownOptions options = new KnownOptions(directory)) {
        store = store(conf, directory, families, options);
        return new CopiedDatabase(families, store, options.unknown(), lockFailure);
      }
    } catch (RefusedException e) {
      throw e;
    } catch (IOException | RocksDBException | RuntimeException e) {
      if (store != null) {
        store.close();
      }
      throw unreadable(path, e);
    }
  }

  private static void check(File path, File directory) throws RefusedException {
    if (!directory.isDirectory()) {
      throw wrong(path + (directory.exists() ? " is not a directory." : " does not exist."));
    }
    if (directory.list() == null) {
      throw RefusedException.of(ErrorCode.FORBIDDEN, path + " cannot be read by this user.")
          .withNextStep("Run the command as the user that runs 'ozone om', or copy the directory.");
    }
    if (!new File(directory, CURRENT).exists()) {
      File inside = new File(path, OMDBDefinition.get().getName());
      throw wrong(path + " holds no database: it has no file " + CURRENT + "."
          + (new File(inside, CURRENT).exists() ? " Did you mean " + inside + "?" : ""));
    }
  }

  /**
   * Refuses a database of which a process holds the LOCK file. If that is unknown, returns a sentence that says why.
   */
  private static Optional<String> checkLock(File path, File file) throws RefusedException {
    // For a shared lock, read permission is enough.
    try (FileChannel channel = FileChannel.open(file.toPath(), StandardOpenOption.READ);
         FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      if (lock != null) {
        return Optional.empty();
      }
    } catch (NoSuchFileException e) {
      // No process has it open: it is a checkpoint, which has no file LOCK.
      return Optional.empty();
    } catch (IOException e) {
      // This user may not read the file, or the file system does not support locks.
      return Optional.of(path + " may be open in a running process: its file LOCK cannot be asked (" + e
          + "). If an OM runs over it, files vanish while they are read, and what is shown is wrong.");
    }
    throw RefusedException.of(ErrorCode.BUSY, path + " is open in a running process, which deletes files while they"
        + " are read.")
        .withNextStep("Ask the OM by 'ozone admin om compaction' without --db, or name a checkpoint: curl -f"
        + " 'http://LEADER:9874/dbCheckpoint?flushBeforeCheckpoint=true' | tar -x -C DIRECTORY");
  }

  private static Set<String> families(File directory) throws RocksDBException {
    Set<String> families = new TreeSet<>();
    for (byte[] name : RocksDatabase.listColumnFamiliesEmptyOptions(directory.getPath())) {
      families.add(new String(name, StandardCharsets.UTF_8));
    }
    return families;
  }

  private static RDBStore store(OzoneConfiguration conf, File directory, Collection<String> families,
      KnownOptions known) throws IOException {
    ManagedDBOptions options = DBProfile.DISK.getDBOptions();
    options.setCreateIfMissing(false);
    options.setCreateMissingColumnFamilies(false);
    // With paranoid checks, RocksDB would not open the database if one file is damaged or missing.
    options.setParanoidChecks(false);
    DBStoreBuilder builder = DBStoreBuilder.newBuilder(conf).setName(directory.getName())
        .setPath(directory.toPath().getParent()).setOptionsPath(known.file())
        .setDBOptions(options).setMaxNumberOfOpenFiles(MAX_OPEN_FILES).setOpenReadOnly(true)
        .setCreateCheckpointDirs(false).setEnableRocksDbMetrics(false);
    families.forEach(builder::addTable);
    return builder.build();
  }

  private static RefusedException wrong(String message) {
    return RefusedException.of(ErrorCode.BAD_REQUEST, message);
  }

  /** {@code failure} contains an exception of RocksDB, whose message names the file. */
  public static RefusedException unreadable(File path, Throwable failure) {
    return RefusedException.of(ErrorCode.INTERNAL, path + " cannot be read: "
        + Throwables.getRootCause(failure).getMessage() + ".")
        .withNextStep("Look with 'ozone debug ldb --db=" + path + " list_column_families' whether Ozone can, or take"
        + " another copy.");
  }

  private <V> Table<String, V> table(String name, Codec<V> values) throws IOException {
    return store.getTable(has(name) ? name : OmDatabase.EMPTY_TABLE, StringCodec.get(), values);
  }

  /** Returns a sentence that says why a process may have the database open; empty if no process has it open. */
  public Optional<String> lockFailure() {
    return lockFailure;
  }

  public boolean has(String table) {
    return families.contains(table);
  }

  public List<String> unknownOptions() {
    return unknownOptions;
  }

  @Override
  public void noteFault(Exception failure) {
    faults.add(String.valueOf(failure.getMessage()));
  }

  /** One sentence for each SST file that is missing, known to be damaged, or named in {@code unreadable}. */
  public List<String> damagedFiles(Collection<String> unreadable) {
    List<String> damaged = new ArrayList<>();
    for (LiveFileMetaData file : store.getDb().getManagedRocksDb().get().getLiveFilesMetaData()) {
      String name = FileCounts.name(file.fileName());
      File sst = new File(store.getDbLocation(), name);
      String table = new String(file.columnFamilyName(), StandardCharsets.UTF_8);
      if (!sst.exists()) {
        damaged.add("SST file " + sst + " of " + table + " is missing: nothing of it is shown.");
      } else if (unreadable.contains(name)) {
        damaged.add("SST file " + sst + " of " + table + " cannot be read: its entries and tombstones count as none.");
      } else if (faults.stream().anyMatch(fault -> fault.contains(name))) {
        damaged.add("SST file " + sst + " of " + table + " is damaged: of its keys counts are estimates and waits not"
            + " measured.");
      }
    }
    return damaged;
  }

  @Override
  public DBStore getStore() {
    return store;
  }

  @Override
  public Table<String, OmVolumeArgs> getVolumeTable() {
    return volumes;
  }

  @Override
  public Table<String, OmBucketInfo> getBucketTable() {
    return buckets;
  }

  @Override
  public Table<String, SnapshotInfo> getSnapshotInfoTable() {
    return snapshots;
  }

  @Override
  public Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> getBucketIterator() {
    return buckets.cacheIterator();
  }

  @Override
  public void stop() {
    store.close();
  }
}
