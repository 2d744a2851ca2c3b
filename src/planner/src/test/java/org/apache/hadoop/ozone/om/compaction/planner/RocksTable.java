// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksMemEnv;
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
  private final long targetFileBytes;
  private final Statistics statistics = new Statistics();
  private final Env memory = new RocksMemEnv(Env.getDefault());
  private final Options options;

  /**
   * @param settings        closed with the table
   * @param targetFileBytes RocksDB's {@code target_file_size_base}
   */
  RocksTable(Options settings, long targetFileBytes) throws RocksDBException {
    this.targetFileBytes = targetFileBytes;
    options = settings.setEnv(memory).setCreateIfMissing(true).setLevelCompactionDynamicLevelBytes(true)
        .setTargetFileSizeBase(targetFileBytes).setStatistics(statistics);
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
    return LsmTable.of(NAME, LEVELS, files).withTargetFileBytes(targetFileBytes)
        .withBaseLevel(Integer.parseInt(db.getProperty("rocksdb.base-level")));
  }

  /** The tree, with whom to ask about what is in its files. */
  LsmTable sampledTree() throws RocksDBException {
    return tree().withSamples(new RocksSamples(db, memory, PATH));
  }

  /**
   * The cheapest complete way, which is also that of the OM: in default mode, then what still holds tombstones: forced
   * where that lies lowest, else together with the lower file, from an end of that.
   */
  void compact(KeyRange range) throws RocksDBException {
    compact(range, BottommostLevelCompaction.kIfHaveCompactionFilter);
    for (int round = 0; round < 2; round++) {
      LsmTable tree = tree();
      for (SstFile file : tree.files()) {
        if (file.level() > 0 && holdsTombstones(file, range)) {
          takeDown(tree, file, new KeyRange(Keys.max(range.begin(), file.smallestKey()),
              Keys.min(range.lastKey(), file.largestKey())));
        }
      }
    }
  }

  private void takeDown(LsmTable tree, SstFile file, KeyRange inside) throws RocksDBException {
    Optional<SstFile> lower = overlapping(tree, inside).stream().filter(other -> other.level() > file.level())
        .max(Comparator.comparingInt(SstFile::level));
    if (lower.isEmpty()) {
      compact(inside, BottommostLevelCompaction.kForce);
    } else {
      KeyRange left = new KeyRange(Keys.min(lower.get().smallestKey(), inside.begin()), inside.lastKey());
      KeyRange right = new KeyRange(inside.begin(), Keys.max(lower.get().largestKey(), inside.lastKey()));
      compact(bytes(overlapping(tree, left)) <= bytes(overlapping(tree, right)) ? left : right,
          BottommostLevelCompaction.kIfHaveCompactionFilter);
    }
  }

  private static List<SstFile> overlapping(LsmTable tree, KeyRange range) {
    return tree.files().stream().filter(file -> file.overlaps(range.begin(), range.lastKey())).toList();
  }

  private static long bytes(List<SstFile> files) {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }

  private boolean holdsTombstones(SstFile file, KeyRange range) throws RocksDBException {
    if (file.tombstones() == 0 || !file.overlaps(range.begin(), range.lastKey())) {
      return false;
    }
    if (db.getLiveFilesMetaData().stream().noneMatch(live -> live.fileName().equals(file.name()))) {
      return false;
    }
    try (SstContent content = new SstContent(memory, PATH + file.name())) {
      return content.holdsTombstones(range);
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
