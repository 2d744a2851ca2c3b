// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.Remedy;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanModel;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.text.Models;

/** Names what to compact so that slow lists no longer wait, with its price, in a bounded time for all together. */
final class Remedies {
  /** To begin with another price. */
  private static final Duration TIME = Duration.ofMillis(300);
  /** Tombstones of more buckets than these are a key range without asking each. */
  private static final int MAX_BUCKETS = 64;

  private final NodePlanner planner;
  private final NodeStatistics statistics;
  private final long until = System.nanoTime() + TIME.toNanos();
  private final Map<List<BucketSpan>, CompactionPlan> priced = new HashMap<>();

  Remedies(NodePlanner planner, NodeStatistics statistics) {
    this.planner = planner;
    this.statistics = statistics;
  }

  /** @return null where no list waits */
  Remedy of(SlowPlace place) throws DatabaseUnavailableException {
    PassedTombstones passed = place.passed();
    if (passed == null) {
      return null;
    }
    BucketSpan bucket = bucket(passed);
    Remedy remedy = new Remedy().begin(Models.key(passed.keys().begin(), statistics.names()))
        .end(Models.key(passed.keys().keys().lastKey(), statistics.names()))
        .tombstones(PlanModel.count(passed.inFiles())).memtableTombstones(PlanModel.count(passed.inMemory()));
    if (bucket != null) {
      remedy.volume(bucket.volume()).bucket(bucket.bucket());
    }
    CompactionPlan plan = price(bucket == null ? Collections.singletonList(passed.keys())
        : planner.spans(bucket.path()));
    return plan == null ? remedy : remedy.readBytes(plan.readBytes()).writeBytes(plan.writeBytes());
  }

  /** The one bucket with all of the tombstones, if they are half of what it has in the table; else null. */
  private BucketSpan bucket(PassedTombstones passed) {
    TableStatistics table = statistics.table(passed.keys().table());
    List<BucketSpan> reached = table.knownSpansIn(passed.keys());
    if (reached.size() > MAX_BUCKETS) {
      return null;
    }
    List<BucketSpan> holding = passed.inFiles().most() == 0 ? reached : reached.stream()
        .filter(span -> table.of(span.cutTo(passed.keys())).mostTombstones() > 0).collect(Collectors.toList());
    if (holding.size() != 1) {
      return null;
    }
    BucketSpan only = holding.get(0);
    long inside = table.of(only.cutTo(passed.keys())).mostTombstones();
    return inside >= passed.inFiles().most() && 2 * inside >= table.of(only).mostTombstones() ? only : null;
  }

  /** Null where the time is over. */
  private CompactionPlan price(List<BucketSpan> keys) {
    if (!priced.containsKey(keys) && System.nanoTime() - until < 0) {
      priced.put(keys, planner.planNamed(statistics, keys));
    }
    return priced.get(keys);
  }
}
