// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** Turns with a range of which RocksDB compacts a file itself. */
class BusyRangeTest extends OneNode {

  @Test
  void rangeThatRocksDbIsCompactingIsCompactedAfterThat() throws Exception {
    massDelete();
    HeldCompaction held = HeldCompaction.in(db);
    Thread own = ownCompaction();
    try {
      awaitOwnCompaction();
      ring.atEachReport(figures -> {
        if (figures.getWaitedMs() >= 3_000) {
          held.release();
          Uninterruptibles.joinUninterruptibly(own);
        }
      });
      assertSucceeded(run(job("b").build()));
    } finally {
      held.release();
      own.join();
    }
    assertThat(ring.waits()).contains(WaitReason.WAIT_DATABASE);
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(ring.last().getRangesDone()).isEqualTo(ring.last().getRangesTotal()).isPositive();
  }

  @Test
  void rangeThatRocksDbCompactsForMoreThanAMinuteIsLeftToIt() throws Exception {
    massDelete();
    HeldCompaction held = HeldCompaction.in(db);
    Thread own = ownCompaction();
    long began = handClock.elapsedMillis();
    try {
      awaitOwnCompaction();
      TurnOutcome outcome = run(job("b").build());
      assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
      assertThat(outcome.getMessage()).contains("1 range was left to RocksDB").endsWith(": trigger the job again");
      assertThat(ring.last().getRangesDone()).isZero();
      assertThat(handClock.elapsedMillis() - began).isEqualTo(60_000);
    } finally {
      held.release();
      own.join();
    }
  }

  @Test
  void rangeThatRocksDbBeginsToCompactInTheTurnCountsOnce() throws Exception {
    massDelete();
    HeldCompaction held = HeldCompaction.in(db);
    AtomicReference<Thread> own = new AtomicReference<>();
    try {
      ring.atEachReport(figures -> {
        if (own.get() == null && !figures.getRange().isEmpty()) {
          own.set(ownCompaction());
          awaitOwnCompaction();
        }
        if (figures.getWaitedMs() >= 3_000) {
          held.release();
          Uninterruptibles.joinUninterruptibly(own.get());
        }
      });
      assertSucceeded(run(job("b").build()));
    } finally {
      held.release();
      own.get().join();
    }
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(ring.last().getRangesDropped()).isZero();
    assertThat(ring.last().getRangesDone()).isOne().isEqualTo(ring.last().getRangesTotal());
  }

  /** Compacts the next bucket, which has rows in a file with rows of this one. */
  private Thread ownCompaction() {
    Thread own = new Thread(() -> {
      try (CompactRangeOptions options = new CompactRangeOptions()) {
        options.setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce);
        db.rocksDb().compactRange(db.handle(TABLE), OpenOmDb.key(c, 0), OpenOmDb.key(c, KEYS), options);
      } catch (RocksDBException e) {
        throw new IllegalStateException(e);
      }
    }, "own compaction");
    own.start();
    return own;
  }

  private void awaitOwnCompaction() {
    Awaitility.await().atMost(1, TimeUnit.MINUTES)
        .until(() -> db.files(TABLE).stream().anyMatch(LiveFileMetaData::beingCompacted));
  }
}
