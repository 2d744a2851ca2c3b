// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The files of one level. Below level 0 they do not overlap, so that keys lead to them quickly. */
abstract class SimulatedLevel {
  private static final Comparator<SimulatedFile> BY_KEY =
      Comparator.comparingInt((SimulatedFile file) -> file.keys.first).thenComparingInt(file -> file.keys.last);

  final List<SimulatedFile> files = new ArrayList<>();

  static SimulatedLevel of(int level) {
    return level == 0 ? new LevelZero() : new SortedLevel();
  }

  static boolean anyOverlaps(List<SimulatedLevel> levels, Stretch keys) {
    for (SimulatedLevel level : levels) {
      if (level.overlaps(keys)) {
        return true;
      }
    }
    return false;
  }

  /** The last file that ends before some keys; null if there is none. */
  final SimulatedFile before(Stretch keys) {
    SimulatedFile before = null;
    for (SimulatedFile file : files) {
      if (file.keys.last >= keys.first) {
        break;
      }
      before = file;
    }
    return before;
  }

  /** The first file that begins behind some keys; null if there is none. */
  final SimulatedFile behind(Stretch keys) {
    for (SimulatedFile file : files) {
      if (file.keys.first > keys.last) {
        return file;
      }
    }
    return null;
  }

  /** Adds files of the live tree, in any order. */
  final void addAll(Collection<SimulatedFile> live) {
    files.addAll(live);
    files.sort(BY_KEY);
  }

  /** The files that overlap some keys, by key. */
  abstract List<SimulatedFile> overlapping(Stretch keys);

  abstract boolean overlaps(Stretch keys);

  abstract void replace(List<SimulatedFile> removed, List<SimulatedFile> added);

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
    List<SimulatedFile> overlapping(Stretch keys) {
      List<SimulatedFile> found = new ArrayList<>();
      for (SimulatedFile file : files) {
        if (file.keys.overlaps(keys)) {
          found.add(file);
        }
      }
      return found;
    }

    @Override
    boolean overlaps(Stretch keys) {
      return files.stream().anyMatch(file -> file.keys.overlaps(keys));
    }

    @Override
    void replace(List<SimulatedFile> removed, List<SimulatedFile> added) {
      files.removeAll(removed);
      addAll(added);
    }
  }

  private static final class SortedLevel extends SimulatedLevel {
    @Override
    List<SimulatedFile> overlapping(Stretch keys) {
      int from = firstEndingAtOrAfter(keys.first);
      int to = from;
      while (to < files.size() && files.get(to).keys.first <= keys.last) {
        to++;
      }
      List<SimulatedFile> found = new ArrayList<>(to - from);
      for (int i = from; i < to; i++) {
        found.add(files.get(i));
      }
      return found;
    }

    /** Only neighbours can share a key, so most often none needs to be looked up. */
    @Override
    List<SimulatedFile> cleanCut(List<SimulatedFile> some) {
      SimulatedFile first = some.get(0);
      SimulatedFile last = some.get(some.size() - 1);
      int from = firstEndingAtOrAfter(first.keys.first);
      int behind = from + some.size();
      boolean alone = files.get(from) == first && files.get(behind - 1) == last
          && (behind == files.size() || last.keys.last < files.get(behind).keys.first);
      return alone ? some : super.cleanCut(some);
    }

    @Override
    boolean overlaps(Stretch keys) {
      int first = firstEndingAtOrAfter(keys.first);
      return first < files.size() && files.get(first).keys.first <= keys.last;
    }

    @Override
    void replace(List<SimulatedFile> removed, List<SimulatedFile> added) {
      if (removed.isEmpty() && added.isEmpty()) {
        return;
      }
      int at = firstEndingAtOrAfter((removed.isEmpty() ? added : removed).get(0).keys.first);
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

    private int firstEndingAtOrAfter(int key) {
      int first = 0;
      for (int end = files.size(); first < end;) {
        int middle = (first + end) >>> 1;
        if (files.get(middle).keys.last < key) {
          first = middle + 1;
        } else {
          end = middle;
        }
      }
      return first;
    }
  }
}
