// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlan;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * Plans a turn from counts as exact as a preview's: plans anew until every file that several spans share is scanned, or
 * until it takes too long. What an estimate lets in may be rewritten for nothing.
 */
final class ExactPlan {
  /** As the command waits for a preview: the scan of one file never takes so long. */
  private static final long STANDSTILL_MILLIS = 60_000;
  private static final long LONGEST_MILLIS = 600_000;

  private final NodePlanner planner;
  private final JobSpec spec;
  private final TurnContext context;
  private final TurnGate gate;
  private final TurnTally tally;
  private final TurnClock clock;

  ExactPlan(NodePlanner planner, JobSpec spec, TurnContext context, TurnGate gate, TurnTally tally, TurnClock clock) {
    this.planner = planner;
    this.spec = spec;
    this.context = context;
    this.gate = gate;
    this.tally = tally;
    this.clock = clock;
  }

  /**
   * Passes the gate before each plan but the first.
   *
   * @return a plan of this moment; its census says how many files stayed unscanned
   */
  NodePlan make() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    long began = clock.elapsedMillis();
    long fell = began;
    NodePlan plan = plan();
    int least = filesToScan(plan);
    while (filesToScan(plan) > 0 && clock.elapsedMillis() - fell < STANDSTILL_MILLIS
        && clock.elapsedMillis() - began < LONGEST_MILLIS) {
      gate.pass(0);
      showWaiting(filesToScan(plan));
      plan = plan();
      if (filesToScan(plan) < least) {
        least = filesToScan(plan);
        fell = clock.elapsedMillis();
      }
    }
    tally.working();
    return plan;
  }

  private NodePlan plan() throws DatabaseUnavailableException, InterruptedException {
    NodePlan plan = planner.plan(spec.getTargets(), spec.getThresholds(), Precision.EXACT);
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while planning job " + spec.getJobId());
    }
    return plan;
  }

  private void showWaiting(int files) {
    tally.waiting(new Wait(WaitReason.WAIT_DATABASE,
        files + " SST files that several buckets share are still to be counted before the plan is made"));
    context.progress(tally.figures());
  }

  private static int filesToScan(NodePlan plan) {
    return plan.census().filesToScan();
  }
}
