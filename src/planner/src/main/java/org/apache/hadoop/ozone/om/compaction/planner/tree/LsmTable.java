// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** The LSM tree of one table (column family): its live SST files and the settings that shape a compaction. */
public final class LsmTable {
  private final String name;
  private final int levels;
  private final int baseLevel;
  private final CompactionSettings settings;
  private final List<SstFile> files;
  private final LiveKeys liveKeys;
  private final boolean corrupt;

  private LsmTable(String name, int levels, int baseLevel, CompactionSettings settings, List<SstFile> files,
      LiveKeys liveKeys) {
    this.name = name;
    this.levels = levels;
    this.baseLevel = baseLevel;
    this.settings = settings;
    this.files = files;
    this.liveKeys = liveKeys;
    this.corrupt = files.stream().anyMatch(file -> file.corruption() != null);
  }

  /**
   * A table whose base level is the first level below 0 that holds files, or the last level if there is none. With
   * {@code level_compaction_dynamic_level_bytes}, RocksDB uses this level or a level with a smaller number.
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
    return new LsmTable(name, levels, base, CompactionSettings.DEFAULT,
        Collections.unmodifiableList(new ArrayList<>(files)), LiveKeys.UNKNOWN);
  }

  /**
   * A copy with the base level of the property {@code rocksdb.base-level}. It is ignored if it is not a valid level, or
   * if a level between level 0 and this level has files.
   */
  public LsmTable withBaseLevel(int level) {
    return level < 1 || level > baseLevel ? this
        : new LsmTable(name, levels, level, settings, files, liveKeys);
  }

  public LsmTable withSettings(CompactionSettings other) {
    return new LsmTable(name, levels, baseLevel, Objects.requireNonNull(other, "settings"), files, liveKeys);
  }

  public LsmTable withLiveKeys(LiveKeys drawn) {
    return new LsmTable(name, levels, baseLevel, settings, files, Objects.requireNonNull(drawn, "live keys"));
  }

  /** Same name, levels, settings and files in order. Both must be of one database, as files are compared by name. */
  public boolean isSameAs(LsmTable other) {
    if (this == other) {
      return true;
    }
    if (!name.equals(other.name) || levels != other.levels || baseLevel != other.baseLevel
        || !settings.equals(other.settings) || files.size() != other.files.size()) {
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

  public int outputLevel(int level) {
    return level == 0 ? baseLevel : level + 1;
  }

  public CompactionSettings settings() {
    return settings;
  }

  public LiveKeys liveKeys() {
    return liveKeys;
  }

  public boolean holdsCorruptFiles() {
    return corrupt;
  }

  /** The files of the table, in the order in which they were passed to {@link #of}. */
  public List<SstFile> files() {
    return files;
  }
}
