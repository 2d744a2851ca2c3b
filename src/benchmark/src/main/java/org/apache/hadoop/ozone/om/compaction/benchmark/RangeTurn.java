// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Optional;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.run.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.run.PressureReader;
import org.apache.hadoop.ozone.om.compaction.run.TurnClock;
import org.apache.hadoop.ozone.om.compaction.run.TurnContext;
import org.apache.hadoop.ozone.om.compaction.run.TurnOutcome;

/** One OM's turn as the add-on takes it, over a database without a ring. */
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

  /** @return what the turn tells of itself */
  String run(String bucket) throws InterruptedException {
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config);
      NodeCompaction node = new NodeCompaction(planner, exactCounts, new SeekProbe(),
          new PressureReader(db::metadata, () -> false), config, TurnClock.system());
      TurnOutcome outcome = node.run(JobSpec.newBuilder().setJobId("benchmark")
          .setTargets(Targets.newBuilder().addBuckets(bucket)).setThresholds(Thresholds.newBuilder()).build(), this);
      if (outcome.getState() != TurnState.TURN_SUCCEEDED) {
        throw new IllegalStateException(outcome.getState() + " " + outcome.getMessage());
      }
    }
    return String.format("%d ranges, read %.0f MB, written %.0f MB, checks %.0f MB, waited %.1f s, seek %d -> %d us",
        figures.getRangesDone(), figures.getReadBytes() / 1e6, figures.getWriteBytes() / 1e6,
        figures.getCheckReadBytes() / 1e6, figures.getWaitedMs() / 1e3, figures.getSeekMicrosBefore(),
        figures.getSeekMicrosAfter());
  }

  @Override
  public Optional<TurnOutcome> stop() {
    return Optional.empty();
  }

  @Override
  public TurnFigures earlier() {
    return TurnFigures.getDefaultInstance();
  }

  @Override
  public void progress(TurnFigures latest) {
    figures = latest;
  }
}
