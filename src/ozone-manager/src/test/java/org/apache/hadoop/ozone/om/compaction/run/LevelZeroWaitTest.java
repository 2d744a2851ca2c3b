// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.rocksdb.MutableColumnFamilyOptions;

/** What RocksDB is about to compact itself is waited for, but not for ever. */
class LevelZeroWaitTest extends OneNode {
  private static final long WRITE_BUFFER_BYTES = 1 << 20;

  @Test
  void a_compaction_of_level_0_that_begins_after_the_plan_is_waited_for() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    massDelete();
    wideFiles(3);
    AtomicReference<HeldCompaction> running = new AtomicReference<>();
    handClock.atEachPause(() -> {
      running.get().release();
      Awaitility.await().atMost(30, TimeUnit.SECONDS)
          .until(() -> db.files(TABLE).stream().noneMatch(file -> file.level() == 0));
    });

    ring.atEachReport(figures -> {
      if (figures.getRangesTotal() > 0 && running.get() == null) {
        running.set(compactLevelZero());
      }
    });
    TurnOutcome outcome = run(job("b").build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_L0_FILES);
    assertThat(waitingFor()).isEqualTo("RocksDB is compacting L0 of keyTable itself, and is waited for");
    assertThat(db.tombstones(TABLE)).isZero();
  }

  private HeldCompaction compactLevelZero() {
    try {
      HeldCompaction held = HeldCompaction.in(db);
      db.automaticCompaction(TABLE);
      Awaitility.await().atMost(30, TimeUnit.SECONDS)
          .until(() -> db.files(TABLE).stream().anyMatch(file -> file.level() == 0 && file.beingCompacted()));
      return held;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void the_flush_that_makes_rocksdb_compact_level_0_is_waited_for_two_minutes() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    massDelete();
    wideFiles(2);
    db.rocksDb().setOptions(db.handle(TABLE),
        MutableColumnFamilyOptions.builder().setWriteBufferSize(WRITE_BUFFER_BYTES).build());
    db.automaticCompaction(TABLE);
    db.flush(TABLE);
    for (int row = 0; memtableBytes() < WRITE_BUFFER_BYTES * 0.8; row++) {
      db.put(TABLE, OpenOmDb.key(a, row), VALUE_BYTES);
    }

    TurnOutcome outcome = run(job("b").build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.waits()).containsExactly(WaitReason.WAIT_L0_FILES);
    assertThat(waitingFor()).isEqualTo("keyTable has 3 L0 files; RocksDB compacts them itself at 4, and is waited for");
    assertThat(ring.last().getWaitedMs()).isEqualTo(LevelZeroFirst.MAX_WAIT_MILLIS);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void nothing_is_waited_for_where_rocksdb_compacts_nothing_by_itself() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    massDelete();
    wideFiles(5);

    assertSucceeded(run(job("b").build()));

    assertThat(ring.waits()).isEmpty();
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** Besides the one that holds the tombstones. */
  private void wideFiles(int files) throws Exception {
    for (int i = 0; i < files; i++) {
      db.put(TABLE, OpenOmDb.key(a, i), VALUE_BYTES);
      db.put(TABLE, OpenOmDb.key(c, i), VALUE_BYTES);
      db.flush(TABLE);
    }
  }

  private long memtableBytes() throws Exception {
    return db.rocksDb().getLongProperty(db.handle(TABLE), "rocksdb.cur-size-active-mem-table");
  }

  private String waitingFor() {
    return ring.seen().stream().map(TurnFigures::getWaitingFor).filter(text -> !text.isEmpty()).findFirst().orElse("");
  }
}
