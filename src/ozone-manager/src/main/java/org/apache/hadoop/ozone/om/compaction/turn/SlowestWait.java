// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.time.Duration;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures the slowest list of keys that a turn rewrites, at the same keys before and after the turn. */
final class SlowestWait {
  private static final Logger LOG = LoggerFactory.getLogger(SlowestWait.class);
  /** Maximum number of measured key ranges, those with the most tombstones: one can delay the turn by about 1 s. */
  private static final int MAX_RANGES = 20;
  /** Time limit for finding the slowest keys, and again for measuring; short, because a cancel waits for both. */
  private static final Duration TIME = Duration.ofSeconds(2);

  private static final Comparator<Map.Entry<BucketSpan, CountInterval>> FEWEST_TOMBSTONES_FIRST =
      Comparator.<Map.Entry<BucketSpan, CountInterval>>comparingLong(keys -> keys.getValue().least())
          .thenComparingLong(keys -> keys.getValue().most());

  private final SlowPlaces slowPlaces;
  private final List<BucketSpan> spans = new ArrayList<>();
  /** The key ranges to measure, each by a list from its first key; empty before the first measurement. */
  private final List<BucketSpan> measured = new ArrayList<>();

  SlowestWait(SlowPlaces slowPlaces, CompactionPlan plan) {
    this.slowPlaces = slowPlaces;
    PriorityQueue<Map.Entry<BucketSpan, CountInterval>> worst = new PriorityQueue<>(FEWEST_TOMBSTONES_FIRST);
    plan.ranges().forEach(range -> add(range.table(), range.range(), range.cost().tombstonesRemoved(), worst));
    plan.leftOut().filter(left -> left.reason() == RejectionReason.COVERED_BY_BETTER_RANGE)
        .forEach(left -> add(left.target().span().table(), left.keys(), left.target().tombstones(), worst));
    worst.stream().sorted(FEWEST_TOMBSTONES_FIRST.reversed()).forEach(keys -> spans.add(keys.getKey()));
  }

  private static void add(String table, KeyRange keys, CountInterval tombstones,
      PriorityQueue<Map.Entry<BucketSpan, CountInterval>> worst) {
    worst.add(new SimpleImmutableEntry<>(BucketSpan.unattributed(table, keys), tombstones));
    if (worst.size() > MAX_RANGES) {
      worst.remove();
    }
  }

  /** The key ranges that are measured at their slowest keys, ranges with the most tombstones first. */
  List<BucketSpan> spans() {
    return Collections.unmodifiableList(spans);
  }

  /**
   * Finds the keys where a list is slowest and measures there, for about 4 s at most.
   *
   * @return microseconds of the slowest list, at least 1; 0 if nothing could be measured
   */
  long measureFirst(LsmSnapshot snapshot) throws DatabaseUnavailableException {
    measured.clear();
    Deadline deadline = Deadline.within(TIME);
    for (BucketSpan span : spans) {
      measured.add(slowestIn(span, snapshot, deadline));
    }
    return measure(snapshot.database());
  }

  private BucketSpan slowestIn(BucketSpan span, LsmSnapshot snapshot, Deadline deadline)
      throws DatabaseUnavailableException {
    try {
      return slowPlaces.find(snapshot, Collections.singleton(span.table()), deadline).get(span.table())
          .slowestMetBy(span).map(place -> place.keys().cutTo(span)).orElse(span);
    } catch (DatabaseFaultException e) {
      return span;
    }
  }

  /** Measures the same keys again, as {@link #measureFirst} does; begins no measurement after 2 s. */
  long measure(OmDatabase database) throws DatabaseUnavailableException {
    Deadline deadline = Deadline.within(TIME);
    long slowest = 0;
    for (BucketSpan keys : measured) {
      slowest = Math.max(slowest, micros(database, keys));
      if (deadline.isOver()) {
        break;
      }
    }
    return slowest;
  }

  private long micros(OmDatabase database, BucketSpan keys) throws DatabaseUnavailableException {
    try {
      return Math.max(1, WaitProbe.micros(database, keys.table(), keys.begin()));
    } catch (DatabaseFaultException e) {
      // A failed measurement is no failure of the turn: the turn itself checks its files just before each step.
      LOG.warn("A list of {} cannot be measured: {}", keys.table(), e.getMessage());
      return 0;
    }
  }
}
