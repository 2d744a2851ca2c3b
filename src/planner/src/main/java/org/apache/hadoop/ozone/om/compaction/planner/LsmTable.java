// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** One table's (column family's) LSM tree: its live SST files and the few settings that shape a compaction. */
public final class LsmTable {
  /** RocksDB's default {@code num_levels}. */
  public static final int DEFAULT_LEVELS = 7;
  /** RocksDB's default {@code target_file_size_base}, which Ozone keeps. */
  public static final long DEFAULT_TARGET_FILE_BYTES = 64L << 20;

  private final String name;
  private final int levels;
  private final int baseLevel;
  private final long targetFileBytes;
  private final int prefixOfFiles;
  private final List<SstFile> files;
  private final TableSamples samples;

  private LsmTable(String name, int levels, int baseLevel, long targetFileBytes, int prefixOfFiles,
      List<SstFile> files, TableSamples samples) {
    this.name = name;
    this.levels = levels;
    this.baseLevel = baseLevel;
    this.targetFileBytes = targetFileBytes;
    this.prefixOfFiles = prefixOfFiles;
    this.files = files;
    this.samples = samples;
  }

  /**
   * A table whose base level is deduced as {@code level_compaction_dynamic_level_bytes} (Ozone's setting) makes it: the
   * first level below 0 that holds files, else the last level.
   *
   * @param levels number of LSM levels, at least 2 and more than the deepest file's level
   * @param files  in any order
   * @throws IllegalArgumentException if a file lies beyond the last level
   */
  public static LsmTable of(String name, int levels, Collection<SstFile> files) {
    Objects.requireNonNull(name, "name");
    if (levels < 2) {
      throw new IllegalArgumentException("Table " + name + " needs at least 2 levels, not " + levels);
    }
    int base = levels - 1;
    for (SstFile file : files) {
      if (file.level() >= levels) {
        throw new IllegalArgumentException("SST file " + file.name() + " of table " + name + " is on level "
            + file.level() + " of " + levels);
      }
      if (file.level() > 0) {
        base = Math.min(base, file.level());
      }
    }
    return new LsmTable(name, levels, base, DEFAULT_TARGET_FILE_BYTES, 0,
        Collections.unmodifiableList(new ArrayList<>(files)), TableSamples.NONE);
  }

  /**
   * The same table with the base level that RocksDB reports.
   *
   * @param level the level that level 0 is compacted into, RocksDB's property {@code rocksdb.base-level}; a level that
   *              cannot be one, or lies below files that level 0 would have to skip, is ignored
   */
  public LsmTable withBaseLevel(int level) {
    return level < 1 || level > baseLevel ? this
        : new LsmTable(name, levels, level, targetFileBytes, prefixOfFiles, files, samples);
  }

  /**
   * The same table with another target size of the files that a compaction writes.
   *
   * @param bytes RocksDB's {@code target_file_size_base}, positive
   */
  public LsmTable withTargetFileBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("Target file size must be positive, not " + bytes);
    }
    return new LsmTable(name, levels, baseLevel, bytes, prefixOfFiles, files, samples);
  }

  /**
   * The same table with a {@code sst_partitioner_factory}: a compaction ends a file where the first bytes of its keys
   * change.
   *
   * @param bytes of a key that all keys of a file share, positive; 0 for a table without
   */
  public LsmTable withPrefixOfFiles(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("The prefix of files cannot have " + bytes + " bytes");
    }
    return new LsmTable(name, levels, baseLevel, targetFileBytes, bytes, files, samples);
  }

  /** The same table with somebody to ask about the inside of its files. */
  public LsmTable withSamples(TableSamples asked) {
    return new LsmTable(name, levels, baseLevel, targetFileBytes, prefixOfFiles, files,
        Objects.requireNonNull(asked, "samples"));
  }

  /** Whether both have the same files, of one database and in the same order, and the same settings. */
  public boolean isSameAs(LsmTable other) {
    if (!name.equals(other.name) || levels != other.levels || baseLevel != other.baseLevel
        || targetFileBytes != other.targetFileBytes || prefixOfFiles != other.prefixOfFiles
        || files.size() != other.files.size()) {
      return false;
    }
    for (int i = 0; i < files.size(); i++) {
      if (!files.get(i).isSameAs(other.files.get(i))) {
        return false;
      }
    }
    return true;
  }

  public String name() {
    return name;
  }

  public int levels() {
    return levels;
  }

  /** The level that level 0 is compacted into. */
  public int baseLevel() {
    return baseLevel;
  }

  public long targetFileBytes() {
    return targetFileBytes;
  }

  /** Whether a compaction writes two keys to different files, however close they are. */
  boolean cutsBetween(byte[] key, byte[] next) {
    int shared = Math.min(Math.min(key.length, next.length), prefixOfFiles);
    for (int i = 0; i < shared; i++) {
      if (key[i] != next[i]) {
        return true;
      }
    }
    return shared < prefixOfFiles && key.length != next.length;
  }

  /** The smallest key that a compaction may write to the same file as another, where it cuts files by prefix. */
  byte[] firstKeyOfFile(byte[] key) {
    return Arrays.copyOf(key, Math.min(key.length, prefixOfFiles));
  }

  /** {@link TableSamples#NONE} unless given. */
  TableSamples samples() {
    return samples;
  }

  /** In the order given. */
  public List<SstFile> files() {
    return files;
  }
}
