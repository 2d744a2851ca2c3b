// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds dense runs in a sequence of key intervals. The score is the sum of {@code tombstones - ratio * entries} from
 * the first interval of a run on. A run ends at the highest score before the score falls below 0, or by more than the
 * slack. Where it is not known exactly how entries divide between two intervals, a run does not end for a small lack
 * of tombstones.
 *
 * <p>The algorithm is the search for high-scoring segments with a drop-off, known from sequence alignment (Altschul et
 * al. 1990).
 */
public final class DenseRuns {
  /** An interval is not taken into a run for a doubt if its ratio is below this part of the minimum. */
  private static final double ENOUGH_TO_DOUBT = 0.5;

  private final double[] entries;
  private final double[] tombstones;
  private final double[] doubts;
  private final double ratio;
  private final double slack;
  private final List<Run> found = new ArrayList<>();

  private DenseRuns(double[] entries, double[] tombstones, double[] doubts, double ratio, double slack) {
    this.entries = entries;
    this.tombstones = tombstones;
    this.doubts = doubts;
    this.ratio = ratio;
    this.slack = slack;
  }

  /** The key intervals {@code first} to {@code last}, both inclusive, with the sum of their tombstones. */
  public static final class Run {
    private final int first;
    private final int last;
    private final double tombstones;

    Run(int first, int last, double tombstones) {
      this.first = first;
      this.last = last;
      this.tombstones = tombstones;
    }

    public int first() {
      return first;
    }

    public int last() {
      return last;
    }

    public double tombstones() {
      return tombstones;
    }
  }

  /** Finds the dense runs of intervals whose entries are known exactly. */
  public static List<Run> of(double[] entries, double[] tombstones, double ratio, double slack) {
    return of(entries, tombstones, new double[entries.length], ratio, slack);
  }

  /**
   * @param entries    number of entries of each key interval, tombstones included
   * @param doubts     for each interval, the number of entries that may lie on the other side of its begin; 0 where it
   *                   is certain what lies on either side
   * @param ratio      minimum ratio of tombstones to entries in a dense run, in {@code [0, 1]}
   * @param slack      maximum drop of the sum of {@code tombstones - ratio * entries} inside a run
   * @return runs in key order, without overlaps; each run begins and ends with an interval that contains tombstones
   */
  static List<Run> of(double[] entries, double[] tombstones, double[] doubts, double ratio, double slack) {
    DenseRuns runs = new DenseRuns(entries, tombstones, doubts, ratio, slack);
    int next = 0;
    while (next < entries.length) {
      next = tombstones[next] > 0 && runs.score(next) >= 0 ? runs.add(next) : next + 1;
    }
    return Collections.unmodifiableList(runs.found);
  }

  private double score(int stretch) {
    return tombstones[stretch] - ratio * entries[stretch];
  }

  /** Adds the best-scoring run that begins at an interval, and returns the index of the first interval after it. */
  private int add(int first) {
    Growth run = new Growth(first);
    do {
      run.grow();
    } while (run.goesOnInDoubt());
    run.beginInDoubt();
    found.add(new Run(run.first, run.last, run.tombstones));
    return run.last + 1;
  }

  private final class Growth {
    private int first;
    private int last;
    private double tombstones;
    private double score;
    private double best = Double.NEGATIVE_INFINITY;
    private double leastInDoubt;

    Growth(int first) {
      this.first = first;
      this.last = first - 1;
    }

    /** Goes on to the end with the highest score. */
    void grow() {
      double here = score;
      double passed = 0;
      for (int i = last + 1; i < entries.length && here >= 0 && score - here <= slack; i++) {
        here += score(i);
        passed += DenseRuns.this.tombstones[i];
        if (DenseRuns.this.tombstones[i] > 0 && here >= score) {
          score = here;
          last = i;
          tombstones += passed;
          passed = 0;
        }
      }
      if (score >= best) {
        best = score;
        leastInDoubt = score - ratio * doubtBehind(last);
      }
    }

    private double doubtBehind(int stretch) {
      return stretch + 1 < entries.length ? doubts[stretch + 1] : 0;
    }

    /** Goes on over sparse intervals within the doubt about where the run has ended; false if it stays as it is. */
    boolean goesOnInDoubt() {
      int end = last;
      while (doubtBehind(last) > 0 && isInDoubt(last + 1, leastInDoubt)) {
        last++;
        take(last);
      }
      return last > end;
    }

    /** Begins earlier, as long as this is within the doubt about where the run begins; takes a run that it meets. */
    void beginInDoubt() {
      double least = score - ratio * doubts[first];
      while (first > 0 && !takeRunBefore() && doubts[first] > 0 && isInDoubt(first - 1, least)) {
        first--;
        take(first);
      }
    }

    private boolean takeRunBefore() {
      Run before = found.isEmpty() ? null : found.get(found.size() - 1);
      if (before == null || before.last() != first - 1) {
        return false;
      }
      found.remove(found.size() - 1);
      first = before.first();
      tombstones += before.tombstones();
      return true;
    }

    private boolean isInDoubt(int stretch, double least) {
      return DenseRuns.this.tombstones[stretch] > 0
          && DenseRuns.this.tombstones[stretch] >= ENOUGH_TO_DOUBT * ratio * entries[stretch]
          && score + score(stretch) >= Math.max(0, least);
    }

    private void take(int stretch) {
      score += score(stretch);
      tombstones += DenseRuns.this.tombstones[stretch];
    }
  }
}
