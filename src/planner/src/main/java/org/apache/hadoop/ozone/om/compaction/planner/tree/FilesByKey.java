// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/** Finds the files of a table by their keys. On level 0, or with corrupt metadata, files of one level may overlap. */
public final class FilesByKey {
  public static final Comparator<SstFile> BY_KEY = (a, b) -> {
    int order = Keys.compare(a.smallestKey(), b.smallestKey());
    if (order == 0) {
      order = Keys.compare(a.largestKey(), b.largestKey());
    }
    return order != 0 ? order : a.name().compareTo(b.name());
  };

  /** Levels without files are left out. */
  private final List<KeyIndex<SstFile>> levels = new ArrayList<>();

  public FilesByKey(LsmTable table) {
    List<List<SstFile>> byLevel = new ArrayList<>();
    for (int i = 0; i < table.levels(); i++) {
      byLevel.add(new ArrayList<>());
    }
    table.files().forEach(file -> byLevel.get(file.level()).add(file));
    byLevel.stream().filter(files -> !files.isEmpty()).forEach(files -> {
      files.sort(BY_KEY);
      levels.add(new KeyIndex<>(files, SstFile::smallestKey, SstFile::largestKey));
    });
  }

  /** Passes files that may hold a key of {@code [begin, lastKey]} to the sink, from level 0 downwards. */
  public void forEachIn(byte[] begin, byte[] lastKey, Consumer<SstFile> sink) {
    levels.forEach(level -> level.forEachIn(begin, lastKey, sink));
  }

  /** Passes all files to the sink, level by level from level 0 downwards, on each level by key. */
  public void forEach(Consumer<SstFile> sink) {
    levels.forEach(level -> level.all().forEach(sink));
  }

  /** The smallest key of all files; the empty key if there are no files. */
  public byte[] firstKey() {
    return levels.stream().map(level -> level.all().get(0).smallestKey()).reduce(Keys::min).orElse(new byte[0]);
  }

  /** The largest key of all files; the empty key if there are no files. */
  public byte[] lastKey() {
    return levels.stream().map(KeyIndex::largestKey).reduce(Keys::max).orElse(new byte[0]);
  }

  /** The deepest level that has files; 0 if there are none. */
  public int deepestLevel() {
    return levels.isEmpty() ? 0 : levels.get(levels.size() - 1).all().get(0).level();
  }

  public int count() {
    return levels.stream().mapToInt(level -> level.all().size()).sum();
  }
}
