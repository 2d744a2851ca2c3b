// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.List;

/**
 * How many entries and tombstones are to be expected on which keys of a table. The table is cut where a file, or a
 * stretch of a profiled file, begins or ends. Nobody knows how the entries of a file that was not scanned spread over
 * the pieces that it overlaps; they are taken to follow the deepest level, whose files are of like size, so that its
 * boundaries are the quantiles of the table's keys; inside a file of that level they follow the distance of keys.
 */
final class KeyDensity {
  /**
   * Part of all weight that pieces have although no file of the deepest level is there. So little that a file above
   * makes no run of the gap between two files, which in keys of digits is wide, too.
   */
  private static final double EMPTY_WEIGHT = 0.0001;

  private final SortedKeys edges;
  private final FileProfiles profiles;
  private final double[] weights;
  private final double[] entries;
  private final double[] tombstones;

  KeyDensity(LsmTable table, FileProfiles profiles) {
    this.profiles = profiles;
    this.edges = new SortedKeys(edges(table));
    int pieces = Math.max(0, edges.count() - 1);
    this.entries = new double[pieces];
    this.tombstones = new double[pieces];
    this.weights = new double[pieces];
    if (pieces > 0) {
      weigh(table);
      table.files().forEach(this::spread);
    }
  }

  private List<byte[]> edges(LsmTable table) {
    List<byte[]> keys = new ArrayList<>(2 * table.files().size());
    for (SstFile file : table.files()) {
      keys.add(file.smallestKey());
      keys.add(Keys.after(file.largestKey()));
      FileProfile profile = profiles.of(file);
      for (int i = 0; profile != null && i < profile.stretches() - 1; i++) {
        keys.add(profile.cut(i));
      }
    }
    return keys;
  }

  private void weigh(LsmTable table) {
    int deepest = table.files().stream().mapToInt(SstFile::level).max().orElse(0);
    double all = 0;
    for (SstFile file : table.files()) {
      if (file.level() == deepest) {
        forEachStretch(file, (first, behind, count, deleted) -> add(first, behind, count));
        all += file.entries();
      }
    }
    add(0, weights.length, Math.max(1, EMPTY_WEIGHT * all));
  }

  /** Weight for all pieces from {@code first} to before {@code behind}, by how far their keys are apart. */
  private void add(int first, int behind, double weight) {
    KeyScale scale = new KeyScale(edges.key(first), edges.key(behind));
    double from = 0;
    for (int i = first; i < behind; i++) {
      double to = i + 1 == behind ? 1 : scale.at(edges.key(i + 1));
      weights[i] += weight * (to - from);
      from = to;
    }
  }

  private void spread(SstFile file) {
    forEachStretch(file, (first, behind, count, deleted) -> {
      double weight = 0;
      for (int i = first; i < behind; i++) {
        weight += weights[i];
      }
      for (int i = first; i < behind; i++) {
        double share = weight == 0 ? 1.0 / (behind - first) : weights[i] / weight;
        entries[i] += share * count;
        tombstones[i] += share * deleted;
      }
    });
  }

  private interface Stretches {
    void take(int first, int behind, long entries, long tombstones);
  }

  private void forEachStretch(SstFile file, Stretches sink) {
    FileProfile profile = profiles.of(file);
    if (profile == null) {
      sink.take(edges.placeOf(file.smallestKey()), edges.placeOf(Keys.after(file.largestKey())), file.entries(),
          file.tombstones());
      return;
    }
    int first = edges.placeOf(file.smallestKey());
    for (int i = 0; i < profile.stretches(); i++) {
      int behind = edges.placeOf(profile.end(file, i));
      sink.take(first, behind, profile.entries(i), profile.tombstones(i));
      first = behind;
    }
  }

  /**
   * Stretches of keys that are denser than a ratio, as they are expected to be.
   *
   * @param ratio least tombstones by entries, in {@code [0, 1]}
   * @param slack as {@link DenseRuns} has it
   * @param sink  told of each in key order
   */
  void forEachRun(double ratio, double slack, RunSink sink) {
    for (DenseRuns.Run run : DenseRuns.of(entries, tombstones, ratio, slack)) {
      sink.take(edges.key(run.first()), edges.key(run.last() + 1), run.tombstones());
    }
  }

  /** Is told of runs: keys from begin, inclusive, to end, exclusive, and the tombstones that are expected there. */
  interface RunSink {
    void take(byte[] begin, byte[] end, double tombstones);
  }
}
