// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.LiveFileMetaData;

/** A job for slow places whose turn meets a corrupt file, a cancel, or a memtable that grows. */
class SlowJobInTroubleTest extends OneNode {
  private static final JobSpec JOB = JobSpec.newBuilder().setJobId("slow")
      .setTargets(Targets.newBuilder().setSlow(true)).build();
  private static final int DELETED = KEYS / 2;

  private NodePlanner planner;

  /** Two places of {@link #DELETED} rows, apart from each other by live rows. */
  @BeforeEach
  void deleteHalfOfTwoBuckets() throws Exception {
    conf.set("ozone.om.range.compaction.service.hurting.seek", "100us");
    lookFor(Duration.ofSeconds(1));
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 64 << 10);
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, DELETED);
    db.flush(TABLE);
    db.deleteAll(TABLE, c, DELETED);
  }

  private void lookFor(Duration timeOfALook) {
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), timeOfALook);
    rule.use(ServiceConfig.from(conf));
    planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, CompactionConfig.from(conf), scanPatience,
        rule);
  }

  @Override
  protected NodePlanner planner() {
    return planner;
  }

  private long tombstonesOf(byte[] bucket) {
    KeyRange keys = new KeyRange(bucket, OpenOmDb.key(bucket, KEYS));
    return db.files(TABLE).stream().filter(file -> keys.contains(file.smallestKey()))
        .mapToLong(LiveFileMetaData::numDeletions).sum();
  }

  private void assertSlowPlaces(int before, int after) {
    assertThat(ring.last().getSlowPlacesBefore()).isEqualTo(before);
    assertThat(ring.last().getSlowPlacesAfter()).isEqualTo(after);
  }

  @Test
  void bothPlacesAreCompactedWhereNothingIsInTheWay() throws Exception {
    TurnOutcome outcome = run(JOB);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).isEqualTo("No list is slow any more, 2 slow places were");
    assertSlowPlaces(2, 0);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void placeWithACorruptFileIsLeftAndNamedAndTheOtherIsCompacted() throws Exception {
    LiveFileMetaData corrupt = db.files(TABLE).stream().filter(file -> file.level() > 0
        && new KeyRange(file.smallestKey(), file.largestKey()).contains(OpenOmDb.key(b, 0))).findFirst().orElseThrow();
    OpenOmDb.corrupt(corrupt);

    TurnOutcome outcome = run(JOB);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage())
        .startsWith("SST file " + corrupt.fileName().substring(1) + " of keyTable is corrupt")
        .contains("the rest of the job went on", "bootstrap this OM anew", "No list is slow any more where the turn has"
            + " looked, 1 slow place was; up to ").endsWith(" tombstones were not looked at");
    assertSlowPlaces(1, 0);
    assertThat(exactCounts.corruptFiles().sentences(db.database())).hasSize(1);
    assertThat(planner.look(JOB.getTargets()).unreadable()).isPositive();
    assertThat(tombstonesOf(b)).isEqualTo(DELETED);
    assertThat(tombstonesOf(c)).isZero();
    db.put("openKeyTable", a, VALUE_BYTES);
  }

  @Test
  void cancelDuringTheFlushEndsTheTurnBehindIt() throws Exception {
    AtomicBoolean flushing = new AtomicBoolean();
    ring.atEachReport(figures -> flushing.compareAndSet(false, figures.getWaitingFor().contains("to disk since")));
    ring.cancelsOnce(flushing::get);

    TurnOutcome outcome = run(JOB);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_CANCELLED);
    assertThat(flushing).isTrue();
    assertThat(ring.last().getFlushedBytes()).isPositive();
    assertThat(ring.last().getWriteBytes()).isZero();
    assertThat(db.tombstones(TABLE)).isEqualTo(2 * DELETED);
  }

  @Test
  void looksEndAfterTenMinutesAndTheTurnSaysWhatNobodyLookedAt() throws Exception {
    lookFor(Duration.ofNanos(1));
    ring.atEachReport(figures -> {
      if (figures.getWaitingFor().startsWith("Looking for slow places")) {
        handClock.advance(Duration.ofMinutes(11).toMillis());
      }
    });

    TurnOutcome outcome = run(JOB);

    assertThat(ring.seen()).extracting(TurnFigures::getWaitingFor).filteredOn(text -> text.startsWith("Looking"))
        .hasSize(1);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("where the turn has looked", "tombstones were not looked at: trigger the"
        + " job again");
  }

  @Test
  void placesThatClientsMakeDuringTheTurnAreCompactedToo() throws Exception {
    AtomicBoolean deleted = new AtomicBoolean();
    ring.atEachReport(figures -> {
      if (figures.getRangesDone() > 0 && deleted.compareAndSet(false, true)) {
        deleteRestOfC();
      }
    });

    TurnOutcome outcome = run(JOB);

    assertThat(deleted).isTrue();
    assertThat(outcome.getMessage()).isEqualTo("No list is slow any more, 2 slow places were");
    assertSlowPlaces(2, 0);
  }

  private void deleteRestOfC() {
    try {
      for (int row = DELETED; row < KEYS; row++) {
        db.delete(TABLE, OpenOmDb.key(c, row));
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
