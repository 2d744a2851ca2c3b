// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.HeldSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;

/**
 * Compacts the ranges of a turn's plans over one database. A range that RocksDB is compacting itself is tried once more
 * at the end. Confined to the turn's thread.
 */
final class RangeQueue {
  private final TurnAttempt attempt;
  private final TurnTally tally;
  private final RangeSteps steps;
  private final NodePlanner planner;
  private long busyOfLastPlan;
  private final Set<String> busyFiles = new HashSet<>();
  private final RangeResult left = new RangeResult();

  /** {@code planner}'s cooldown gets ranges where a round removed little, so that later rounds skip them. */
  RangeQueue(TurnAttempt attempt, RangeSteps steps, NodePlanner planner) {
    this.attempt = attempt;
    this.tally = attempt.tally();
    this.steps = steps;
    this.planner = planner;
  }

  /** Compacts the ranges of a plan, and returns those that the write budget left out; empty if there are none. */
  Optional<BudgetExceeded> take(CompactionPlan plan)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    plan.corruptFiles().forEach(file -> left.leftCorrupt(file.corruption()));
    busyFiles.clear();
    plan.leftOut().filter(range -> range.reason() == RejectionReason.BEING_COMPACTED)
        .forEach(range -> busyFiles.add(range.why().cause()));
    busyOfLastPlan = plan.leftOut().filter(range -> range.reason() == RejectionReason.BEING_COMPACTED).count();
    Deque<PlannedRange> queue = new ArrayDeque<>(plan.ranges());
    Set<PlannedRange> putOff = new HashSet<>();
    Set<PlannedRange> rewritten = new HashSet<>();
    while (!queue.isEmpty()) {
      PlannedRange range = queue.remove();
      if (range.cost().budgetBytes() > attempt.bytesLeft()) {
        queue.addFirst(range);
        return Optional.of(leave(queue, plan, range.cost().budgetBytes()));
      }
      tally.begins(range);
      attempt.publish();
      RangeResult result = steps.takeAll(range.table(), range.range(), range.target().span().keys());
      if (result.isBeyondTotal()) {
        queue.addFirst(range);
        return Optional.of(leave(queue, plan, result.beyondTotalBytes()));
      }
      if (result.hasRewritten()) {
        rewritten.add(range);
      }
      if (result.isBusy() && putOff.add(range)) {
        queue.add(range);
        continue;
      }
      // Only the first try of a range can put it into the cooldown, because a second try compacts only what the first
      // skipped.
      if (attempt.spec().hasRound() && !putOff.contains(range) && result.isAsPlanned()
          && !Cooldown.isGain(result.tombstonesRemoved(), range.cost().tombstonesExpected())) {
        planner.cooldown().rest(range.table(), range.range(), noGain(result));
      }
      left.addLeft(result);
      if (result.isBusy()) {
        busyOfLastPlan++;
        busyFiles.addAll(result.busyFiles());
      }
      if (result.isUnreadable()) {
        tally.unreadable(range.cost().price());
      } else if (rewritten.contains(range)) {
        tally.done(range.cost().price());
      } else if (result.isBusy()) {
        tally.leftToRocksDb(range.cost().price());
      } else {
        tally.dropped(range.cost().price());
      }
      attempt.publish();
    }
    return plan.beyondTotal();
  }

  private String noGain(RangeResult result) throws DatabaseUnavailableException {
    return result.corrupt().isEmpty() ? "Compacting it lately removed less than half of what was expected"
        + HeldSnapshot.of(planner.reader().database()).map(held -> ", as " + held).orElse("")
        : result.corrupt().iterator().next();
  }

  /**
   * Skips ranges for the write budget; the first needs {@code writeBytes}. The result includes what the plan left out.
   */
  private BudgetExceeded leave(Deque<PlannedRange> ranges, CompactionPlan plan, long writeBytes) {
    tally.leftOut(ranges.size());
    return new BudgetExceeded(ranges.size() + plan.beyondTotal().map(BudgetExceeded::ranges).orElse(0L),
        attempt.bytesLeft(), writeBytes);
  }

  /** The number of ranges of the last plan that were skipped because RocksDB was compacting files itself. */
  long busyOfLastPlan() {
    return busyOfLastPlan;
  }

  /** The names of these files; also of files beside the ranges that a step has to compact with them. */
  Set<String> busyFiles() {
    return Collections.unmodifiableSet(busyFiles);
  }

  /** The files skipped in the ranges of all plans, and the corrupt files that kept ranges out of the plans. */
  RangeResult left() {
    return left;
  }
}
