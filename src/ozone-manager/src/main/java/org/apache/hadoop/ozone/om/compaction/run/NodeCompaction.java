// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planner.plan.BudgetExceeded;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs this OM's turn of a job: makes a plan from current metadata, then compacts its ranges, best first, and waits
 * while the OM is under pressure. After a restart the turn makes a new plan, in which compacted ranges do not appear as
 * they hold no tombstones any more; its figures continue from those reported before.
 */
public final class NodeCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(NodeCompaction.class);
  /**
   * Limit of database replacements in a turn: an OM that falls behind repeatedly installs checkpoint after checkpoint,
   * and had better take its turn later.
   */
  private static final int MAX_LOST_DATABASES = 5;
  /** Plans of a turn; the second one covers files that RocksDB itself was compacting during the first. */
  private static final int MAX_PLANS = 2;
  private static final List<RoundPart> PARTS_OF_ROUND =
      Collections.unmodifiableList(Arrays.asList(RoundPart.WAITS, RoundPart.OTHERS));

  private final NodePlanner planner;
  private final ExactCounts exactCounts;
  private final PressureGauges.Source pressure;
  private final CompactionConfig config;
  private final TurnClock clock;

  /**
   * @param planner the planner that previews use
   * @param exactCounts the planner's exact counts
   */
  public NodeCompaction(NodePlanner planner, ExactCounts exactCounts, PressureGauges.Source pressure,
       CompactionConfig config, TurnClock clock) {
    this.planner = planner;
    this.exactCounts = exactCounts;
    this.pressure = pressure;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Runs a turn to its end on the caller's thread. The last figures given to {@code context} are final. May be called
   * again for the same job. Tombstones in the memtable are compacted only if the job asks for a flush, as flushed files
   * make ranges more expensive; the outcome mentions them.
   *
   * @return the outcome; errors are outcomes, too
   * @throws InterruptedException if the thread was interrupted while waiting; a running compactRange is not interrupted
   */
  public TurnOutcome run(JobSpec spec, TurnContext context) throws InterruptedException {
    TurnAttempt attempt = new TurnAttempt(spec, context, clock, pressure, config);
    try {
      return run(attempt);
    } finally {
      publishLast(attempt);
    }
  }

  private TurnOutcome run(TurnAttempt attempt) throws InterruptedException {
    String jobId = attempt.spec().getJobId();
    try {
      attempt.publish();
      return new Execution(attempt).run();
    } catch (TurnEndedException e) {
      return e.outcome();
    } catch (DatabaseFaultException e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "This OM's database cannot be read ("
          + e.getMessage() + "): check the disk of om.db, then trigger the job again");
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      LOG.error("The turn of job {} failed", jobId, e);
      return TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, "Compaction failed unexpectedly (" + e
          + "): see this OM's log, then trigger the job again");
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

  /** One attempt at the work of a turn: makes plans and compacts their ranges. */
  private final class Execution {
    private final TurnAttempt attempt;
    private final RangeSteps steps;
    private final TurnTally tally;
    private SlowestWait slowest;
    private int unreachableInMemory;
    private int unreachableBelow;
    private long leftBusy;
    private long busy;
    private Optional<BudgetExceeded> beyond = Optional.empty();
    private final Set<String> corrupt = new LinkedHashSet<>();
    private final Set<String> unread = new LinkedHashSet<>();

    Execution(TurnAttempt attempt) {
      this.attempt = attempt;
      this.tally = attempt.tally();
      this.steps = new RangeSteps(planner.reader(), exactCounts, attempt, limits().maxBytes());
    }

    /** @throws TurnEndedException if the turn ends before its work is done */
    TurnOutcome run() throws TurnEndedException, InterruptedException {
      for (int lost = 0;; lost++) {
        attempt.pass(0);
        try {
          return runOverOneDatabase();
        } catch (DatabaseUnavailableException e) {
          if (lost == MAX_LOST_DATABASES) {
            throw TurnEndedException.failed(TurnReason.COMPACTION_FAILED, "This OM's database was closed or replaced "
                + (lost + 1) + " times during the turn: wait until the OM has caught up, then trigger the job again");
          }
          LOG.info("Job {} plans again: {}", attempt.spec().getJobId(), e.getMessage());
        }
      }
    }

    private TurnOutcome runOverOneDatabase()
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      TurnPlanner turnPlanner = new TurnPlanner(planner, attempt);
      turnPlanner.awaitDeletions();
      attempt.take(attempt.spec().hasRound() ? RoundPart.WAITS : RoundPart.ALL);
      turnPlanner.flush();
      busy = 0;
      beyond = Optional.empty();
      corrupt.clear();
      unread.clear();
      NodePlan plan = null;
      try {
        for (RoundPart part : attempt.spec().hasRound() ? PARTS_OF_ROUND : Collections.singletonList(RoundPart.ALL)) {
          attempt.take(part);
          plan = takePart(turnPlanner);
        }
      } catch (TurnEndedException e) {
        measureAfter();
        throw e;
      }
      measureAfter();
      String remarks = new Remarks(planner, attempt.spec()).of(plan, busy, beyond, tally.figures().getRangesTotal(),
          unreachableInMemory, unreachableBelow);
      return corrupt.isEmpty() && unread.isEmpty()
          ? TurnOutcome.of(TurnState.TURN_SUCCEEDED, TurnReason.TURN_REASON_NONE, remarks)
          : TurnOutcome.of(TurnState.TURN_FAILED, TurnReason.COMPACTION_FAILED, Remarks.ofFilesLeft(corrupt, unread)
              + (tally.figures().getRangesTotal() == 0 || remarks.isEmpty() ? "" : "; " + remarks));
    }

    /**
     * Compacts one part of a round, or all of another job.
     *
     * @return the last plan
     */
    private NodePlan takePart(TurnPlanner turnPlanner)
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      for (int plans = 1;; plans++) {
        long budget = totalBytes();
        NodePlan plan = turnPlanner.plan();
        begin(plan);
        plan.ranges().corruptFiles().forEach(file -> corrupt.add(file.corruption()));
        Optional<BudgetExceeded> left = takeRanges(plan.ranges());
        if (left.isPresent() && isRaised(budget)) {
          plans = 0;
          continue;
        }
        long leftToRocksDb = busy(plan.ranges()) + leftBusy;
        if (leftToRocksDb == 0 || left.isPresent() || plans == MAX_PLANS
            || attempt.spec().getThresholds().getTop() > 0) {
          busy += leftToRocksDb;
          beyond = beyond.isPresent() ? beyond : left;
          return plan;
        }
      }
    }

    private long totalBytes() {
      return attempt.spec().getThresholds().getMaxTotalBytes();
    }

    /** Whether the job's write budget was raised during the turn, so that a new plan has more ranges. */
    private boolean isRaised(long budget) {
      return budget != 0 && (totalBytes() == 0 || totalBytes() > budget)
          && attempt.spec().getThresholds().getTop() == 0;
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
        slowest = new SlowestWait(planner.rule().slowPlaces(), plan.ranges());
        tally.seekBefore(slowest.measureFirst(plan.statistics().snapshot()));
      }
      attempt.publish();
    }

    /**
     * Compacts the ranges of a plan.
     *
     * @return the ranges left out because of the write budget; empty if there are none
     */
    private Optional<BudgetExceeded> takeRanges(CompactionPlan plan)
        throws DatabaseUnavailableException, TurnEndedException, InterruptedException {
      Deque<PlannedRange> queue = new ArrayDeque<>(plan.ranges());
      Set<PlannedRange> putOff = new HashSet<>();
      leftBusy = 0;
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
        if (result.isBusy() && putOff.add(range)) {
          queue.add(range);
          continue;
        }
        // Only a range that was compacted at the first try may rest: this result would cover only what was left.
        if (attempt.spec().hasRound() && !putOff.contains(range) && result.isAsPlanned()
            && !result.hasGained(range.cost().tombstonesExpected())) {
          planner.cooldown().rest(range.table(), range.range(), result.corrupt().stream().findFirst()
              .orElse("Compacting it lately removed less than half of what was expected"));
        }
        corrupt.addAll(result.corrupt());
        unread.addAll(result.unread());
        leftBusy += result.isBusy() ? 1 : 0;
        unreachableInMemory += result.unreachableInMemory();
        unreachableBelow += result.unreachableBelow();
        if (result.isUnreadable()) {
          tally.unreadable(range.cost().price());
        } else if (result.hasRewritten() || putOff.contains(range)) {
          tally.done(range.cost().price());
        } else {
          tally.dropped(range.cost().price());
        }
        attempt.publish();
      }
      return plan.beyondTotal();
    }

    /**
     * Leaves the given ranges because of the write budget, and counts those that the plan itself left for it.
     *
     * @param writeBytes bytes that the first range needs
     */
    private BudgetExceeded leave(Deque<PlannedRange> ranges, CompactionPlan plan, long writeBytes) {
      tally.leftOut(ranges.size());
      return new BudgetExceeded(ranges.size() + plan.beyondTotal().map(BudgetExceeded::ranges).orElse(0L),
          attempt.bytesLeft(), writeBytes);
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

    private PlanLimits limits() {
      return planner.limits(attempt.spec().getThresholds());
    }
  }

  private static long busy(CompactionPlan plan) {
    return plan.leftOut().filter(left -> left.reason() == RejectionReason.BEING_COMPACTED).count();
  }
}
