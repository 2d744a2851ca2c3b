// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
import org.rocksdb.SstPartitionerFixedPrefixFactory;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * One table in a real RocksDB with small files. They are in memory: what RocksDB reads and writes is counted, not how
 * long a disk takes to sync it.
 */
final class RocksTable implements AutoCloseable {
  static final String NAME = "default";
  private static final String PATH = "/tree";
  private static final int LEVELS = 7;

  final RocksDB db;
  private final CompactionSettings settings;
  private final Statistics statistics = new Statistics();
  private final Env memory = new RocksMemEnv(Env.getDefault());
  private final Options options;

  /**
   * @param open     closed with the table
   * @param settings of the table
   */
  RocksTable(Options open, CompactionSettings settings) throws RocksDBException {
    this.settings = settings;
    if (settings.prefixOfFiles() > 0) {
      open.setSstPartitionerFactory(new SstPartitionerFixedPrefixFactory(settings.prefixOfFiles()));
    }
    options = open.setEnv(memory).setCreateIfMissing(true).setLevelCompactionDynamicLevelBytes(true)
        .setTargetFileSizeBase(settings.targetFileBytes()).setStatistics(statistics);
    if (!settings.hasDefaultMaxCompactionBytes()) {
      options.setMaxCompactionBytes(settings.maxCompactionBytes());
    }
    db = RocksDB.open(options, PATH);
  }

  void flush() throws RocksDBException {
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      db.flush(wait);
    }
  }

  LsmTable tree() throws RocksDBException {
    List<SstFile> files = new ArrayList<>();
    for (LiveFileMetaData file : db.getLiveFilesMetaData()) {
      files.add(new SstFile(file.fileName(), file.level(), file.smallestKey(), file.largestKey(), file.size(),
          file.numEntries(), file.numDeletions(), file.beingCompacted()));
    }
    return LsmTable.of(NAME, LEVELS, files).withSettings(settings)
        .withBaseLevel(Integer.parseInt(db.getProperty("rocksdb.base-level")));
  }

  /** The tree, with whom to ask about what is in its files. */
  LsmTable sampledTree() throws RocksDBException {
    return tree().withSamples(new RocksSamples(db, memory, PATH));
  }

  /** In the steps that the OM takes. */
  void compact(KeyRange range) throws RocksDBException {
    compact(range, BottommostLevelCompaction.kIfHaveCompactionFilter);
    for (int round = 0; round < 2; round++) {
      for (CompactionStep step : RemainingSteps.of(tree(), range, file -> holdsTombstones(file, range))) {
        compact(step.range(), step.kind() == CompactionStep.Kind.MERGE_DOWN
            ? BottommostLevelCompaction.kIfHaveCompactionFilter : BottommostLevelCompaction.kForce);
      }
    }
  }

  private boolean holdsTombstones(SstFile file, KeyRange range) {
    try (SstContent content = new SstContent(memory, PATH + file.name())) {
      return content.holdsTombstones(range);
    } catch (RocksDBException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }

  private void compact(KeyRange range, BottommostLevelCompaction bottommost) throws RocksDBException {
    try (CompactRangeOptions compaction = new CompactRangeOptions().setExclusiveManualCompaction(false)
        .setBottommostLevelCompaction(bottommost)) {
      db.compactRange(null, range.begin(), range.lastKey(), compaction);
    }
  }

  long readBytes() {
    return statistics.getTickerCount(TickerType.COMPACT_READ_BYTES);
  }

  long writeBytes() {
    return statistics.getTickerCount(TickerType.COMPACT_WRITE_BYTES);
  }

  /** Files by level, for messages. */
  String shape() throws RocksDBException {
    int[] files = new int[LEVELS];
    tree().files().forEach(file -> files[file.level()]++);
    return Arrays.toString(files);
  }

  @Override
  public void close() {
    db.close();
    options.close();
    memory.close();
    statistics.close();
  }
}
