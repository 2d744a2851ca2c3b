// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of an attempt of a turn over one database: plans, compacts the ranges, and measures the slowest list
 * before and after. An attempt whose database is replaced begins its work again.
 */
final class TurnWork {
  private static final Logger LOG = LoggerFactory.getLogger(TurnWork.class);
  /**
   * Longest wait for RocksDB's own compactions of files of ranges, in ticks of a second, all waits of an attempt
   * together. RocksDB takes some 10 s for 1.5 GB, the most that it compacts at once with files of 64 MB.
   */
  private static final int MAX_BUSY_TICKS = 60;
  /**
   * Maximum number of plans for slow places. A plan counts a place as covered if a better range is expected to rewrite
   * its files to the last level; if that range needs fewer steps than expected, only the next plan takes the place. A
   * plan that removed no tombstone is the last.
   */
  private static final int MAX_PLANS_FOR_WAITS = 10;
  /** Clients may write to a place all the time, so that each look finds it waiting for memory. */
  private static final int MAX_FLUSHES_AGAIN = 2;

  private final NodePlanner planner;
  private final TurnAttempt attempt;
  private final TurnTally tally;
  private final RangeSteps steps;
  private SlowestWait slowest;
  private long busy;
  private int busyTicks;
  private Optional<BudgetExceeded> beyond = Optional.empty();

  TurnWork(NodePlanner planner, TurnAttempt attempt, RangeSteps steps) {
    this.planner = planner;
    this.attempt = attempt;
    this.tally = attempt.tally();
    this.steps = steps;
  }

  /**
   * Does the turn's work over the database that OM has now; may be called again after that was replaced.
   *
   * @throws DatabaseUnavailableException if the database was closed or replaced meanwhile
   * @throws TurnEndedException if the turn ends before its work is done
   */
  TurnOutcome run() throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    boolean slow = attempt.spec().getTargets().getSlow();
    TurnPlanner turnPlanner = new TurnPlanner(planner, attempt);
    if (attempt.rangesLeft() == 0) {
      return withoutAnotherRange(turnPlanner);
    }
    turnPlanner.awaitDeletions();
    List<JobPart> parts = JobPart.of(attempt.spec());
    attempt.take(parts.get(0));
    turnPlanner.flush();
    busy = 0;
    beyond = Optional.empty();
    RangeQueue ranges = new RangeQueue(attempt, steps, planner);
    NodePlan plan = null;
    try {
      for (JobPart part : parts) {
        attempt.take(part);
        plan = takePart(turnPlanner, ranges);
        // A compaction may hide less than expected, so that a place waits for memory only then.
        for (int again = 0; slow && again < MAX_FLUSHES_AGAIN && attempt.takesAllRanges() && turnPlanner.flush();
            again++) {
          plan = takePart(turnPlanner, ranges);
        }
      }
    } catch (TurnEndedException e) {
      measureAfter();
      throw e;
    }
    measureAfter();
    String message = slow ? messageOfSlow(turnPlanner.lookAfter(), ranges.left())
        : new OutcomeMessage(planner, attempt.spec()).of(plan, busy, beyond, tally.figures(), ranges.left());
    attempt.publish();
    attempt.awaitWriteRate();
    return !ranges.left().isUnreadable()
        ? TurnOutcome.of(TurnState.TURN_SUCCEEDED, TurnReason.TURN_REASON_NONE, message)
        : TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, OutcomeMessage.ofFilesLeft(ranges.left())
            + (tally.figures().getRangesTotal() == 0 || message.isEmpty() ? "" : "; " + message));
  }

  /** Ends a turn that has taken the best ranges already, in an earlier attempt or over the database of before. */
  private TurnOutcome withoutAnotherRange(TurnPlanner turnPlanner) throws TurnEndedException, InterruptedException {
    measureAfter();
    String message = attempt.spec().getTargets().getSlow()
        ? messageOfSlow(turnPlanner.lookAfter(), new RangeResult())
        : "The best ranges, as many as the job asks for, were compacted before the turn began again";
    attempt.publish();
    attempt.awaitWriteRate();
    return TurnOutcome.of(TurnState.TURN_SUCCEEDED, TurnReason.TURN_REASON_NONE, message);
  }

  private String messageOfSlow(Optional<TargetPlaces> look, RangeResult left) {
    look.ifPresent(after -> after.corruptFiles().forEach(left::leftCorrupt));
    return new OutcomeMessage(planner, attempt.spec()).ofSlow(look, tally.figures(), busy, beyond, left);
  }

  /** Compacts one part of a round, or all ranges of any other job, and returns the last plan. */
  private NodePlan takePart(TurnPlanner turnPlanner, RangeQueue ranges)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    boolean again = false;
    for (int plans = 1;; plans++) {
      long budget = totalBytes();
      long removed = tally.tombstonesRemoved();
      NodePlan plan = turnPlanner.plan();
      if (plans > 1 && attempt.spec().getTargets().getSlow() && !plan.ranges().ranges().isEmpty()) {
        tally.continues();
      }
      begin(plan);
      Optional<BudgetExceeded> left = ranges.take(plan.ranges());
      if (left.isPresent() && isRaised(budget)) {
        plans = 0;
        again = false;
        continue;
      }
      if (attempt.spec().getTargets().getSlow() && !left.isPresent() && tally.tombstonesRemoved() > removed
          && plans < MAX_PLANS_FOR_WAITS && attempt.takesAllRanges()) {
        continue;
      }
      if (ranges.busyOfLastPlan() == 0 || left.isPresent() || again || !attempt.takesAllRanges()) {
        busy += ranges.busyOfLastPlan();
        beyond = beyond.isPresent() ? beyond : left;
        return plan;
      }
      awaitRocksDb(ranges, plan.statistics().snapshot().database());
      again = true;
    }
  }

  /** @throws DatabaseUnavailableException if the database was closed or replaced meanwhile */
  private void awaitRocksDb(RangeQueue ranges, OmDatabase database)
      throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
    TurnWait wait = new TurnWait(WaitReason.WAIT_DATABASE, "RocksDB is compacting files of "
        + ValueFormat.count(ranges.busyOfLastPlan(), "range") + " itself; the turn plans again after that, or after a"
        + " minute at most");
    for (; busyTicks < MAX_BUSY_TICKS && areBeingCompacted(ranges.busyFiles(), database); busyTicks++) {
      attempt.hold(wait);
    }
    attempt.publishWorking();
  }

  private boolean areBeingCompacted(Set<String> files, OmDatabase database) throws DatabaseUnavailableException {
    LsmSnapshot now = planner.reader().read();
    if (!now.database().isSameAs(database)) {
      throw new DatabaseUnavailableException(null);
    }
    return now.tables().stream().flatMap(table -> now.table(table).files().stream())
        .anyMatch(file -> file.isBeingCompacted() && files.contains(file.name()));
  }

  private long totalBytes() {
    return attempt.spec().getThresholds().getMaxTotalBytes();
  }

  /** True if a raised write budget allows more ranges; a job that limits the number of ranges needs no new plan. */
  private boolean isRaised(long budget) {
    return budget != 0 && (totalBytes() == 0 || totalBytes() > budget)
        && attempt.takesAllRanges();
  }

  private void begin(NodePlan plan) throws DatabaseUnavailableException {
    tally.planned(plan.ranges().ranges().size(), plan.ranges().price());
    Set<SstFile> files = new HashSet<>();
    plan.ranges().ranges().forEach(range -> {
      files.addAll(range.files());
      files.addAll(range.cost().rewrittenFiles());
    });
    tally.tombstones(files.stream().mapToLong(SstFile::tombstones).sum());
    if (slowest == null || slowest.spans().isEmpty()) {
      slowest = new SlowestWait(planner.slowPlaces(), plan.ranges());
      tally.seekBefore(slowest.measureFirst(plan.statistics().snapshot()));
    }
    attempt.publish();
  }

  private void measureAfter() {
    try {
      if (tally.rangesDone() > 0 && slowest != null) {
        tally.seekAfter(slowest.measure(planner.reader().database()));
      }
    } catch (DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.info("The last figures of job {} stay as they were: {}", attempt.spec().getJobId(), e.getMessage());
    }
  }
}
