// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The files of one level. Below level 0 they do not overlap, so that keys lead to them quickly. */
abstract class SimulatedLevel {
  final List<SimulatedFile> files = new ArrayList<>();

  static SimulatedLevel of(int level) {
    return level == 0 ? new LevelZero() : new SortedLevel();
  }

  /** Adds files of the live tree, in any order. */
  final void addAll(Collection<SimulatedFile> live) {
    files.addAll(live);
    files.sort((a, b) -> {
      int order = Keys.compare(a.smallestKey, b.smallestKey);
      return order != 0 ? order : Keys.compare(a.largestKey, b.largestKey);
    });
  }

  /** The files that overlap {@code [begin, lastKey]}, by key. */
  abstract List<SimulatedFile> overlapping(byte[] begin, byte[] lastKey);

  abstract boolean overlaps(byte[] begin, byte[] lastKey);

  abstract void replace(List<SimulatedFile> removed, List<SimulatedFile> added);

  final List<SimulatedFile> overlapping(KeyRange range) {
    return overlapping(range.begin(), range.lastKey());
  }

  /**
   * Some files of this level, and all that hang on to them because they overlap or share a boundary key with one: a
   * compaction takes all or none of the versions of a key.
   */
  List<SimulatedFile> cleanCut(List<SimulatedFile> some) {
    List<SimulatedFile> cut = some;
    int before = 0;
    while (cut.size() > before) {
      before = cut.size();
      cut = overlapping(SimulatedFile.hull(cut));
    }
    return cut;
  }

  private static final class LevelZero extends SimulatedLevel {
    @Override
    List<SimulatedFile> overlapping(byte[] begin, byte[] lastKey) {
      List<SimulatedFile> found = new ArrayList<>();
      for (SimulatedFile file : files) {
        if (file.overlaps(begin, lastKey)) {
          found.add(file);
        }
      }
      return found;
    }

    @Override
    boolean overlaps(byte[] begin, byte[] lastKey) {
      return files.stream().anyMatch(file -> file.overlaps(begin, lastKey));
    }

    @Override
    void replace(List<SimulatedFile> removed, List<SimulatedFile> added) {
      files.removeAll(removed);
      addAll(added);
    }
  }

  private static final class SortedLevel extends SimulatedLevel {
    @Override
    List<SimulatedFile> overlapping(byte[] begin, byte[] lastKey) {
      int from = firstEndingAtOrAfter(begin);
      int to = from;
      while (to < files.size() && Keys.compare(files.get(to).smallestKey, lastKey) <= 0) {
        to++;
      }
      if (from == to) {
        return Collections.emptyList();
      }
      return new ArrayList<>(files.subList(from, to));
    }

    /** Only neighbours can share a key, so most often none needs to be looked up. */
    @Override
    List<SimulatedFile> cleanCut(List<SimulatedFile> some) {
      SimulatedFile first = some.get(0);
      SimulatedFile last = some.get(some.size() - 1);
      int from = firstEndingAtOrAfter(first.smallestKey);
      int behind = from + some.size();
      boolean alone = files.get(from) == first && files.get(behind - 1) == last
          && (behind == files.size() || Keys.compare(last.largestKey, files.get(behind).smallestKey) < 0);
      return alone ? some : super.cleanCut(some);
    }

    @Override
    boolean overlaps(byte[] begin, byte[] lastKey) {
      int first = firstEndingAtOrAfter(begin);
      return first < files.size() && Keys.compare(files.get(first).smallestKey, lastKey) <= 0;
    }

    @Override
    void replace(List<SimulatedFile> removed, List<SimulatedFile> added) {
      if (removed.isEmpty() && added.isEmpty()) {
        return;
      }
      int at = firstEndingAtOrAfter((removed.isEmpty() ? added : removed).get(0).smallestKey);
      if (!removed.isEmpty()) {
        // A neighbour before may end with the very key that the first removed file begins with.
        while (files.get(at) != removed.get(0)) {
          at++;
        }
      }
      List<SimulatedFile> place = files.subList(at, at + removed.size());
      place.clear();
      place.addAll(added);
    }

    private int firstEndingAtOrAfter(byte[] key) {
      int first = 0;
      for (int end = files.size(); first < end;) {
        int middle = (first + end) >>> 1;
        if (Keys.compare(files.get(middle).largestKey, key) < 0) {
          first = middle + 1;
        } else {
          end = middle;
        }
      }
      return first;
    }
  }
}
