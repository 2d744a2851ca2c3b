// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyDistances;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The expected numbers of entries and tombstones along the keys of a table. Entries of a file that was not scanned are
 * assumed to be spread like the entries of the deepest level.
 */
final class KeyDensity {
  /**
   * Weight that all key intervals share, as a fraction of the deepest level's entries. A small weight attributes few
   * tombstones to key intervals without files of the deepest level.
   */
  private static final double EMPTY_WEIGHT = 0.0001;
  /**
   * The part of a file's entries that may lie on the other side of a key at which only other files are cut. Measured:
   * for nineteen of twenty cuts less than 0.03 are on the other side, if names are spread evenly.
   */
  private static final double DOUBT = 0.05;

  /** The keys at which the table is cut, ascending, without duplicates. */
  private final byte[][] edges;
  private final FileProfiles profiles;
  private final double[] weights;
  private final double[] entries;
  private final double[] tombstones;
  /** For each edge, the number of entries that may lie on its other side. */
  private final double[] doubts;

  KeyDensity(FilesByKey files, FileProfiles profiles) {
    this.profiles = profiles;
    List<Edge> ofFiles = new ArrayList<>(2 * files.count());
    files.forEach(file -> addEdges(file, ofFiles));
    this.edges = sort(ofFiles);
    int pieces = Math.max(0, edges.length - 1);
    this.entries = new double[pieces];
    this.tombstones = new double[pieces];
    this.weights = new double[pieces];
    this.doubts = new double[pieces + 1];
    if (pieces > 0) {
      weigh(files, ofFiles.iterator());
      Iterator<Edge> next = ofFiles.iterator();
      files.forEach(file -> spread(file, next));
    }
  }

  /** A key at which a file, or a counted part of a scanned file, begins or ends. */
  private static final class Edge {
    private final byte[] key;
    private int index;

    Edge(byte[] key) {
      this.key = key;
    }
  }

  private void addEdges(SstFile file, List<Edge> sink) {
    sink.add(new Edge(file.smallestKey()));
    FileProfile profile = profiles.of(file);
    for (int i = 0; profile != null && i < profile.stretches() - 1; i++) {
      sink.add(new Edge(profile.cut(i)));
    }
    sink.add(new Edge(Keys.after(file.largestKey())));
  }

  /** Gives each edge its index among the sorted keys; returns these keys without duplicates. */
  private static byte[][] sort(List<Edge> ofFiles) {
    Edge[] sorted = ofFiles.toArray(new Edge[0]);
    Arrays.sort(sorted, (a, b) -> Keys.compare(a.key, b.key));
    byte[][] keys = new byte[sorted.length][];
    int count = 0;
    for (Edge edge : sorted) {
      if (count == 0 || !Arrays.equals(keys[count - 1], edge.key)) {
        keys[count++] = edge.key;
      }
      edge.index = count - 1;
    }
    return Arrays.copyOf(keys, count);
  }

  private void weigh(FilesByKey files, Iterator<Edge> edgesOfFiles) {
    int deepest = files.deepestLevel();
    long[] all = new long[1];
    files.forEach(file -> forEachStretch(file, edgesOfFiles, (first, behind, count, deleted) -> {
      if (file.level() == deepest) {
        add(first, behind, count);
        all[0] += count;
      }
    }));
    add(0, weights.length, Math.max(1, EMPTY_WEIGHT * all[0]));
  }

  /** Distributes weight over intervals, up to {@code behind}, exclusive, by the distance between their edges. */
  private void add(int first, int behind, double weight) {
    double[] parts = KeyDistances.parts(edges, first, behind);
    for (int i = first; i < behind; i++) {
      weights[i] += weight * (parts[i + 1 - first] - parts[i - first]);
    }
  }

  private void spread(SstFile file, Iterator<Edge> edgesOfFiles) {
    forEachStretch(file, edgesOfFiles, (first, behind, count, deleted) -> {
      double weight = 0;
      for (int i = first; i < behind; i++) {
        weight += weights[i];
      }
      for (int i = first; i < behind; i++) {
        double share = weight == 0 ? 1.0 / (behind - first) : weights[i] / weight;
        entries[i] += share * count;
        tombstones[i] += share * deleted;
        doubts[i] += i == first ? 0 : DOUBT * count;
      }
    });
  }

  private interface Stretches {
    void take(int first, int behind, long entries, long tombstones);
  }

  /** Hands a scanned file's counted parts, or the whole file, to the sink; moves the iterator past the file's edges. */
  private void forEachStretch(SstFile file, Iterator<Edge> edgesOfFiles, Stretches sink) {
    FileProfile profile = profiles.of(file);
    int first = edgesOfFiles.next().index;
    for (int i = 0; i < (profile == null ? 1 : profile.stretches()); i++) {
      int behind = edgesOfFiles.next().index;
      sink.take(first, behind, profile == null ? file.entries() : profile.entries(i),
          profile == null ? file.tombstones() : profile.tombstones(i));
      first = behind;
    }
  }

  /** Passes the runs that {@link DenseRuns#of} finds in the expected numbers, in key order. */
  void forEachRun(double ratio, double slack, RunSink sink) {
    for (DenseRuns.Run run : DenseRuns.of(entries, tombstones, doubts, ratio, slack)) {
      sink.take(edges[run.first()], edges[run.last() + 1], run.tombstones());
    }
  }

  /** Receives a run: its keys from begin, inclusive, to end, exclusive, and the tombstones expected there. */
  interface RunSink {
    void take(byte[] begin, byte[] end, double tombstones);
  }
}
