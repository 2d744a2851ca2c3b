// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.scan.CountedReads;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A round flushes where a list waits for tombstones in memory alone, and takes what it has flushed. */
class RoundFlushTest extends OneNode {
  /** Fewer than the minimum of a range. */
  private static final int DELETED = 3 * KEYS;
  private static final JobSpec ROUND = JobSpec.newBuilder().setJobId("round").setRound(Round.getDefaultInstance())
      .setFlush(true).build();

  /** Two busy cores may not come to the end of a look within a second. */
  private final WorthCompacting rule =
      new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ofMinutes(1));
  private NodePlanner planner;

  @BeforeEach
  void putKeys() throws Exception {
    planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, CompactionConfig.from(conf), scanPatience,
        rule);
    db.putAll(TABLE, b, 2 * DELETED + 1, VALUE_BYTES);
    db.settle(TABLE);
  }

  @Override
  protected NodePlanner planner() {
    return planner;
  }

  private void listIsSlowFrom(String time) {
    conf.set("ozone.om.range.compaction.service.hurting.seek", time);
    rule.use(ServiceConfig.from(conf));
  }

  /** A look has a second, and the next one goes on where it ended. */
  private void listIsFoundSlow() {
    listIsSlowFrom("1us");
    Awaitility.await("the list found slow").until(() ->
        !planner.flushes(ROUND, planner.look(ROUND.getTargets())).isEmpty());
  }

  private TurnFigures round() throws InterruptedException {
    run(ROUND);
    return ring.last();
  }

  private void deleteMore() throws Exception {
    for (int i = DELETED; i < 2 * DELETED; i++) {
      db.delete(TABLE, OpenOmDb.key(b, i));
    }
  }

  @Test
  void flushesAndCompactsWhereAListWaits() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsFoundSlow();

    TurnFigures figures = round();

    assertThat(figures.getFlushedBytes()).isPositive();
    assertThat(figures.getTombstonesBefore()).isEqualTo(DELETED);
    assertThat(figures.getTombstonesAfter()).isEqualTo(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(DELETED + 1);
  }

  @Test
  void leavesThemToRocksDbWhereListsAreFast() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsSlowFrom("1m");

    assertThat(round().getFlushedBytes()).isZero();
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void flushesNothingWhereWhatIsInMemoryIsNotSlowByItself() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    db.flush(TABLE);
    deleteMore();
    // Rows in memory, with the puts that they hide, take a microsecond each, and so do those in files.
    listIsSlowFrom(DELETED * 3 / 2 + "us");

    TurnFigures ranges = round();
    assertThat(ranges.getFlushedBytes()).isZero();
    assertThat(ranges.getTombstonesBefore()).isEqualTo(DELETED);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void flushesAtOnceWhereCompactingTheFilesAloneWouldLeaveAListSlow() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    db.flush(TABLE);
    deleteMore();
    listIsFoundSlow();

    assertThat(round().getFlushedBytes()).isPositive();
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(1);
  }

  /** It may take as long as RocksDB makes it wait, and no cancel ends it. */
  @Test
  void flushSaysThatItIsInsideRocksDb() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsFoundSlow();
    assertThat(round().getFlushedBytes()).isPositive();
    assertThat(ring.seen()).filteredOn(figures -> figures.getWaitReason() == WaitReason.WAIT_DATABASE).isNotEmpty()
        .allSatisfy(figures -> {
          assertThat(figures.getWaitingFor()).startsWith("RocksDB has been writing the memtable of keyTable to disk")
              .endsWith("when that ends");
          assertThat(figures.getAtWork()).as("going down then counts").isTrue();
        });
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
    assertThat(ring.last().getAtWork()).isFalse();
  }

  @Test
  void doesNotFlushWhereTheRangeRests() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    db.flush(TABLE);
    deleteMore();
    listIsSlowFrom("1us");
    PlannedRange range = planner.plan(ROUND, JobPart.WAITS, new CountedReads()).ranges().ranges().get(0);
    planner.cooldown().rest(range.table(), range.range(), "It did not help");

    assertThat(round().getFlushedBytes()).isZero();
    assertThat(db.tombstones(TABLE)).isEqualTo(DELETED);
  }

  @Test
  void leavesMemoryOfARangeThatRestsToRocksDb() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsSlowFrom("1us");
    planner.cooldown().rest(TABLE, new KeyRange(b, OpenOmDb.key(b, DELETED)), "It did not help");

    assertThat(round().getFlushedBytes()).isZero();
  }

  @Test
  void flushesNothingThatExceedsTheBudget() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsSlowFrom("1us");

    run(ROUND.toBuilder().setRound(Round.newBuilder().setMaxBytesForWaits(1)).build());
    assertThat(ring.last().getFlushedBytes()).isZero();
  }

  /** Clients go on deleting while a turn waits at the gate. */
  @Test
  void flushesNothingThatHasGrownBeyondTheBudgetMeanwhile() throws Exception {
    db.deleteAll(TABLE, b, DELETED);
    listIsFoundSlow();
    long fits = planner.afterFlush(TABLE).bytes();
    AtomicInteger readings = new AtomicInteger();
    pressure = () -> {
      if (readings.incrementAndGet() == 2) { // The gate before the flush.
        deleteUnchecked();
      }
      return Optional.of(new PressureGauges());
    };

    run(ROUND.toBuilder().setRound(Round.newBuilder().setMaxBytesForWaits(fits)).build());

    assertThat(readings).hasValueGreaterThan(1);
    assertThat(ring.last().getFlushedBytes()).isZero();
  }

  private void deleteUnchecked() {
    try {
      deleteMore();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
