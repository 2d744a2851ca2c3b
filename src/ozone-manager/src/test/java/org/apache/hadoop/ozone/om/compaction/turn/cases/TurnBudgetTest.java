// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangeCost;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.Onlooker;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/** The write limits of a turn: its job's budget over all attempts, and in a round the limits of its parts. */
class TurnBudgetTest extends OneNode {
  private static final JobSpec ROUND =
      JobSpec.newBuilder().setJobId("round").setRound(Round.getDefaultInstance()).build();

  @Test
  void rangesBeyondTheBudgetAreLeftForAnotherJob() throws Exception {
    JobSpec both = twoRanges().build();
    assertThat(run(writing(both, 1))).returns(TurnState.TURN_SUCCEEDED, TurnOutcome::getState)
        .extracting(TurnOutcome::getMessage).asString()
        .startsWith("2 ranges left for another job: the next range alone may write ")
        .contains(", more than the budget of 1 B; raise the budget, or make ranges smaller where");
    assertThat(ring.last().getRangesTotal()).isZero();
    assertThat(ring.last().getWriteBytes()).isZero();
    long all = predicted(both);

    TurnOutcome tight = run(writing(both, all - 1));
    assertThat(tight.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(tight.getMessage()).contains("left for another job");
    assertThat(ring.last().getWriteBytes()).isLessThan(all);
    // A step needs budget for its bound, which preview shows beside the prediction.
    assertSucceeded(run(writing(both, mostWritten(both))));
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** The service begins no round below that: one after the other would write nothing. */
  @Test
  void rangeIsBegunFromItsBudgetOn() throws Exception {
    JobSpec both = twoRanges().build();
    RangeCost cost = planner().plan(both.getTargets(), both.getThresholds(), Precision.EXACT).ranges().ranges().get(0)
        .cost();
    assertThat(cost.budgetBytes()).as("%s", cost).isGreaterThan(cost.price().writeBytes());
    run(writing(both, cost.budgetBytes() - 1));
    assertThat(ring.last().getWriteBytes()).isZero();
    run(writing(both, cost.budgetBytes()));
    assertThat(ring.last().getWriteBytes()).isPositive();
  }

  @Test
  void bytesOfEarlierAttemptsCount() throws Exception {
    JobSpec both = twoRanges().build();
    long enough = mostWritten(both);
    ring.remembers(TurnFigures.newBuilder().setAttempts(1).setWriteBytes(enough).build());
    assertLeft(run(writing(both, enough)), 2, enough);
    assertThat(ring.last().getRangesDone()).isZero();
  }

  /** If the OM goes down then, it has written one step at most that no later attempt or round counts. */
  @Test
  void noStepFollowsOneThatTheRingHasNotRecorded() throws Exception {
    JobSpec both = twoRanges().build();
    AtomicInteger asked = new AtomicInteger();
    ring.records(() -> ring.last().getWriteBytes() == 0 || asked.incrementAndGet() == 0)
        .cancelsOnce(() -> asked.get() > 1);
    assertThat(run(both)).isEqualTo(Onlooker.CANCELLED);
    assertThat(ring.last().getWriteBytes()).isPositive();
    assertThat(db.tombstones(TABLE)).as("those of one bucket at least").isGreaterThanOrEqualTo(KEYS / 2);
    assertThat(ring.last().getRangesDone()).as("the range whose last step is not recorded yet").isEqualTo(1);
    assertThat(ring.last().getWaitReason()).as("a moment is no wait").isEqualTo(WaitReason.WAIT_NONE);

    ring.records(() -> true).cancelsOnce(() -> false);
    assertSucceeded(run(both));
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** As where the leader refuses reports because the ring is prepared for an upgrade. */
  @Test
  void turnWhoseWritesAreNeverRecordedSaysSoAndEnds() throws Exception {
    JobSpec both = twoRanges().build();
    ring.records(() -> ring.last().getWriteBytes() == 0);

    assertThat(run(both)).returns(TurnReason.WAITED_TOO_LONG, TurnOutcome::getReason)
        .extracting(TurnOutcome::getMessage).asString()
        .contains("The ring has not recorded yet what this OM has written");
    assertThat(ring.seen()).extracting(TurnFigures::getWaitReason).contains(WaitReason.WAIT_RING_UNHEALTHY);
    assertThat(ring.last().getRangesDone()).isEqualTo(1);
  }

  @Test
  void rangeThatGrewBeyondTheBudgetIsLeft() throws Exception {
    JobSpec both = twoRanges().build();
    long all = predicted(both);
    ring.atEachReport(figures -> {
      if (figures.getRangesTotal() == 2 && ring.last().getRangesTotal() == 0) {
        fillAgain(c);
      }
    });
    TurnOutcome outcome = run(writing(both, all));
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("left for another job");
    assertThat(ring.last().getWriteBytes()).isLessThanOrEqualTo(all);
    assertThat(ring.last().getRangesDropped()).isZero();
    assertThat(db.tombstones(TABLE)).as("those of one bucket at least").isGreaterThanOrEqualTo(KEYS / 2);
  }

  /** A RocksDB snapshot needs the rows that the tombstones hide. */
  @Test
  void rangeWithoutGainRestsAndIsLeftOutOfTheNextRoundAndTheSnapshotIsNamed() throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", "100");
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    Snapshot held = db.rocksDb().getSnapshot();
    try {
      db.deleteAll(TABLE, b, KEYS);
      db.flush(TABLE);
      String kept = "a snapshot of this OM's RocksDB, which is no Ozone snapshot, is open since 20";
      NodePlanner planner = planner();
      NodeCompaction node = new NodeCompaction(planner, exactCounts, pressure, CompactionConfig.from(conf), clock);
      assertThat(node.run(ROUND, ring).getMessage()).contains(kept);
      assertThat(ring.last().getRangesTotal()).isOne();
      assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
      assertThat(planner.cooldown().why(TABLE, new KeyRange(b, new byte[] {-1})))
          .startsWith("Compacting it lately removed less than half of what was expected, as " + kept);
      node.run(ROUND, ring);
      assertThat(ring.last().getRangesTotal()).isZero();
      node.run(ROUND.toBuilder().clearRound().build(), ring);
      assertThat(ring.last().getRangesTotal()).as("of a person's job").isOne();
    } finally {
      db.rocksDb().releaseSnapshot(held);
    }
  }

  @Test
  void bytesThatNoRecordHasCountTowardsTheLimitOfARound() throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", "100");
    massDelete();
    long limit = 1L << 30;
    ring.remembers(TurnFigures.newBuilder().setUnreportedWriteBytes(limit).build());
    node().run(writing(ROUND, limit), ring);
    assertThat(ring.last().getWriteBytes()).isZero();
    ring.remembers(TurnFigures.getDefaultInstance());
    node().run(writing(ROUND, limit), ring);
    assertThat(ring.last().getWriteBytes()).isPositive();
  }

  /** No list was measured, so everything belongs to the other part. */
  @Test
  void eachPartOfARoundWritesWithinItsOwnLimit() throws Exception {
    conf.set("ozone.om.range.compaction.min.tombstones", "100");
    massDelete();
    node().run(ROUND.toBuilder().setRound(Round.newBuilder().setMaxBytesForOthers(1)).build(), ring);
    assertThat(ring.last().getWriteBytes()).isZero();
    node().run(ROUND.toBuilder().setRound(Round.newBuilder().setMaxBytesForWaits(1)).build(), ring);
    assertThat(ring.last().getWriteBytes()).isPositive();
    assertThat(ring.last().getWriteBytesForWaits()).isZero();
    assertThat(db.tombstones(TABLE)).isZero();
  }

  private void fillAgain(byte[] bucket) {
    try {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
      db.flush(TABLE);
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }

  private static JobSpec writing(JobSpec job, long totalBytes) {
    return job.toBuilder().setThresholds(job.getThresholds().toBuilder().setMaxTotalBytes(totalBytes)).build();
  }

  private long mostWritten(JobSpec job) throws Exception {
    return planner().plan(job.getTargets(), job.getThresholds(), Precision.EXACT).ranges().price().mostWriteBytes();
  }

  /** Predicted bytes of a job, from a run that is cancelled before its first range. */
  private long predicted(JobSpec job) throws InterruptedException {
    Onlooker planned = new Onlooker();
    node().run(job, planned.cancelsOnce(() -> planned.last().getRangesTotal() > 0));
    return planned.last().getPredictedWriteBytes();
  }

  private static void assertLeft(TurnOutcome outcome, int ranges, long totalBytes) {
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).startsWith(ranges + (ranges == 1 ? " range" : " ranges")
        + " left for another job: of the budget of " + ValueFormat.bytes(totalBytes) + " on an OM ");
  }
}
