// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlan;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/**
 * Plans a turn from counts as exact as a preview's: scans and plans anew until every file that several spans share is
 * counted, or until it takes too long. What an estimate lets in may be rewritten for nothing.
 */
final class ExactPlan {
  private static final long MAX_MILLIS = 600_000;

  private final NodePlanner planner;
  private final Attempt attempt;

  ExactPlan(NodePlanner planner, Attempt attempt) {
    this.planner = planner;
    this.attempt = attempt;
  }

  /**
   * Passes the gate before each plan but the first.
   *
   * @return a plan of this moment; its statistics say how many files stayed unscanned
   */
  NodePlan make() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    long began = attempt.clock().elapsedMillis();
    NodePlan plan = plan(began);
    while (filesToScan(plan) > 0 && !isTooLong(began)) {
      attempt.pass(0);
      showWaiting(filesToScan(plan));
      plan = plan(began);
    }
    attempt.tally().working();
    return plan;
  }

  private boolean isTooLong(long began) {
    return attempt.clock().elapsedMillis() - began >= MAX_MILLIS;
  }

  private NodePlan plan(long began) throws DatabaseUnavailableException, InterruptedException {
    JobSpec spec = attempt.spec();
    NodePlan plan = planner.plan(spec.getTargets(), attempt.thresholds(), attempt.until(() -> isTooLong(began)));
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while planning job " + spec.getJobId());
    }
    return plan;
  }

  private void showWaiting(int files) {
    attempt.publish(new TurnWait(WaitReason.WAIT_DATABASE,
        files + " SST files that several buckets share are still to be counted before the plan is made"));
  }

  private static int filesToScan(NodePlan plan) {
    return plan.statistics().filesToScan();
  }
}
