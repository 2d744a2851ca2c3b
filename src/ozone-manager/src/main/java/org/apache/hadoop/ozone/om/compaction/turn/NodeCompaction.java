// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs this OM's turn of a job: plans from current metadata, again after a restart, and compacts, best range first. */
public final class NodeCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(NodeCompaction.class);
  /** Maximum number of database replacements that a turn survives. OM replaces a database that has fallen behind. */
  private static final int MAX_LOST_DATABASES = 5;

  private final NodePlanner planner;
  private final ExactCounts exactCounts;
  private final PressureGauges.Source pressure;
  private final CompactionConfig config;
  private final TurnClock clock;

  /** {@code planner} is the one of previews; {@code exactCounts} are those that it uses. */
  public NodeCompaction(NodePlanner planner, ExactCounts exactCounts, PressureGauges.Source pressure,
       CompactionConfig config, TurnClock clock) {
    this.planner = planner;
    this.exactCounts = exactCounts;
    this.pressure = pressure;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Runs a turn to its end on the caller's thread. The last figures given to {@code context} are final.
   *
   * @return the outcome; errors are outcomes, too
   * @throws InterruptedException if the thread was interrupted while waiting; a running compactRange is not interrupted
   */
  public TurnOutcome run(JobSpec spec, TurnContext context) throws InterruptedException {
    TurnAttempt attempt = new TurnAttempt(spec, context, clock, pressure, config);
    try {
      return outcome(attempt);
    } finally {
      publishLast(attempt);
    }
  }

  private TurnOutcome outcome(TurnAttempt attempt) throws InterruptedException {
    String jobId = attempt.spec().getJobId();
    try {
      attempt.publish();
      return runOverDatabases(attempt);
    } catch (TurnEndedException e) {
      return e.outcome();
    } catch (DatabaseFaultException e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "This OM's database cannot be read ("
          + e.getMessage() + "): check the disk of om.db, then retry the job");
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "Compaction failed unexpectedly (" + e
          + "): see this OM's log, then retry the job");
    }
  }

  /** Does the work of a turn. Starts again with a new plan each time the OM's database was closed or replaced. */
  private TurnOutcome runOverDatabases(TurnAttempt attempt) throws TurnEndedException, InterruptedException {
    TurnWork work = new TurnWork(planner, attempt, new RangeSteps(planner.reader(), exactCounts, attempt,
        planner.limits(attempt.spec().getThresholds()).maxBytes()));
    for (int lost = 0;; lost++) {
      attempt.pass(0);
      try {
        return work.run();
      } catch (DatabaseUnavailableException e) {
        if (lost == MAX_LOST_DATABASES) {
          throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "This OM's database was closed or replaced "
              + (lost + 1) + " times during the turn: wait until the OM has caught up, then retry the job");
        }
        LOG.info("Job {} plans again: {}", attempt.spec().getJobId(), e.getMessage());
      }
    }
  }

  private static void publishLast(TurnAttempt attempt) {
    attempt.tally().working();
    try {
      attempt.publish();
    } catch (Throwable e) {
      LOG.error("The final figures of job {} were not taken", attempt.spec().getJobId(), e);
    }
  }
}
