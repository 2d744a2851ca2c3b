// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyIndex;

/**
 * Rules of RocksDB 10.10.1, with dynamic level bytes as Ozone sets them.
 * <ul>
 * <li>Since 8.4, a range is merged down to the last level.
 * <li>Since 9.11, neighbouring files are added to a compaction up to twice {@code max_compaction_bytes}.
 * <li>Since 7.9, output files preferably end where files of the level below begin or end.
 * </ul>
 */
final class RocksDb10Rules implements RocksDbRules {
  private static final int SKIPPED_FILE_PARTS = 8;
  private static final double LEAST_SHARE = 0.5;
  private static final double SHARE_PER_EDGE = 0.05;
  private static final double MOST_SHARE = 0.9;

  @Override
  public int reach(int level, int levels) {
    return levels - 1;
  }

  @Override
  public double weight(TreeFile file, EntrySizes sizes) {
    return file.bytes();
  }

  @Override
  public double neighbourLimit(CompactionSettings settings) {
    return 2.0 * settings.maxCompactionBytes();
  }

  @Override
  public boolean endsFile(KeyRange open, double bytes, byte[] next, KeyIndex<TreeFile> below,
      CompactionSettings settings) {
    double target = settings.targetFileBytes();
    if (bytes >= (below.all().isEmpty() ? target : 2 * target)) {
      return true;
    }
    int edges = edges(open.lastKey(), next, below);
    if (edges == 0) {
      return false;
    }
    double overlapped = overlapped(open.begin(), next, below);
    return overlapped + bytes > settings.maxCompactionBytes()
        || edges >= edgesOfASkippedFile(next, below)
        && overlapped - overlapped(open.begin(), open.lastKey(), below) > target / SKIPPED_FILE_PARTS
        || bytes >= target * Math.min(MOST_SHARE, LEAST_SHARE + SHARE_PER_EDGE * edges(open.begin(), next, below));
  }

  /** Counts the first and last keys of lower files between two keys; a file with both keys there counts twice. */
  private static int edges(byte[] from, byte[] to, KeyIndex<TreeFile> below) {
    int edges = 0;
    for (TreeFile file : below.overlapping(new KeyRange(from, to))) {
      edges += Keys.compare(from, file.keys().begin()) < 0 && Keys.compare(file.keys().begin(), to) <= 0 ? 1 : 0;
      edges += Keys.compare(from, file.keys().lastKey()) <= 0 && Keys.compare(file.keys().lastKey(), to) < 0 ? 1 : 0;
    }
    return edges;
  }

  private static int edgesOfASkippedFile(byte[] next, KeyIndex<TreeFile> below) {
    return below.overlapping(new KeyRange(next, next)).isEmpty() ? 2 : 3;
  }

  private static double overlapped(byte[] from, byte[] to, KeyIndex<TreeFile> below) {
    return TreeFile.bytes(below.overlapping(new KeyRange(from, to)));
  }
}
