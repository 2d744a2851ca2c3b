// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.LeftOut;

/** Of all that a plan leaves out, what holds most tombstones. Holds no more at a time than it gives. */
final class WorstLeftOut {
  private static final Comparator<LeftOut> WORST_FIRST = Comparator
      .comparingLong((LeftOut left) -> left.target().tombstones().most()).reversed()
      .thenComparing(left -> left.target().span().table())
      .thenComparing(left -> left.keys().begin(), Keys::compare);

  private final int most;
  private final PriorityQueue<LeftOut> worst = new PriorityQueue<>(WORST_FIRST.reversed());
  private long count;

  WorstLeftOut(Stream<LeftOut> all, int most) {
    this.most = most;
    all.forEach(this::take);
  }

  private void take(LeftOut left) {
    count++;
    if (worst.size() < most) {
      worst.add(left);
    } else if (WORST_FIRST.compare(left, worst.peek()) < 0) {
      worst.poll();
      worst.add(left);
    }
  }

  /** All, given or not. */
  long count() {
    return count;
  }

  /** Most tombstones first; equal ones by table and first key. */
  List<LeftOut> worst() {
    List<LeftOut> sorted = new ArrayList<>(worst);
    sorted.sort(WORST_FIRST);
    return sorted;
  }
}
