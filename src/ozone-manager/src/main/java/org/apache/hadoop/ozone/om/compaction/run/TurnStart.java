// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlan;

/** What a turn does before its first range. */
final class TurnStart {
  private final DeletionWait deletions;
  private final MemtableFlush memtables;
  private final ExactPlan plan;

  TurnStart(DeletionWait deletions, MemtableFlush memtables, ExactPlan plan) {
    this.deletions = deletions;
    this.memtables = memtables;
    this.plan = plan;
  }

  /** What the job asks to be done before the plan is made. */
  void prepare() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    deletions.await();
    memtables.flush();
  }

  /** {@link ExactPlan#make}. */
  NodePlan plan() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    return plan.make();
  }
}
