// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

/**
 * An SST file of a tree on paper: a live one, or one that a compaction of the plan will write. Counts and bytes of the
 * latter are expected values and need not be whole. Immutable.
 */
public final class TreeFile {
  private final KeyRange keys;
  private final double bytes;
  private final double puts;
  private final double tombstones;
  private final List<SstFile> sources;
  private final boolean live;

  private TreeFile(KeyRange keys, double bytes, double puts, double tombstones, List<SstFile> sources, boolean live) {
    this.keys = keys;
    this.bytes = bytes;
    this.puts = puts;
    this.tombstones = tombstones;
    this.sources = sources;
    this.live = live;
  }

  /** A file that exists. */
  public static TreeFile of(SstFile file) {
    return new TreeFile(new KeyRange(file.smallestKey(), file.largestKey()), file.sizeBytes(),
        file.entries() - file.tombstones(), file.tombstones(), Collections.singletonList(file), true);
  }

  /**
   * A file that a compaction will write.
   *
   * @param inputs what it is written from
   */
  static TreeFile expected(KeyRange keys, double bytes, double puts, double tombstones, Collection<TreeFile> inputs) {
    Set<SstFile> sources = new LinkedHashSet<>();
    inputs.forEach(input -> sources.addAll(input.sources));
    return new TreeFile(keys, bytes, puts, tombstones, new ArrayList<>(sources), false);
  }

  /** From its first to its last key. */
  public KeyRange keys() {
    return keys;
  }

  public double bytes() {
    return bytes;
  }

  double puts() {
    return puts;
  }

  double tombstones() {
    return tombstones;
  }

  /** The live files whose entries it may hold; of a live file itself. */
  List<SstFile> sources() {
    return sources;
  }

  /** Whether it exists already. */
  public boolean isLive() {
    return live;
  }

  /** The file itself. */
  public SstFile live() {
    if (!live) {
      throw new IllegalStateException(this + " does not exist yet");
    }
    return sources.get(0);
  }

  static double bytes(Collection<TreeFile> files) {
    return files.stream().mapToDouble(TreeFile::bytes).sum();
  }

  /** The smallest range that holds all keys of some files, at least one. */
  static KeyRange hull(Collection<TreeFile> files) {
    return files.stream().map(TreeFile::keys).reduce(KeyRange::hull).get();
  }

  @Override
  public String toString() {
    return live ? sources.get(0).toString() : "expected file " + keys;
  }
}
