// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one OM does during its turn: plans from fresh metadata, then compacts range by range, best first, standing back
 * while the foreground needs the disk. After a restart the same job plans anew, as what was compacted holds no
 * tombstones any more; just the figures go on from those that were reported.
 */
public final class NodeCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(NodeCompaction.class);

  private final NodePlanner planner;
  private final ExactCounts exactCounts;
  private final SeekProbe seekProbe;
  private final PressureGauges.Source pressure;
  private final CompactionConfig config;
  private final TurnClock clock;

  /**
   * @param planner the one that previews use too
   * @param exactCounts the one of the planner
   */
  public NodeCompaction(NodePlanner planner, ExactCounts exactCounts, SeekProbe seekProbe,
      PressureGauges.Source pressure, CompactionConfig config, TurnClock clock) {
    this.planner = planner;
    this.exactCounts = exactCounts;
    this.seekProbe = seekProbe;
    this.pressure = pressure;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Runs a turn to its end, on the caller's thread. However it ends, the last figures that {@code context} was given
   * are final. May be called again for the same job. Tombstones that are still in memory, in no SST file, are not
   * compacted unless the job asks to flush them, as that makes every range dearer. The outcome mentions them.
   *
   * @return how it ended; whatever goes wrong is an outcome too
   * @throws InterruptedException if the thread was interrupted while waiting. A range that runs is not interrupted: it
   * ends by itself or with the database
   */
  public TurnOutcome run(JobSpec spec, TurnContext context) throws InterruptedException {
    Attempt attempt = new Attempt(spec, context, clock, pressure, config);
    try {
      return run(attempt);
    } finally {
      publishLast(attempt);
    }
  }

  private TurnOutcome run(Attempt attempt) throws InterruptedException {
    String jobId = attempt.spec().getJobId();
    try {
      attempt.publish();
      return new TurnRun(planner, exactCounts, seekProbe, attempt).run();
    } catch (TurnEndedException e) {
      return e.outcome();
    } catch (DatabaseFaultException e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "This OM's database cannot be read ("
          + e.getMessage() + "): check the disk of om.db, then trigger the job again");
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "Compaction failed unexpectedly (" + e
          + "): see this OM's log, then trigger the job again");
    }
  }

  private static void publishLast(Attempt attempt) {
    attempt.tally().working();
    try {
      attempt.publish();
    } catch (RuntimeException e) {
      LOG.error("The final figures of job {} were not taken", attempt.spec().getJobId(), e);
    }
  }
}
