// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlan;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.OpenOmDb;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.junit.jupiter.api.Test;
import org.rocksdb.LiveFileMetaData;

/** What a turn does about a file that cannot be read, and that it does all else. */
class UnreadableFileTest extends OneNode {
  private List<LiveFileMetaData> lowestFilesOf(byte[] bucket) {
    KeyRange keys = new KeyRange(bucket, OpenOmDb.key(bucket, KEYS));
    return db.files(TABLE).stream().filter(file -> file.level() > 0 && keys.contains(file.smallestKey())
        && keys.contains(file.largestKey())).collect(Collectors.toList());
  }

  private long tombstonesOf(byte[] bucket) throws Exception {
    KeyRange keys = new KeyRange(bucket, OpenOmDb.key(bucket, KEYS));
    return db.files(TABLE).stream().filter(file -> keys.contains(file.smallestKey()))
        .mapToLong(LiveFileMetaData::numDeletions).sum();
  }

  private static String name(LiveFileMetaData file) {
    return file.fileName().substring(1);
  }

  private NodePlan plan(JobSpec job) throws Exception {
    return planner().plan(job, Precision.METADATA);
  }

  @Test
  void corruptFileCostsItsOwnRangeAndNoOther() throws Exception {
    JobSpec job = twoRanges().build();
    LiveFileMetaData corrupt = lowestFilesOf(b).get(0);
    OpenOmDb.corrupt(corrupt);

    TurnOutcome outcome = run(job);

    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getReason()).isEqualTo(TurnReason.COMPACTION_FAILED);
    assertThat(outcome.getMessage()).startsWith("SST file " + name(corrupt) + " of keyTable is corrupt (")
        .contains("checksum mismatch").contains("the rest of the job went on").contains("bootstrap this OM anew");
    assertThat(tombstonesOf(c)).isZero();
    assertThat(tombstonesOf(b)).isEqualTo(KEYS);
    assertThat(ring.last().getRangesUnreadable()).isOne();
    assertThat(ring.last().getRangesDone() + 1).isEqualTo(ring.last().getRangesTotal());
    db.put("openKeyTable", a, VALUE_BYTES);
  }

  @Test
  void corruptFileIsReadOnceAndEveryPlanLeavesItsRangeOut() throws Exception {
    JobSpec job = twoRanges().build();
    LiveFileMetaData corrupt = lowestFilesOf(b).get(0);
    OpenOmDb.corrupt(corrupt);
    String first = run(job).getMessage();
    long checked = ring.last().getCheckReadBytes();

    TurnOutcome again = run(job);

    assertThat(again.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(again.getMessage()).isEqualTo(first);
    assertThat(checked).isPositive();
    assertThat(ring.last().getCheckReadBytes()).isZero();
    assertThat(plan(job).ranges().ranges()).isEmpty();
    assertThat(plan(job).ranges().leftOut().filter(left -> left.reason() == RejectionReason.CORRUPT_FILE))
        .isNotEmpty().allMatch(left -> left.why().cause().contains(name(corrupt)));
    assertThat(exactCounts.corruptFiles().sentences(db.database())).hasSize(1);
    assertThat(run(job("c").build()).getState()).as("a job that does not need it").isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void stepsOfTheRangeThatDoNotNeedTheCorruptFileAreTaken() throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 64 << 10);
    db.putAll(TABLE, b, 2 * KEYS, VALUE_BYTES);
    db.settle(TABLE);
    for (int half = 0; half < 2; half++) {
      for (int row = 0; row < KEYS; row++) {
        db.delete(TABLE, OpenOmDb.key(b, half * KEYS + row));
      }
      db.flush(TABLE);
    }
    OpenOmDb.corrupt(lowestFilesOf(b).get(0));

    assertThat(run(job("b").build()).getState()).isEqualTo(TurnState.TURN_FAILED);

    assertThat(db.tombstones(TABLE)).as("of the other half").isEqualTo(KEYS);
    assertThat(ring.last().getReadBytes()).isPositive();
    assertThat(plan(job("b").build()).ranges().ranges()).as("of the half with the corrupt file").isEmpty();
  }

  @Test
  void corruptFilesAreForgottenWithTheirDatabase() throws Exception {
    JobSpec job = twoRanges().build();
    LiveFileMetaData corrupt = lowestFilesOf(b).get(0);
    Path file = Path.of(corrupt.path(), corrupt.fileName());
    byte[] sound = Files.readAllBytes(file);
    OpenOmDb.corrupt(corrupt);
    run(job);

    db.stop();
    Files.write(file, sound);
    db.start();

    assertThat(exactCounts.corruptFiles().sentences(db.database())).isEmpty();
    assertSucceeded(run(job));
    assertThat(db.tombstones(TABLE)).isZero();
  }

  /** As a disk or a process that is short of file handles does: the file is there, and cannot be read. */
  private Path makeUnreadable(LiveFileMetaData file) throws Exception {
    Path path = Path.of(file.path(), file.fileName());
    Path elsewhere = Files.move(path, path.resolveSibling("elsewhere"));
    Files.createDirectory(path);
    return elsewhere;
  }

  private static void makeReadable(LiveFileMetaData file, Path elsewhere) throws Exception {
    Path path = Path.of(file.path(), file.fileName());
    Files.delete(path);
    Files.move(elsewhere, path);
  }

  @Test
  void fileThatCannotBeReadForAMomentIsTriedAgain() throws Exception {
    JobSpec job = twoRanges().build();
    LiveFileMetaData file = lowestFilesOf(b).get(0);
    Path elsewhere = makeUnreadable(file);
    boolean[] mended = new boolean[1];
    ring.atEachReport(figures -> {
      if (figures.getWaitReason() == WaitReason.WAIT_DATABASE && !mended[0]) {
        assertThat(figures.getWaitingFor()).contains(name(file) + " of keyTable cannot be read now");
        mended[0] = true;
        try {
          makeReadable(file, elsewhere);
        } catch (Exception e) {
          throw new AssertionError(e);
        }
      }
    });

    assertSucceeded(run(job));

    assertThat(mended).containsExactly(true);
    assertThat(db.tombstones(TABLE)).isZero();
  }

  @Test
  void fileThatCannotBeReadTimeAndAgainIsLeftAndNotTakenForCorrupt() throws Exception {
    JobSpec job = twoRanges().build();
    LiveFileMetaData file = lowestFilesOf(b).get(0);
    Path elsewhere = makeUnreadable(file);

    TurnOutcome outcome = run(job);

    makeReadable(file, elsewhere);
    assertThat(outcome.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(outcome.getMessage()).contains(name(file) + " of keyTable cannot be read now")
        .contains("retry the job").doesNotContain("bootstrap").doesNotContain("corrupt");
    assertThat(tombstonesOf(c)).isZero();
    assertThat(exactCounts.corruptFiles().sentences(db.database())).isEmpty();
    assertSucceeded(run(job));
    assertThat(db.tombstones(TABLE)).isZero();
  }
}
