// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

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
import org.apache.hadoop.ozone.om.compaction.turn.PressureGauges.TableLoad;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.MutableColumnFamilyOptions.MutableColumnFamilyOptionsBuilder;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads this OM's gauges, which takes about a millisecond. Thread-safe, also while OM swaps its database. */
public final class PressureReader implements PressureGauges.Source {
  /** Has one subdirectory for each checkpoint that OM sends; the name repeats a literal of DBCheckpointServlet. */
  private static final String CHECKPOINTS_BEING_SENT = "temp-bootstrap-data";

  /**
   * A checkpoint directory that nothing has touched for this long counts as left over. Otherwise it would block all
   * turns of this OM. One of OM's servlets touches the directory only when it starts to send; sending 2.5 TB at 1
   * Gbit/s takes this long.
   */
  private static final long UNTOUCHED_MILLIS = TimeUnit.HOURS.toMillis(6);
  private static final Logger LOG = LoggerFactory.getLogger(PressureReader.class);

  private final Supplier<? extends OMMetadataManager> metadata;
  private final BooleanSupplier prepared;
  /** Checkpoint directories not sent any more: OM was killed while it sent them, or could not delete them. */
  private final Set<File> leftOver = ConcurrentHashMap.newKeySet();

  /**
   * Call this before the OM sends checkpoints. All checkpoint directories that exist now count as left over.
   *
   * @param metadata gives OM's current metadata manager; null, or one without a store, is allowed
   * @param prepared true while the OM is prepared for an upgrade, or is being prepared
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

  /** A checkpoint is reported only while this OM sends it. */
  @Override
  public Optional<PressureGauges> read() throws IOException {
    try {
      OmDatabase database = OmDatabase.current(metadata);
      File directory = database.directory();
      RocksDatabase tables = database.rocks();
      return Optional.of(database.read(rocksDb -> gauges(rocksDb, tables))
          .prepared(prepared.getAsBoolean())
          .freeDiskBytes(Files.getFileStore(directory.toPath()).getUsableSpace())
          .checkpoint(checkpointBeingSent(directory)));
    } catch (DatabaseUnavailableException e) {
      return Optional.empty();
    } catch (DatabaseFaultException e) {
      throw new IOException("RocksDB does not report them: " + e.getMessage(), e);
    }
  }

  private static PressureGauges gauges(RocksDB rocksDb, RocksDatabase database) throws RocksDBException {
    TableLoad l0Files = new TableLoad("", 0, 0);
    TableLoad pending = new TableLoad("", 0, 0);
    for (RocksDatabase.ColumnFamily family : database.getExtraColumnFamilies()) {
      ColumnFamilyHandle handle = family.getHandle();
      long files = Long.parseLong(rocksDb.getProperty(handle, "rocksdb.num-files-at-level0"));
      long bytes = rocksDb.getLongProperty(handle, "rocksdb.estimate-pending-compaction-bytes");
      // An idle table is never nearest to its limit. Its options are not read, because RocksDB prints them as text,
      // which is slow.
      if (files > 0 || bytes > 0 || l0Files.getTable().isEmpty()) {
        MutableColumnFamilyOptionsBuilder options = rocksDb.getOptions(handle);
        l0Files = new TableLoad(family.getName(), files, options.level0SlowdownWritesTrigger()).orFuller(l0Files);
        pending = new TableLoad(family.getName(), bytes, options.softPendingCompactionBytesLimit()).orFuller(pending);
      }
    }
    return new PressureGauges()
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
