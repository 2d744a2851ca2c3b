// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.FileAges;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlan;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.lsm.SlowestInside;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/** Looks at this OM's tables as a round would: from a plan to candidates, with seeks and ages, in a bounded time. */
final class RangeLook {
  /** To begin with another seek, which takes up to some tenths of a second, and then to open another file. */
  static final Duration THOROUGH = Duration.ofSeconds(3);
  /** For a client that waits for the answer. */
  static final Duration QUICK = Duration.ofMillis(800);
  /** Those with most tombstones are measured; their number bounds what is remembered of them, too. */
  private static final int MAX_SEEKS = 200;

  private final NodePlanner planner;
  private final KnownSeeks seeks;
  private final FileAges ages = new FileAges();
  private final Thresholds thresholds;

  RangeLook(NodePlanner planner, KnownSeeks seeks, ServiceSettings settings) {
    this.planner = planner;
    this.seeks = seeks;
    // Both are said, so that a bucket that is named is judged as it is among all others.
    this.thresholds = Thresholds.newBuilder()
        .setMinTombstones(Math.min(AutoPolicy.MIN_TOMBSTONES, settings.minTombstones()))
        .setMinRatio(planner.limits().minRatio()).build();
  }

  /** What was seen at one moment. Immutable. */
  static final class Seen {
    private final NodePlan plan;
    private final Map<Candidate, SeekProbe.Seek> candidates;

    private Seen(NodePlan plan, Map<Candidate, SeekProbe.Seek> candidates) {
      this.plan = plan;
      this.candidates = candidates;
    }

    NodePlan plan() {
      return plan;
    }

    /** Ranges of the plan in its order, then what is in memory. */
    List<Candidate> candidates() {
      return new ArrayList<>(candidates.keySet());
    }

    /** Null if not measured. */
    SeekProbe.Seek seek(Candidate candidate) {
      return candidates.get(candidate);
    }
  }

  /** What a range has to reach to be a candidate. */
  Thresholds thresholds() {
    return thresholds;
  }

  /** @param time for seeks, the same for files, and for what is in memory; planning and scans come on top */
  Seen look(Targets targets, Duration time) throws DatabaseUnavailableException {
    NodePlan plan = planner.plan(targets, thresholds, Precision.RUNS);
    Map<PlannedRange, SeekProbe.Seek> measured = measure(plan, within(time));
    BooleanSupplier over = within(time);
    Map<Candidate, SeekProbe.Seek> candidates = new LinkedHashMap<>();
    for (PlannedRange range : plan.ranges().ranges()) {
      SeekProbe.Seek seek = measured.get(range);
      OptionalLong oldest = ages.oldestMillis(plan.statistics().snapshot().database(), range.files(), over);
      candidates.put(new Candidate(range.table(), range.range(), range.cost().tombstonesRemoved().most(),
          range.cost().readBytes(), range.cost().writeBytes(), range.cost().collateralBytes(),
          seek == null ? OptionalLong.empty() : OptionalLong.of(seek.micros()), oldest), seek);
    }
    candidates.putAll(new MemoryLook(plan.statistics(), seeks, within(time)).look());
    return new Seen(plan, candidates);
  }

  private static BooleanSupplier within(Duration time) {
    long begun = System.nanoTime();
    return () -> System.nanoTime() - begun > time.toNanos();
  }

  private Map<PlannedRange, SeekProbe.Seek> measure(NodePlan plan, BooleanSupplier over)
      throws DatabaseUnavailableException {
    SlowestInside slowest = new SlowestInside(plan.statistics().snapshot(), seeks, over);
    List<PlannedRange> worst = new ArrayList<>(plan.ranges().ranges());
    worst.sort(Comparator.comparingLong((PlannedRange range) -> range.cost().tombstonesRemoved().most()).reversed());
    Map<PlannedRange, SeekProbe.Seek> measured = new IdentityHashMap<>();
    for (PlannedRange range : worst.subList(0, Math.min(worst.size(), MAX_SEEKS))) {
      if (!over.getAsBoolean()) {
        measured.put(range, slowest.of(plan.statistics().table(range.table())
            .of(BucketSpan.unattributed(range.table(), range.range()))));
      }
    }
    return measured;
  }
}
