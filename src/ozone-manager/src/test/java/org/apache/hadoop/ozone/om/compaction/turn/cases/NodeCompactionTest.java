// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.LiveFileMetaData;

/** What a turn does to the database. */
class NodeCompactionTest extends OneNode {
  @Test
  void deletedBucketLosesItsTombstonesAndItsNeighboursKeepTheirs() throws Exception {
    massDelete();
    Map<String, String> before = db.contents(TABLE);
    long tableBytes = db.files(TABLE).stream().mapToLong(LiveFileMetaData::size).sum();

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before).hasSize(2 * KEYS);
    TurnFigures figures = ring.last();
    assertThat(figures.getRangesTotal()).isPositive().isEqualTo(figures.getRangesDone());
    assertThat(figures.getRangesDropped()).isZero();
    assertThat(figures.getTombstonesBefore()).isEqualTo(KEYS);
    assertThat(figures.getTombstonesAfter()).isZero();
    assertThat(figures.getReadBytes()).isBetween(1L, tableBytes);
    assertThat(figures.getReadBytes()).isEqualTo(figures.getPredictedReadBytes());
    assertThat((double) figures.getWriteBytes()).isCloseTo(figures.getPredictedWriteBytes(), withinPercentage(15));
    assertThat(figures.getSeekMicrosBefore()).isPositive();
    assertThat(figures.getSeekMicrosAfter()).isPositive();
    assertThat(figures.getWaitReason()).isEqualTo(WaitReason.WAIT_NONE);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"tables: 'keyTable'", "volume: 'vol'",
      "key_ranges { table: 'keyTable' begin: '/vol/' end: '/vol0' }"})
  void excludedBucketKeepsItsTombstones(String targets) throws Exception {
    massDelete();
    db.deleteAll(TABLE, c, KEYS);
    db.flush(TABLE);

    assertSucceeded(run(job().setTargets(TextFormat.parse(targets, Targets.class).toBuilder().addExclude("/*/b"))
        .build()));

    assertThat(db.tombstones(TABLE)).isEqualTo(KEYS);
    assertThat(ring.last().getRangesDone()).isPositive();
  }

  @Test
  void filesAreVerifiedOnceBeforeTheyAreRewritten() throws Exception {
    massDelete();
    Map<String, Long> before = db.files(TABLE).stream()
        .collect(Collectors.toMap(LiveFileMetaData::fileName, LiveFileMetaData::size));

    assertSucceeded(run(job("b").build()));

    db.files(TABLE).forEach(file -> before.remove(file.fileName()));
    long rewritten = before.values().stream().mapToLong(Long::longValue).sum();
    assertThat(ring.last().getCheckReadBytes()).isBetween(rewritten, rewritten * 11 / 10);
  }

  @Test
  void sameJobAgainFindsNothingToDo() throws Exception {
    massDelete();
    run(job("b").build());
    TurnOutcome again = run(job("b").build());
    assertThat(again.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(again.getMessage()).contains("Nothing to compact");
    assertThat(ring.last()).isEqualTo(TurnFigures.newBuilder().setAttempts(1).build());
  }

  @ParameterizedTest(name = "{0} of a {1} bucket")
  @CsvSource({
      "keyTable, OBJECT_STORE", "keyTable, LEGACY", "openKeyTable, OBJECT_STORE", "deletedTable, LEGACY",
      "deletedTable, FILE_SYSTEM_OPTIMIZED", "multipartInfoTable, FILE_SYSTEM_OPTIMIZED",
      "snapshotRenamedTable, OBJECT_STORE", "fileTable, FILE_SYSTEM_OPTIMIZED",
      "openFileTable, FILE_SYSTEM_OPTIMIZED", "directoryTable, FILE_SYSTEM_OPTIMIZED",
      "deletedDirectoryTable, FILE_SYSTEM_OPTIMIZED"})
  void everyTableWithBucketSpansCanBeCompacted(String table, BucketLayout layout) throws Exception {
    byte[] kept = db.bucket("kept", layout, table);
    byte[] emptied = db.bucket("emptied", layout, table);
    db.putAll(table, kept, 100, VALUE_BYTES);
    db.putAll(table, emptied, 100, VALUE_BYTES);
    db.settle(table);
    db.deleteAll(table, emptied, 100);
    db.flush(table);
    Map<String, String> before = db.contents(table);

    assertSucceeded(run(job("emptied").build()));

    assertThat(db.tombstones(table)).isZero();
    assertThat(db.contents(table)).isEqualTo(before).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource({"true, no tombstone of the targets in SST files would be removed",
      "false, no span of the targets reaches the thresholds"})
  void namedBucketHasNoThresholdsUnlessTheyAreGiven(boolean open, String why) throws Exception {
    db.putAll("keyTable", db.bucket("full", BucketLayout.OBJECT_STORE, "keyTable"), 100, VALUE_BYTES);
    db.settle("keyTable");
    JobSpec.Builder job = job("full");
    assertThat(run((open ? job.clearThresholds() : job).build()).getMessage()).isEqualTo("Nothing to compact: " + why);
  }

  @Test
  void jobOfEverythingOnAnOmWithoutAFileFindsNothingToDo() throws Exception {
    assertThat(run(JobSpec.newBuilder().setJobId("job").build()))
        .returns(TurnState.TURN_SUCCEEDED, TurnOutcome::getState)
        .returns("Nothing to compact: no span of the targets reaches the thresholds", TurnOutcome::getMessage);
  }

  @Test
  void tombstonesOnTheLastLevelAreDroppedByRewritingOnlyTheirFiles() throws Exception {
    db.targetFileBytes(TABLE, 64 << 10);
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    List<String> others = db.files(TABLE).stream().filter(file -> file.numDeletions() == 0)
        .map(LiveFileMetaData::fileName).toList();

    assertSucceeded(run(job("b").build()));

    assertThat(db.files(TABLE)).extracting(LiveFileMetaData::fileName).containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  void tombstonesAboveAFileWithoutKeysOfTheBucketAreDropped() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.deleteAll(TABLE, b, KEYS);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
  }

  @Test
  void tombstonesSharedWithNeighboursAboveSuchAFileAreDropped() throws Exception {
    db.putAll(TABLE, a, KEYS, VALUE_BYTES);
    db.putAll(TABLE, c, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.withoutAutomaticCompaction(TABLE);
    db.putAll(TABLE, a, 10, VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.putAll(TABLE, c, 10, VALUE_BYTES);
    db.flush(TABLE);
    db.lowerLevelZero(TABLE, 5);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
  }

  @Test
  void wideFileOfLevel0IsDrawnInAsPredicted() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 64 << 10);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.put(TABLE, OpenOmDb.key(a, 0), VALUE_BYTES);
    db.deleteAll(TABLE, b, KEYS);
    db.put(TABLE, OpenOmDb.key(c, KEYS), VALUE_BYTES);
    db.flush(TABLE);
    Map<String, String> before = db.contents(TABLE);

    assertSucceeded(run(job("b").build()));

    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.contents(TABLE)).isEqualTo(before);
    assertThat(ring.last().getReadBytes())
        .isBetween(ring.last().getPredictedReadBytes() / 2, ring.last().getPredictedReadBytes() * 2);
  }

  @Test
  void tombstonesInMemoryAreMentionedIfNothingWasCompacted() throws Exception {
    db.putAll(TABLE, b, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, b, KEYS);

    TurnOutcome outcome = run(job("b").build());

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("Nothing to compact")
        .contains("tombstones of the targets are still in memory").contains("--flush");
    assertThat(ring.last().getFlushedBytes()).isZero();
    assertThat(db.files(TABLE)).noneMatch(file -> file.level() == 0);
  }

  @Test
  void tombstonesInMemoryStayWhileThoseOnDiskAreDropped() throws Exception {
    massDelete();
    db.putAll(TABLE, b, 10, VALUE_BYTES);
    db.deleteAll(TABLE, b, 10);
    assertSucceeded(run(job("b").build()));
    assertThat(db.tombstones(TABLE)).isZero();
    assertThat(db.rocksDb().getLongProperty(db.handle(TABLE), "rocksdb.num-entries-active-mem-table")).isEqualTo(20);
    assertThat(db.contents(TABLE)).hasSize(2 * KEYS);
  }

  @Test
  void rangeWithoutTombstonesLeftIsDropped() throws Exception {
    massDelete();
    ring.atEachReport(figures -> {
      if (figures.getRangesTotal() > 0 && figures.getRangesDone() + figures.getRangesDropped() == 0) {
        force();
      }
    });
    TurnOutcome outcome = run(job("b").build());
    assertSucceeded(outcome);
    assertThat(ring.last().getRangesDone()).isZero();
    assertThat(ring.last().getRangesDropped()).isPositive().isEqualTo(ring.last().getRangesTotal());
    assertThat(ring.last().getPredictedReadBytes()).isZero();
    assertThat(ring.last().getReadBytes()).isZero();
  }

  private void force() {
    try {
      db.force(TABLE);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void rewrittenNeighboursAreCountedAndProbedToo() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    for (byte[] bucket : List.of(a, b, c)) {
      db.putAll(TABLE, bucket, KEYS, VALUE_BYTES);
    }
    db.settle(TABLE);
    db.deleteAll(TABLE, a, KEYS / 2);
    db.deleteAll(TABLE, b, 10);
    db.flush(TABLE);

    assertSucceeded(run(job("a", "b").build()));

    TurnFigures figures = ring.last();
    assertThat(figures.getRangesTotal()).as("one of the two is covered by the other").isOne();
    assertThat(figures.getTombstonesBefore()).isEqualTo(KEYS / 2 + 10);
    assertThat(figures.getTombstonesAfter()).isEqualTo(db.tombstones(TABLE));
  }

  @Test
  void deletedBucketHasNoRanges() throws Exception {
    massDelete();
    TurnOutcome outcome = run(job("no-such-bucket").build());
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(outcome.getMessage()).contains("all buckets of the job are gone from this OM");
    assertThat(ring.last().getRangesTotal()).isZero();
  }

  @Test
  void oddKeysSurvive() throws Exception {
    byte[] odd = db.bucket("odd", BucketLayout.OBJECT_STORE, TABLE);
    for (String name : List.of("dir//file", "ünïcødé-\u65e5\u672c", " ", "k".repeat(4_000), "\u0001")) {
      db.put(TABLE, (new String(odd, StandardCharsets.UTF_8) + name).getBytes(StandardCharsets.UTF_8), VALUE_BYTES);
    }
    db.putAll(TABLE, odd, KEYS, VALUE_BYTES);
    db.settle(TABLE);
    db.deleteAll(TABLE, odd, KEYS);
    db.flush(TABLE);
    Map<String, String> before = db.contents(TABLE);
    assertSucceeded(run(job("odd").build()));
    assertThat(db.contents(TABLE)).isEqualTo(before).hasSize(5);
    assertThat(db.tombstones(TABLE)).isZero();
  }
}
