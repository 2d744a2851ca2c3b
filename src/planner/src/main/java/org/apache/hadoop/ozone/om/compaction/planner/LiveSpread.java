// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * How the content of live files spreads over their keys, found from the bytes that all levels together have between
 * keys. The deepest level goes first: its files are cut where they end, so that what they take is known well. What they
 * leave is spread over the level above, and so on up to level 0. Of a file that was scanned the profile tells it.
 */
final class LiveSpread {
  /** More questions than this cost more than they tell. */
  private static final int MAX_PIECES = 512;

  private final LsmTable table;
  private final FileProfiles profiles;
  private final KeyNumbers keys;
  private final EntrySizes sizes;
  private final List<SimulatedLevel> live;
  private boolean toldAll = true;

  /** @param live the files of the table, by level; not changed */
  LiveSpread(LsmTable table, FileProfiles profiles, KeyNumbers keys, EntrySizes sizes, List<SimulatedLevel> live) {
    this.table = table;
    this.profiles = profiles;
    this.keys = keys;
    this.sizes = sizes;
    this.live = live;
  }

  /** Whether no question was left open. After one that was, no other is asked. */
  boolean hasToldAll() {
    return toldAll;
  }

  /**
   * @param inputs files, at least one
   * @param range  what is between its ends is told apart from what is outside
   * @return of each live one among them, or as many as are known
   */
  Map<SimulatedFile, SimulatedPieces> of(List<SimulatedFile> inputs, Stretch range) {
    Map<SimulatedFile, SimulatedPieces> known = new HashMap<>();
    for (SimulatedFile file : inputs) {
      FileProfile profile = file.live == null ? null : profiles.of(file.live);
      if (profile != null) {
        known.put(file, pieces(file, profile));
      }
    }
    if (!toldAll) {
      return known;
    }
    Stretch span = SimulatedFile.hull(inputs);
    for (SimulatedLevel level : live.subList(1, live.size())) {
      List<SimulatedFile> files = level.overlapping(span);
      span = files.isEmpty() ? span : span.with(SimulatedFile.hull(files));
    }
    int[] cuts = cuts(span, inputs, range);
    List<byte[]> asked = new ArrayList<>(cuts.length + 1);
    asked.add(keys.keyAtOrAfter(span.first));
    for (int cut : cuts) {
      asked.add(keys.isKnown(cut) ? Keys.after(keys.keyAtOrAfter(cut)) : keys.keyAtOrAfter(cut));
    }
    long[] between = table.samples().bytesBetween(asked);
    if (between == null || between.length != cuts.length) {
      toldAll = false;
      return known;
    }
    double[] left = new double[cuts.length];
    for (int i = 0; i < cuts.length; i++) {
      left[i] = SstFile.clamp(between[i], SstFile.MOST);
    }
    for (int level = live.size() - 1; level >= 0; level--) {
      double[] taken = new double[cuts.length];
      for (SimulatedFile file : live.get(level).overlapping(span)) {
        if (!span.contains(file.keys)) {
          continue;
        }
        int first = at(cuts, file.keys.first);
        SimulatedPieces pieces = pieces(file, cuts, first, at(cuts, file.keys.last), left);
        for (int i = 0; i < pieces.to; i++) {
          taken[first + i] += pieces.bytes[i];
        }
        known.putIfAbsent(file, pieces);
      }
      for (int i = 0; i < cuts.length; i++) {
        left[i] = Math.max(0, left[i] - taken[i]);
      }
    }
    return known;
  }

  private int[] cuts(Stretch span, List<SimulatedFile> inputs, Stretch range) {
    TreeSet<Integer> cuts = new TreeSet<>();
    range.cutsIn(span).forEach(cuts::add);
    for (int level = live.size() - 1; level > 0; level--) {
      List<SimulatedFile> files = live.get(level).overlapping(span);
      int step = 1 + (cuts.size() + files.size()) / MAX_PIECES;
      if (cuts.size() <= 2 || step == 1) {
        for (int i = step - 1; i < files.size(); i += step) {
          cuts.add(files.get(i).keys.last);
        }
      }
    }
    for (int i = 0; i < inputs.size() && cuts.size() < MAX_PIECES; i++) {
      cuts.add(inputs.get(i).keys.last);
    }
    cuts.add(span.last);
    return cuts.stream().mapToInt(Integer::intValue).toArray();
  }

  /** A file's bytes, on those of the pieces that it overlaps, in proportion to what is left there. */
  private static SimulatedPieces pieces(SimulatedFile file, int[] ends, int first, int last, double[] left) {
    int count = last - first + 1;
    int[] begins = new int[count];
    int[] itsEnds = new int[count];
    double[] bytes = new double[count];
    double[] puts = new double[count];
    double[] tombstones = new double[count];
    double weights = 0;
    for (int i = first; i <= last; i++) {
      weights += left[i];
    }
    for (int i = 0; i < count; i++) {
      begins[i] = i == 0 ? file.keys.first : ends[first + i - 1] + 1;
      itsEnds[i] = i == count - 1 ? file.keys.last : ends[first + i];
      bytes[i] = weights == 0 ? file.bytes / count : file.bytes * left[first + i] / weights;
    }
    // It does hold these two keys.
    bytes[0] = Math.max(1, bytes[0]);
    bytes[count - 1] = Math.max(1, bytes[count - 1]);
    for (int i = 0; i < count; i++) {
      puts[i] = file.bytes == 0 ? 0 : file.puts * bytes[i] / file.bytes;
      tombstones[i] = file.bytes == 0 ? 0 : file.tombstones * bytes[i] / file.bytes;
    }
    return new SimulatedPieces(begins, itsEnds, bytes, puts, tombstones, 0, count);
  }

  /** Stretches that end between the same two known keys may find no room between their numbers: they are one piece. */
  private SimulatedPieces pieces(SimulatedFile file, FileProfile profile) {
    int stretches = profile.stretches();
    int[] begins = new int[stretches];
    int[] ends = new int[stretches];
    double[] bytes = new double[stretches];
    double[] puts = new double[stretches];
    double[] tombstones = new double[stretches];
    double before = sizes.bytes(file.puts, file.tombstones);
    int pieces = 0;
    int begin = file.keys.first;
    for (int i = 0; i < stretches; i++) {
      int end = i == stretches - 1 ? file.keys.last : Math.min(keys.near(profile.cut(i)), file.keys.last) - 1;
      tombstones[pieces] += profile.tombstones(i);
      puts[pieces] += profile.entries(i) - profile.tombstones(i);
      if (begin <= end) {
        begins[pieces] = begin;
        ends[pieces] = end;
        bytes[pieces] = before == 0 ? 0 : file.bytes * sizes.bytes(puts[pieces], tombstones[pieces]) / before;
        begin = end + 1;
        pieces++;
      }
    }
    return new SimulatedPieces(begins, ends, bytes, puts, tombstones, 0, pieces);
  }

  private static int at(int[] ends, int key) {
    int at = Arrays.binarySearch(ends, key);
    return at >= 0 ? at : -at - 1;
  }
}
