// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.RocksDbVersion;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A model of a table's LSM tree, to which compactions are applied; no overlaps below level 0. Not thread-safe. */
public final class Levels {
  private static final Comparator<TreeFile> BY_KEY = Comparator.comparing((TreeFile file) -> file.keys().begin(),
      Keys::compare);

  private final LsmTable table;
  private final EntrySizes sizes;
  private final RocksDbRules rules;
  private final List<List<TreeFile>> files = new ArrayList<>();

  public Levels(LsmTable table, FileProfiles profiles) {
    this.table = table;
    this.rules = rulesOf(table.settings().rocksDb());
    // Sorted, because otherwise prices would depend, by rounding errors, on the order in which RocksDB lists files.
    List<SstFile> inOrder = new ArrayList<>(table.files());
    inOrder.sort(Comparator.comparing(SstFile::smallestKey, Keys::compare).thenComparing(SstFile::name));
    this.sizes = EntrySizes.of(inOrder);
    for (int level = 0; level < table.levels(); level++) {
      files.add(new ArrayList<>());
    }
    for (SstFile file : inOrder) {
      files.get(file.level()).add(TreeFile.of(file, profiles.of(file), sizes));
    }
  }

  /** The rules of a RocksDB version; nothing else in the model depends on the version. */
  private static RocksDbRules rulesOf(RocksDbVersion version) {
    return version == RocksDbVersion.V7_7 ? new RocksDb7Rules() : new RocksDb10Rules();
  }

  public Levels(Levels other) {
    this.table = other.table;
    this.sizes = other.sizes;
    this.rules = other.rules;
    other.files.forEach(level -> files.add(new ArrayList<>(level)));
  }

  public LsmTable table() {
    return table;
  }

  EntrySizes sizes() {
    return sizes;
  }

  RocksDbRules rules() {
    return rules;
  }

  /**
   * The deepest level that compactRange from {@code level} reaches even if deeper levels have no keys of the range: in
   * RocksDB 7.7 {@code level} itself, in RocksDB 10.10 the last level of the tree.
   */
  public int reach(int level) {
    return rules.reach(level, count());
  }

  int count() {
    return files.size();
  }

  /** All files of a level, ordered by first key. The caller must not change the list. */
  List<TreeFile> on(int level) {
    return files.get(level);
  }

  /**
   * The files of a level that overlap the keys, by first key. On level 0 also every file that overlaps a returned file
   * ({@code VersionStorageInfo::GetOverlappingInputs}).
   */
  public List<TreeFile> overlapping(int level, KeyRange keys) {
    List<TreeFile> all = files.get(level);
    if (level > 0) {
      int from = firstThatReaches(all, keys.begin());
      int to = from;
      while (to < all.size() && Keys.compare(all.get(to).keys().begin(), keys.lastKey()) <= 0) {
        to++;
      }
      return new ArrayList<>(all.subList(from, to));
    }
    KeyRange hull = keys;
    List<TreeFile> found = new ArrayList<>();
    for (int before = -1; found.size() > before;) {
      before = found.size();
      found = TreeFile.overlapping(all, hull);
      hull = found.isEmpty() ? hull : hull.hull(TreeFile.hull(found));
    }
    return found;
  }

  /** The next deeper level with a file that overlaps the keys; 0 if there is none. */
  public int firstBelow(int level, KeyRange keys) {
    for (int below = level + 1; below < files.size(); below++) {
      List<TreeFile> all = files.get(below);
      int from = firstThatReaches(all, keys.begin());
      if (from < all.size() && Keys.compare(all.get(from).keys().begin(), keys.lastKey()) <= 0) {
        return below;
      }
    }
    return 0;
  }

  /** Index of the first file that ends at or behind a key; the size of {@code all} if none. Files must not overlap. */
  static int firstThatReaches(List<TreeFile> all, byte[] key) {
    return Keys.first(all.size(), i -> Keys.compare(all.get(i).keys().lastKey(), key) >= 0);
  }

  void apply(Merge merge, List<TreeFile> outputs) {
    files.get(merge.inputLevel()).removeAll(new HashSet<>(merge.upper()));
    List<TreeFile> level = files.get(merge.outputLevel());
    level.removeAll(new HashSet<>(merge.lower()));
    level.addAll(outputs);
    level.sort(BY_KEY);
  }
}
