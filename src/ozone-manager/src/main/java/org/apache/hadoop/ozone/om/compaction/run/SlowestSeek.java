// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
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
  /** Seeks where most tombstones are come first; each may take about 0.1 s, so more would hold the turn up. */
  private static final int MAX_SEEKS = 20;
  /** Live keys to pass before tombstones begin: the resolution at which a scan places the beginning of a run. */
  private static final int STEPS = 1_024;

  private final SeekProbe probe;
  private final List<BucketSpan> spans = new ArrayList<>();

  SlowestSeek(SeekProbe probe, CompactionPlan plan) {
    this.probe = probe;
    Worst worst = new Worst();
    plan.ranges().forEach(range -> worst.add(range.table(), range.range(), range.cost().tombstonesRemoved()));
    plan.leftOut().filter(left -> left.reason() == RejectedRange.Reason.COVERED_BY_BETTER_RANGE)
        .forEach(left -> worst.add(left.target().span().table(), left.keys(), left.target().tombstones()));
    worst.candidates.forEach(candidate -> spans.add(BucketSpan.unattributed(candidate.table, candidate.keys)));
  }

  /** The spans whose beginnings are sought. */
  List<BucketSpan> spans() {
    return Collections.unmodifiableList(spans);
  }

  /** Returns microseconds, at least 1; 0 if there is nothing to measure or it cannot be read. */
  long micros(OmDatabase database) throws DatabaseUnavailableException {
    long slowest = 0;
    for (BucketSpan span : spans) {
      slowest = Math.max(slowest, micros(database, span));
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

  /** Keeps the candidates with most tombstones. */
  private static final class Worst {
    private final PriorityQueue<Candidate> candidates = new PriorityQueue<>(
        Comparator.<Candidate>comparingLong(each -> each.tombstones.least())
            .thenComparingLong(each -> each.tombstones.most()));

    void add(String table, KeyRange keys, CountInterval tombstones) {
      candidates.add(new Candidate(table, keys, tombstones));
      if (candidates.size() > MAX_SEEKS) {
        candidates.remove();
      }
    }
  }

  /** A place where a seek may be slow. */
  private static final class Candidate {
    private final String table;
    private final KeyRange keys;
    private final CountInterval tombstones;

    Candidate(String table, KeyRange keys, CountInterval tombstones) {
      this.table = table;
      this.keys = keys;
      this.tombstones = tombstones;
    }
  }
}
