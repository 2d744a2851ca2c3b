// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.ArrayList;
import java.util.Arrays;
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

  private final Level[] levels;

  public FilesByKey(LsmTable table) {
    List<List<SstFile>> byLevel = new ArrayList<>();
    for (int i = 0; i < table.levels(); i++) {
      byLevel.add(new ArrayList<>());
    }
    table.files().forEach(file -> byLevel.get(file.level()).add(file));
    levels = byLevel.stream().filter(files -> !files.isEmpty()).map(Level::new).toArray(Level[]::new);
  }

  /** Passes files that may hold a key of {@code [begin, lastKey]} to the sink, from level 0 downwards. */
  public void forEachIn(byte[] begin, byte[] lastKey, Consumer<SstFile> sink) {
    for (Level level : levels) {
      level.forEachIn(begin, lastKey, sink);
    }
  }

  /** Passes all files to the sink, level by level from level 0 downwards, on each level by key. */
  public void forEach(Consumer<SstFile> sink) {
    for (Level level : levels) {
      for (SstFile file : level.files) {
        sink.accept(file);
      }
    }
  }

  /** The smallest key of all files; the empty key if there are no files. */
  public byte[] firstKey() {
    return Arrays.stream(levels).map(level -> level.files[0].smallestKey()).reduce(Keys::min).orElse(new byte[0]);
  }

  /** The largest key of all files; the empty key if there are no files. */
  public byte[] lastKey() {
    return Arrays.stream(levels).map(level -> level.largestSoFar[level.files.length - 1]).reduce(Keys::max)
        .orElse(new byte[0]);
  }

  /** The deepest level that has files; 0 if there are none. */
  public int deepestLevel() {
    return levels.length == 0 ? 0 : levels[levels.length - 1].files[0].level();
  }

  public int count() {
    return Arrays.stream(levels).mapToInt(level -> level.files.length).sum();
  }

  private static final class Level {
    private final SstFile[] files;
    /**
     * For each index, the largest key of the files up to this index. These keys ascend, which a binary search needs.
     */
    private final byte[][] largestSoFar;

    Level(List<SstFile> unsorted) {
      files = unsorted.toArray(new SstFile[0]);
      Arrays.sort(files, BY_KEY);
      largestSoFar = new byte[files.length][];
      byte[] largest = files[0].largestKey();
      for (int i = 0; i < files.length; i++) {
        largest = Keys.max(largest, files[i].largestKey());
        largestSoFar[i] = largest;
      }
    }

    void forEachIn(byte[] begin, byte[] lastKey, Consumer<SstFile> sink) {
      int first = Keys.first(files.length, i -> Keys.compare(largestSoFar[i], begin) >= 0);
      for (int i = first; i < files.length && Keys.compare(files[i].smallestKey(), lastKey) <= 0; i++) {
        if (Keys.compare(files[i].largestKey(), begin) >= 0) {
          sink.accept(files[i]);
        }
      }
    }
  }
}
