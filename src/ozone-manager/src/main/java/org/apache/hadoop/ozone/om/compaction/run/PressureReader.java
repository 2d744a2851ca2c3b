// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.utils.db.RocksDatabase;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.run.PressureGauges.TableLoad;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.MutableColumnFamilyOptions.MutableColumnFamilyOptionsBuilder;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads this OM's gauges, in about a millisecond. Safe on any thread and while OM swaps its database. */
public final class PressureReader implements PressureGauges.Source {
  /**
   * Where both of OM's checkpoint servlets, and nobody else, put a subdirectory together for every checkpoint that they
   * send, to Recon or to an OM that is behind; the name is a literal of DBCheckpointServlet, which empties it as it is
   * asked for the first time.
   */
  private static final String CHECKPOINTS_BEING_SENT = "temp-bootstrap-data";

  /**
   * A checkpoint that nothing has touched for as long is not sent any more: OM could not delete it. One servlet touches
   * the directory with each file that it sends, the other only as it begins, and at 1 Gbit/s it sends 2.5 TB in this
   * time. To be wrong costs a compaction beside the end of a transfer; to wait would keep this OM from all its turns.
   */
  private static final long UNTOUCHED_MILLIS = TimeUnit.HOURS.toMillis(6);
  private static final Logger LOG = LoggerFactory.getLogger(PressureReader.class);

  private final Supplier<? extends OMMetadataManager> metadata;
  private final BooleanSupplier prepared;
  /** Checkpoints that nobody sends any more: the OM was killed as it sent them, or could not delete them. */
  private final Set<File> leftOver = ConcurrentHashMap.newKeySet();

  /**
   * To be made before the OM sends checkpoints.
   *
   * @param metadata OM's current metadata manager; may give null, or one without a store
   * @param prepared whether the OM is being prepared for an upgrade, or is prepared
   */
  public PressureReader(Supplier<? extends OMMetadataManager> metadata, BooleanSupplier prepared) {
    this.metadata = metadata;
    this.prepared = prepared;
    try {
      leftOver.addAll(checkpoints(OmDatabase.current(metadata).directory()));
    } catch (DatabaseUnavailableException e) {
      LOG.debug("There is no database yet, so no checkpoint of it is left over", e);
    }
  }

  /**
   * One reading. A checkpoint counts as under way while one that this OM sends is collected or streamed; that Ozone
   * snapshots are taken (hard links, milliseconds) or that this OM downloads a checkpoint is not seen.
   *
   * @return empty while OM has no open database
   * @throws IOException if the database is open and does not tell, or the disk does not
   */
  @Override
  public Optional<PressureGauges> read() throws IOException {
    try {
      OmDatabase database = OmDatabase.current(metadata);
      File directory = database.directory();
      RocksDatabase tables = database.rocks();
      PressureGauges.Builder gauges = database.read(rocksDb -> gauges(rocksDb, tables))
          .prepared(prepared.getAsBoolean())
          .freeDiskBytes(Files.getFileStore(directory.toPath()).getUsableSpace())
          .checkpoint(checkpointBeingSent(directory));
      return Optional.of(gauges.build());
    } catch (DatabaseUnavailableException e) {
      return Optional.empty();
    } catch (DatabaseFaultException e) {
      throw new IOException("RocksDB does not tell them: " + e.getMessage(), e);
    }
  }

  private static PressureGauges.Builder gauges(RocksDB rocksDb, RocksDatabase database) throws RocksDBException {
    TableLoad l0Files = new TableLoad("", 0, 0);
    TableLoad pending = new TableLoad("", 0, 0);
    for (RocksDatabase.ColumnFamily family : database.getExtraColumnFamilies()) {
      ColumnFamilyHandle handle = family.getHandle();
      long files = Long.parseLong(rocksDb.getProperty(handle, "rocksdb.num-files-at-level0"));
      long bytes = rocksDb.getLongProperty(handle, "rocksdb.estimate-pending-compaction-bytes");
      // A table without either is not the fullest, and its options cost more than all else here: RocksDB prints them.
      if (files > 0 || bytes > 0 || l0Files.getTable().isEmpty()) {
        MutableColumnFamilyOptionsBuilder options = rocksDb.getOptions(handle);
        l0Files = new TableLoad(family.getName(), files, options.level0SlowdownWritesTrigger()).orFuller(l0Files);
        pending = new TableLoad(family.getName(), bytes, options.softPendingCompactionBytesLimit()).orFuller(pending);
      }
    }
    return PressureGauges.newBuilder()
        .l0Files(l0Files)
        .pendingCompactionBytes(pending)
        .writesStopped(rocksDb.getLongProperty("rocksdb.is-write-stopped") != 0)
        .delayedWriteRate(rocksDb.getLongProperty("rocksdb.actual-delayed-write-rate"));
  }

  private String checkpointBeingSent(File database) {
    return checkpoints(database).stream().filter(this::isBeingSent).findFirst().map(File::getPath).orElse("");
  }

  private boolean isBeingSent(File checkpoint) {
    if (System.currentTimeMillis() - checkpoint.lastModified() >= UNTOUCHED_MILLIS && leftOver.add(checkpoint)) {
      LOG.warn("The checkpoint {} is taken for left over, as nothing has touched it for {} hours. It keeps deleted SST"
          + " files on the disk: delete it, or restart this OM.", checkpoint,
          TimeUnit.MILLISECONDS.toHours(UNTOUCHED_MILLIS));
    }
    return !leftOver.contains(checkpoint);
  }

  private static List<File> checkpoints(File database) {
    File[] checkpoints = new File(database.getParentFile(), CHECKPOINTS_BEING_SENT).listFiles(File::isDirectory);
    return checkpoints == null ? Collections.emptyList() : Arrays.asList(checkpoints);
  }
}
