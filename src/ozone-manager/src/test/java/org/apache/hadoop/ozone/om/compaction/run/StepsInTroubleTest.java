// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Steps under rare conditions: writers and compactions between check and call, odd files and keys. */
@Timeout(120)
class StepsInTroubleTest extends OneNode {
  private static final int LONG_KEY_BYTES = 4096;

  /** A change of the database. */
  @FunctionalInterface
  private interface Event {
    void happen() throws Exception;
  }

  /** Every step reads more than this limit, so the turn reports it after the last check and before it calls RocksDB. */
  private static JobSpec reportingBeforeEachCall() {
    JobSpec.Builder job = job("b");
    return job.setThresholds(Thresholds.newBuilder(job.getThresholds()).setMaxBytes(1)).build();
  }

  private void onceBetweenCheckAndCall(Event event) {
    boolean[] happened = new boolean[1];
    ring.atEachReport(figures -> {
      if (figures.getLargeStepBytes() > 0 && !happened[0]) {
        happened[0] = true;
        try {
          event.happen();
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    });
  }

  private void assertFiguresAreSane() {
    TurnFigures figures = ring.last();
    assertThat(figures.getTombstonesAfter()).isBetween(0L, figures.getTombstonesBefore());
    assertThat(figures.getRangesDone() + figures.getRangesDropped()).isEqualTo(figures.getRangesTotal());
  }

  @Test
  void keyWrittenBetweenCheckAndCallCausesOneCountedFlush() throws Exception {
    massDelete();
    onceBetweenCheckAndCall(() -> db.putAll(TABLE, b, KEYS, VALUE_BYTES));

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.last().getFlushedBytes()).isPositive();
    assertThat(db.contents(TABLE)).hasSize(3 * KEYS);
    assertFiguresAreSane();
    assertThat(run(job("b").build()).getState()).as("the next job").isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).hasSize(3 * KEYS);
  }

  @Test
  void levelThatVanishesBetweenCheckAndCallDoesNotFailTheTurn() throws Exception {
    massDelete();
    Map<String, String> before = db.contents(TABLE);
    onceBetweenCheckAndCall(() -> db.force(TABLE));

    TurnOutcome outcome = run(reportingBeforeEachCall());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(db.contents(TABLE)).isEqualTo(before);
    assertThat(db.tombstones(TABLE)).isZero();
    assertFiguresAreSane();
  }

  @Test
  void filesOfOneKeyAreCompacted() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    int keys = 20;
    for (int key = 0; key < keys; key++) {
      for (byte[] bucket : List.of(a, b)) {
        db.put(TABLE, OpenOmDb.key(bucket, key), VALUE_BYTES);
        db.flush(TABLE);
        db.lowerLevelZero(TABLE, 6);
      }
    }
    assertThat(db.files(TABLE)).as("one for each key").hasSize(2 * keys);
    for (int key = 0; key < keys; key++) {
      db.delete(TABLE, OpenOmDb.key(b, key));
      if (key % 5 == 4) {
        db.flush(TABLE);
      }
    }

    assertThat(run(job("b").build()).getState()).isEqualTo(TurnState.TURN_SUCCEEDED);

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(keys);
    assertFiguresAreSane();
  }

  @Test
  void keysOfFourKilobytesAreCompacted() throws Exception {
    int keys = 200;
    for (int key = 0; key < keys; key++) {
      db.put(TABLE, longKey(key), VALUE_BYTES);
    }
    db.settle(TABLE);
    for (int key = 0; key < keys - 1; key++) {
      db.delete(TABLE, longKey(key));
    }
    db.flush(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).hasSize(1);
    assertThat(ring.last().getRange()).hasSizeLessThan(LONG_KEY_BYTES);
    assertFiguresAreSane();
  }

  private byte[] longKey(int number) {
    byte[] key = Arrays.copyOf(OpenOmDb.key(b, number), LONG_KEY_BYTES);
    Arrays.fill(key, OpenOmDb.key(b, number).length, LONG_KEY_BYTES, (byte) 'k');
    return key;
  }
}
