// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slowest seek in what a turn rewrites: to the beginning of each planned range, and of each target without a range
 * of its own because other ranges rewrite its files.
 */
final class SlowestSeek {
  private static final Logger LOG = LoggerFactory.getLogger(SlowestSeek.class);
  /** Seeks where most tombstones are come first; each may take about 1 s, so more would hold the turn up. */
  private static final int MAX_SEEKS = 20;
  /** No cancel is seen meanwhile. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(2);
  /** Live keys to pass before tombstones begin: the resolution at which a scan places the beginning of a run. */
  private static final int STEPS = 1_024;

  private static final Comparator<Map.Entry<BucketSpan, CountInterval>> FEWEST_TOMBSTONES_FIRST =
      Comparator.<Map.Entry<BucketSpan, CountInterval>>comparingLong(place -> place.getValue().least())
          .thenComparingLong(place -> place.getValue().most());

  private final SeekProbe probe;
  private final List<BucketSpan> spans = new ArrayList<>();

  SlowestSeek(SeekProbe probe, CompactionPlan plan) {
    this.probe = probe;
    PriorityQueue<Map.Entry<BucketSpan, CountInterval>> worst = new PriorityQueue<>(FEWEST_TOMBSTONES_FIRST);
    plan.ranges().forEach(range -> add(range.table(), range.range(), range.cost().tombstonesRemoved(), worst));
    plan.leftOut().filter(left -> left.reason() == RejectedRange.Reason.COVERED_BY_BETTER_RANGE)
        .forEach(left -> add(left.target().span().table(), left.keys(), left.target().tombstones(), worst));
    worst.stream().sorted(FEWEST_TOMBSTONES_FIRST.reversed()).forEach(place -> spans.add(place.getKey()));
  }

  private static void add(String table, KeyRange keys, CountInterval tombstones,
      PriorityQueue<Map.Entry<BucketSpan, CountInterval>> worst) {
    worst.add(new SimpleImmutableEntry<>(BucketSpan.unattributed(table, keys), tombstones));
    if (worst.size() > MAX_SEEKS) {
      worst.remove();
    }
  }

  /** The spans whose beginnings are sought. */
  List<BucketSpan> spans() {
    return Collections.unmodifiableList(spans);
  }

  /**
   * Measures for 2 s at most, and one seek more: a turn that was cancelled is measured as well. Returns microseconds,
   * at least 1; 0 if there is nothing to measure or it cannot be read.
   */
  long micros(OmDatabase database) throws DatabaseUnavailableException {
    long began = System.nanoTime();
    long slowest = 0;
    for (BucketSpan span : spans) {
      slowest = Math.max(slowest, micros(database, span));
      if (System.nanoTime() - began >= MAX_NANOS) {
        break;
      }
    }
    return slowest;
  }

  private long micros(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    try {
      return Math.max(1, probe.slowestFrom(database, span.table(), span.begin(), STEPS).micros());
    } catch (DatabaseFaultException e) {
      // Whether the range can be compacted is checked just before it is.
      LOG.warn("A seek in {} cannot be measured: {}", span.table(), e.getMessage());
      return 0;
    }
  }
}
