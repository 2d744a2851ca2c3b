// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.PressureReader;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.apache.hadoop.ozone.om.compaction.turn.TurnContext;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;

/** One turn of the add-on on a database without a ring. */
final class RangeTurn implements TurnContext {
  private final OmDb db;
  private final CompactionConfig config;
  private volatile TurnFigures figures = TurnFigures.getDefaultInstance();

  /** @param maxWriteRate as the operator sets it */
  RangeTurn(OmDb db, String maxWriteRate) {
    this.db = db;
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set("ozone.om.range.compaction.max.write.rate", maxWriteRate);
    conf.set("ozone.om.range.compaction.disk.reserve", "1GB");
    config = CompactionConfig.from(conf);
  }

  /** @return the ranges of the turn's first plan, best first */
  List<PlannedRange> plan(JobSpec job) throws DatabaseUnavailableException {
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = planner(exactCounts);
      NodePlan plan;
      do {
        plan = planner.plan(job.getTargets(), job.getThresholds(), Precision.EXACT);
      } while (plan.statistics().filesToScan() > 0);
      return plan.ranges().ranges();
    }
  }

  private NodePlanner planner(ExactCounts exactCounts) {
    return new NodePlanner(new LsmReader(db::metadata), exactCounts, config);
  }

  /** @return the turn's last figures */
  TurnFigures run(JobSpec job) throws InterruptedException {
    try (ExactCounts exactCounts = new ExactCounts()) {
      return run(job, planner(exactCounts), exactCounts);
    }
  }

  /** Runs a turn as a round of the service with default settings would. @return the turn's last figures */
  TurnFigures round() throws InterruptedException, DatabaseUnavailableException {
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config,
          new WorthCompacting(new SlowPlaces(), Clock.systemUTC()));
      JobSpec round = JobSpec.newBuilder().setRound(Round.getDefaultInstance()).build();
      boolean flush = !planner.plan(round, Precision.RANGES).flushes().isEmpty();
      return run(round.toBuilder().setFlush(flush).build(), planner, exactCounts);
    }
  }

  private TurnFigures run(JobSpec job, NodePlanner planner, ExactCounts exactCounts) throws InterruptedException {
    NodeCompaction node = new NodeCompaction(planner, exactCounts,
        new PressureReader(db::metadata, () -> false), config, TurnClock.SYSTEM);
    TurnOutcome outcome = node.run(job, this);
    if (outcome.getState() != TurnState.TURN_SUCCEEDED) {
      throw new IllegalStateException(outcome.getState() + " " + outcome.getMessage());
    }
    return figures;
  }

  @Override
  public Optional<TurnOutcome> stop() {
    return Optional.empty();
  }

  @Override
  public JobLimits limits() {
    return JobLimits.getDefaultInstance();
  }

  @Override
  public TurnFigures earlier() {
    return TurnFigures.getDefaultInstance();
  }

  @Override
  public void progress(TurnFigures latest) {
    figures = latest;
  }

  @Override
  public boolean isRecorded() {
    return true;
  }

  @Override
  public void waited(WaitReason reason, long millis) {
    // The turn's figures hold the sum already.
  }
}
