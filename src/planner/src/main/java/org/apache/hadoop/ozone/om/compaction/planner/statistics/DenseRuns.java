// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds dense runs in a sequence of key intervals. The score is the sum of {@code tombstones - ratio * entries} from
 * the first interval of a run on. A run ends at the highest score before the score falls below 0, or by more than the
 * slack.
 *
 * <p>The algorithm is the search for high-scoring segments with a drop-off, known from sequence alignment (Altschul et
 * al. 1990).
 */
public final class DenseRuns {
  private final double[] entries;
  private final double[] tombstones;
  private final double ratio;
  private final double slack;
  private final List<Run> found = new ArrayList<>();

  private DenseRuns(double[] entries, double[] tombstones, double ratio, double slack) {
    this.entries = entries;
    this.tombstones = tombstones;
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

  /**
   * Finds the dense runs.
   *
   * @param entries    number of entries of each key interval, tombstones included
   * @param tombstones number of tombstones of each interval
   * @param ratio      minimum ratio of tombstones to entries in a dense run, in {@code [0, 1]}
   * @param slack      maximum drop of the sum of {@code tombstones - ratio * entries} inside a run
   * @return runs in key order, without overlaps; each run begins and ends with an interval that contains tombstones
   */
  public static List<Run> of(double[] entries, double[] tombstones, double ratio, double slack) {
    DenseRuns runs = new DenseRuns(entries, tombstones, ratio, slack);
    int next = 0;
    while (next < entries.length) {
      next = tombstones[next] > 0 && runs.score(next) >= 0 ? runs.grow(next) : next + 1;
    }
    return Collections.unmodifiableList(runs.found);
  }

  private double score(int stretch) {
    return tombstones[stretch] - ratio * entries[stretch];
  }

  /** Adds the best-scoring run that begins at an interval, and returns the index of the first interval after it. */
  private int grow(int first) {
    double score = 0;
    double best = -1;
    double here = 0;
    double tombstonesOfBest = 0;
    int last = first;
    for (int i = first; i < entries.length && score >= 0 && best - score <= slack; i++) {
      score += score(i);
      here += tombstones[i];
      if (tombstones[i] > 0 && score >= best) {
        best = score;
        last = i;
        tombstonesOfBest = here;
      }
    }
    found.add(new Run(first, last, tombstonesOfBest));
    return last + 1;
  }
}
