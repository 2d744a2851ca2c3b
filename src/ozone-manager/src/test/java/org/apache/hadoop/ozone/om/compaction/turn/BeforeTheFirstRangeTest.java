// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.cases.OneNode;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.SnapshotInfo;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

/** A job may ask for a flush, and for the end of pending deletions, before its turn plans. */
class BeforeTheFirstRangeTest extends OneNode {

  @Test
  void tombstonesInMemoryAreFlushedAndCompactedIfTheJobAsksForIt() throws Exception {
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);

    assertSucceeded(run(job("b").setFlush(true).build()));

    TurnFigures figures = ring.last();
    assertThat(figures.getTombstonesBefore()).isEqualTo(KEYS);
    assertThat(figures.getTombstonesAfter()).isEqualTo(db.tombstones(TABLE)).isZero();
    assertThat(figures.getFlushedBytes()).isPositive();
    assertThat(db.contents(TABLE)).isEmpty();
  }

  @Test
  void onlyTablesWithTombstonesOfTargetsInMemoryAreFlushed() throws Exception {
    db.deleteAll(TABLE, a, KEYS);
    db.putAll("openKeyTable", b, KEYS, VALUE_BYTES);

    run(job("b").setFlush(true).build());

    assertThat(db.files(TABLE)).isEmpty();
    assertThat(db.files("openKeyTable")).isEmpty();
    assertThat(ring.last().getFlushedBytes()).isZero();
  }

  @Test
  void flushWaitsForPressureLikeARange() throws Exception {
    db.deleteAll(TABLE, b, KEYS);
    conf.set("ozone.om.range.compaction.turn.timeout", "1m");
    AtomicInteger readings = new AtomicInteger();
    pressure = () -> Optional.of(new PressureGauges().writesStopped(readings.incrementAndGet() > 1));

    TurnOutcome outcome = run(job("b").setFlush(true).build());

    assertThat(outcome.getMessage()).contains("stopped all writes");
    assertThat(db.files(TABLE)).isEmpty();
  }

  @Test
  void waitForAFlushEndsWithACancel() throws Exception {
    db.deleteAll(TABLE, b, KEYS);
    pressure = () -> Optional.of(new PressureGauges().writesStopped(true));
    ring.cancelsOnce(() -> !ring.seen().isEmpty());

    assertThat(run(job("b").setFlush(true).build())).isSameAs(Onlooker.CANCELLED);
    assertThat(db.files(TABLE)).isEmpty();
  }

  @Test
  void flushedBytesCountAgainstTheWriteRate() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);

    run(job("b").setFlush(true).setMaxWriteRate(10_000).build());

    assertThat(ring.waits()).as("for the flush itself, then for the rate")
        .containsExactly(WaitReason.WAIT_DATABASE, WaitReason.WAIT_WRITE_RATE);
  }

  @Test
  void manyTombstonesInMemoryAreMentionedEvenIfRangesWereCompacted() throws Exception {
    massDelete();
    byte[] elsewhere = OpenOmDb.key(b, KEYS * 10);
    db.deleteAll("openKeyTable", elsewhere, 5 * KEYS);

    TurnOutcome outcome = run(job("b").build());

    assertThat(ring.last().getRangesDone()).isPositive();
    assertThat(outcome.getMessage()).matches("~[0-9,]+ tombstones of the targets are still in memory, where no"
        + " range reaches them: a job with --flush takes them along");
  }

  @Test
  void turnWaitsUntilAllRowsOfItsBucketsAreDeleted() throws Exception {
    massDelete();
    rowsToDelete("/vol/b/", 3);
    rowsToDelete("/vol/a/", 1);
    int[] left = {3};
    handClock.atEachPause(() -> {
      if (left[0] > 0 && handClock.elapsedMillis() % 4_000 == 0) {
        delete("/vol/b/", --left[0]);
      }
    });
    long began = handClock.elapsedMillis();

    TurnOutcome outcome = run(job("b").setAfterDeletions(true).build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(ring.waits()).startsWith(WaitReason.WAIT_DELETIONS);
    assertThat(waitingFor()).startsWith("3 rows of /vol/b in deletedTable and deletedDirectoryTable are still to be")
        .doesNotContain("snapshot");
    assertThat(ring.last().getRangesDone()).isPositive();
    assertThat(ring.last().getWaitedMs()).isEqualTo(handClock.elapsedMillis() - began).isGreaterThan(5_000);
    assertThat(ring.last().getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  /** The directory's files are still rows of fileTable, so there is nothing to compact before they are deleted. */
  @Test
  void directoryPendingDeletionIsMentioned() throws Exception {
    byte[] fso = db.bucket("fso", BucketLayout.FILE_SYSTEM_OPTIMIZED, "deletedDirectoryTable");
    db.put("deletedDirectoryTable", OpenOmDb.key(fso, 1), VALUE_BYTES);

    TurnOutcome outcome = run(job("fso").build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).isEqualTo("Nothing to compact: no span of the targets reaches the thresholds; 1"
        + " directory, with all below it, waits for deletion in /vol/fso and will leave tombstones: a job with"
        + " --after-deletions waits for that");
  }

  @Test
  void jobThatDoesNotAskForDeletionsDoesNotWait() throws Exception {
    massDelete();
    rowsToDelete("/vol/b/", 3);

    run(job("b").build());

    assertThat(ring.waits()).doesNotContain(WaitReason.WAIT_DELETIONS);
  }

  @Test
  void waitForDeletionHasNoTimeoutButEndsWithTheWindow() throws Exception {
    conf.set("ozone.om.range.compaction.turn.timeout", "1m");
    rowsToDelete("/vol/b/", 1);

    TurnOutcome outcome = run(job("b").setAfterDeletions(true)
        .setNotAfterMs(handClock.wallMillis() + 600_000).build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(ring.last().getWaitedMs()).isBetween(600_000L, 601_000L);
  }

  @Test
  void waitForDeletionEndsWithACancel() throws Exception {
    rowsToDelete("/vol/b/", 1);
    long began = handClock.elapsedMillis();
    ring.cancelsOnce(() -> handClock.elapsedMillis() - began >= 2_000);

    assertThat(run(job("b").setAfterDeletions(true).build())).isSameAs(Onlooker.CANCELLED);
    assertThat(ring.last().getWaitedMs()).isEqualTo(2_000);
  }

  @Test
  void rowsThatASnapshotMayKeepAreMentioned() throws Exception {
    rowsToDelete("/vol/b/", 1);
    rowsToDelete("/vol/c/", 1);
    SnapshotInfo snapshot = SnapshotInfo.newInstance("vol", "b", "s", UUID.randomUUID(), 1);
    db.metadata().getSnapshotInfoTable().put(snapshot.getTableKey(), snapshot);
    ring.cancelsOnce(() -> ring.last().getWaitedMs() > 0);

    run(job("b", "c").setAfterDeletions(true).build());

    assertThat(waitingFor()).startsWith("2 rows of 2 buckets ").endsWith("stay as long as the snapshot");
  }

  @Test
  void targetsOfEveryKindIncludeTheirBuckets() throws Exception {
    rowsToDelete("/vol/b/", 1);
    rowsToDelete("/other/b/", 4);
    List<Targets> all = List.of(
        Targets.newBuilder().setVolume("vol").build(),
        Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable(TABLE).setBegin(ByteString.copyFrom(a))
            .setEnd(ByteString.copyFrom(OpenOmDb.key(b, 7)))).build(),
        Targets.getDefaultInstance());

    assertThat(IntStream.range(0, all.size()).mapToObj(each -> {
      Onlooker look = new Onlooker();
      look.cancelsOnce(() -> look.last().getWaitedMs() > 0);
      try {
        node().run(JobSpec.newBuilder().setTargets(all.get(each)).setAfterDeletions(true).build(), look);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return waitingFor(look).split(" in deletedTable")[0];
    })).containsExactly("1 row of volume vol", "1 row of the buckets of the key ranges", "5 rows of all buckets");
  }

  private String waitingFor() {
    return waitingFor(ring);
  }

  private static String waitingFor(Onlooker look) {
    return look.seen().stream().map(TurnFigures::getWaitingFor).filter(text -> !text.isEmpty()).findFirst()
        .orElseThrow();
  }

  private void rowsToDelete(String path, int rows) throws RocksDBException {
    for (int i = 0; i < rows; i++) {
      db.put("deletedTable", row(path, i), VALUE_BYTES);
    }
  }

  private void delete(String path, int row) {
    try {
      db.delete("deletedTable", row(path, row));
    } catch (RocksDBException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] row(String path, int number) {
    return (path + "key" + number + "/-" + number).getBytes(StandardCharsets.UTF_8);
  }
}
