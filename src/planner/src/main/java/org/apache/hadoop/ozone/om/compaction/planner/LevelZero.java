// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/**
 * What RocksDB brings down first, in one piece, when it compacts a range that files of level 0 overlap: all of level 0
 * that hangs together with these, and the files of the base level below them. However narrow the range is. Immutable.
 */
public final class LevelZero {
  private final List<SstFile> files;
  private final List<SstFile> base;

  private LevelZero(LsmTable table, List<SstFile> files) {
    this.files = files;
    this.base = files.isEmpty() ? files : overlapping(on(table.baseLevel(), table), hull(files));
  }

  /** Above a range of a table; empty if no file of level 0 overlaps it. */
  public static LevelZero above(LsmTable table, KeyRange range) {
    List<SstFile> all = on(0, table);
    List<SstFile> found = overlapping(all, range);
    for (int before = 0; before < found.size();) {
      before = found.size();
      found = overlapping(all, hull(found));
    }
    return new LevelZero(table, found);
  }

  /** Those of level 0. */
  public List<SstFile> files() {
    return Collections.unmodifiableList(files);
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  /** All that is rewritten. */
  public List<SstFile> rewrittenFiles() {
    List<SstFile> all = new ArrayList<>(files);
    all.addAll(base);
    return all;
  }

  public long sizeBytes() {
    return rewrittenFiles().stream().mapToLong(SstFile::sizeBytes).sum();
  }

  private static List<SstFile> on(int level, LsmTable table) {
    return table.files().stream().filter(file -> file.level() == level).collect(Collectors.toList());
  }

  private static List<SstFile> overlapping(List<SstFile> files, KeyRange keys) {
    return files.stream().filter(file -> file.overlaps(keys.begin(), keys.lastKey())).collect(Collectors.toList());
  }

  private static KeyRange hull(List<SstFile> files) {
    KeyRange hull = null;
    for (SstFile file : files) {
      KeyRange keys = new KeyRange(file.smallestKey(), file.largestKey());
      hull = hull == null ? keys : hull.hull(keys);
    }
    return hull;
  }
}
