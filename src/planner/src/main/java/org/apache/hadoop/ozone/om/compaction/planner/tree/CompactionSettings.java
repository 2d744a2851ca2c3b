// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import com.google.common.math.LongMath;
import java.util.Objects;

/** The settings and the RocksDB version of a table that decide what one compaction takes and where its outputs end. */
public final class CompactionSettings {
  /** RocksDB's default {@code target_file_size_base}, which Ozone keeps. */
  public static final long DEFAULT_TARGET_FILE_BYTES = 64L << 20;
  public static final CompactionSettings DEFAULT = ofTargetFileBytes(DEFAULT_TARGET_FILE_BYTES);
  /** RocksDB's default of {@code max_compaction_bytes}, in target file sizes. */
  private static final int TARGET_FILES_PER_COMPACTION = 25;

  private final long targetFileBytes;
  private final long maxCompactionBytes;
  private final int prefixOfFiles;
  private final RocksDbVersion rocksDb;

  private CompactionSettings(long targetFileBytes, long maxCompactionBytes, int prefixOfFiles,
      RocksDbVersion rocksDb) {
    this.targetFileBytes = targetFileBytes;
    this.maxCompactionBytes = maxCompactionBytes;
    this.prefixOfFiles = prefixOfFiles;
    this.rocksDb = rocksDb;
  }

  /** RocksDB 7.7 with a positive {@code target_file_size_base}, and RocksDB's defaults otherwise. */
  public static CompactionSettings ofTargetFileBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("Target file size must be positive, not " + bytes);
    }
    return new CompactionSettings(bytes, LongMath.saturatedMultiply(TARGET_FILES_PER_COMPACTION, bytes), 0,
        RocksDbVersion.V7_7);
  }

  /** A copy with another {@code max_compaction_bytes}, which must be positive. */
  public CompactionSettings withMaxCompactionBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("The most bytes of a compaction must be positive, not " + bytes);
    }
    return new CompactionSettings(targetFileBytes, bytes, prefixOfFiles, rocksDb);
  }

  /** A copy whose files each hold keys with equal first {@code bytes} ({@code sst_partitioner_factory}); 0 for none. */
  public CompactionSettings withPrefixOfFiles(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("The prefix of files cannot have " + bytes + " bytes");
    }
    return new CompactionSettings(targetFileBytes, maxCompactionBytes, bytes, rocksDb);
  }

  public CompactionSettings withRocksDb(RocksDbVersion version) {
    return new CompactionSettings(targetFileBytes, maxCompactionBytes, prefixOfFiles,
        Objects.requireNonNull(version, "version"));
  }

  public long targetFileBytes() {
    return targetFileBytes;
  }

  /**
   * Number of input bytes beyond which RocksDB adds no further file to a compaction. When RocksDB 10.10 adds files of
   * the upper level, it allows twice as many. Also limits how many bytes of deeper files an output file overlaps.
   */
  public long maxCompactionBytes() {
    return maxCompactionBytes;
  }

  /** Number of first bytes that all keys of a file share; 0 without a partitioner. */
  public int prefixOfFiles() {
    return prefixOfFiles;
  }

  public RocksDbVersion rocksDb() {
    return rocksDb;
  }

  /** True if the partitioner puts two neighbouring keys into different files, because their prefixes differ. */
  public boolean cutBetween(byte[] key, byte[] next) {
    int shared = Math.min(Math.min(key.length, next.length), prefixOfFiles);
    for (int i = 0; i < shared; i++) {
      if (key[i] != next[i]) {
        return true;
      }
    }
    return shared < prefixOfFiles && key.length != next.length;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof CompactionSettings)) {
      return false;
    }
    CompactionSettings that = (CompactionSettings) other;
    return targetFileBytes == that.targetFileBytes && maxCompactionBytes == that.maxCompactionBytes
        && prefixOfFiles == that.prefixOfFiles && rocksDb == that.rocksDb;
  }

  @Override
  public int hashCode() {
    return Objects.hash(targetFileBytes, maxCompactionBytes, prefixOfFiles, rocksDb);
  }
}
