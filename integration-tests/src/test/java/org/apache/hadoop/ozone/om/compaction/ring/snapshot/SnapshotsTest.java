// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.ring.TestRing;
import org.apache.hadoop.ozone.om.compaction.ring.Turns;
import org.apache.hadoop.ozone.om.compaction.ring.snapshot.CompactionHistory.Rows;
import org.apache.hadoop.ozone.om.compaction.ring.snapshot.SnapshotDiffs.Delta;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ozone snapshots of buckets that jobs compact. A ring of its own: while a snapshot exists, OM logs compactions and
 * links every replaced file, which would affect other tests.
 */
class SnapshotsTest {
  private static final int DELETED = 1_500;

  private static TestRing ring;

  @BeforeAll
  static void start() throws IOException {
    // OM discards compactions only when a test asks for it, and then at once.
    ring = TestRing.start("snapshots", builder -> builder
        .set("ozone.om.snapshot.compaction.dag.max.time.allowed", "0s")
        .set("ozone.om.snapshot.compaction.dag.prune.daemon.run.interval", "1d").start());
  }

  @AfterAll
  static void stop() throws IOException {
    ring.close();
  }

  @Test
  void diffsAndReadsAreTheSameBeforeWhileAndAfterAJobRuns() throws Exception {
    List<SnapshotBucket> buckets = List.of(new SnapshotBucket(ring, BucketLayout.OBJECT_STORE, "keyTable"),
        new SnapshotBucket(ring, BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable"));
    Map<SnapshotBucket, Map<String, Object>> read = new HashMap<>();
    for (SnapshotBucket bucket : buckets) {
      bucket.snapshot("before");
      bucket.changeKeys();
      bucket.deleteRows(row -> row < DELETED);
      bucket.snapshot("changed");
      read.put(bucket, bucket.read("before"));
      assertThat(read.get(bucket)).hasSizeGreaterThan(SnapshotBucket.ROWS);
      assertThat(bucket.on(ring.nodes().leader()).report("before", "changed")).isEqualTo(changes(bucket));
    }
    String objects = TestRing.path(buckets.get(0).name());
    String files = TestRing.path(buckets.get(1).name());

    // One of two ranges, and then hours of pause.
    String slow = ring.trigger("--bucket", objects, "--bucket", files, "--max-write-rate", "1B");
    ring.awaitJob(slow, job -> Turns.running(job).filter(turn -> turn.getFigures().getRangesDone() > 0)
        .isPresent());
    snapshot(buckets, "during");
    assertThat(ring.job(slow).getState()).isEqualTo(JobStateJson.RUNNING);
    ring.cancel(slow);
    String job = ring.trigger("--bucket", objects, "--bucket", files);
    int more = 0;
    do {
      snapshot(buckets, "during-" + ++more);
    } while (!JobModel.hasEnded(ring.job(job)));
    assertThat(ring.job(job).getState()).isEqualTo(JobStateJson.SUCCEEDED);
    snapshot(buckets, "after");

    for (SnapshotBucket bucket : buckets) {
      assertThat(ring.tombstonesByNode(bucket.name()).values()).as("%s", ring.job(job)).containsOnly(0L);
      assertThat(bucket.read("before")).isEqualTo(read.get(bucket));
      assertThat(bucket.read("after")).isEqualTo(bucket.read("changed"));
      for (OzoneManager om : ring.nodes().running()) {
        SnapshotDiffs diffs = bucket.on(om);
        for (String later : List.of("changed", "during", "during-" + more, "after")) {
          assertThat(diffs.delta(bucket.table(), "before", later).byCompactions()).as(later).isTrue();
          assertThat(diffs.report("before", later)).as("%s on %s", later, om.getOMNodeId())
              .isEqualTo(changes(bucket));
        }
        assertThat(diffs.report("changed", "after")).isEmpty();
      }
    }
  }

  private static Set<String> changes(SnapshotBucket bucket) {
    Set<String> changes = new TreeSet<>(bucket.keyChanges());
    changes.addAll(SnapshotBucket.rowChanges(row -> row < DELETED));
    return changes;
  }

  private static void snapshot(List<SnapshotBucket> buckets, String name) throws IOException {
    for (SnapshotBucket bucket : buckets) {
      bucket.snapshot(name);
    }
  }

  /** A fault of Ozone 2.2.0 that the guide describes; RocksDB's own compactions cause it as well. */
  @Test
  void diffOfVanishedFilesComparesAllFilesAndOldOnesStay() throws Exception {
    SnapshotBucket bucket = new SnapshotBucket(ring, BucketLayout.OBJECT_STORE, "keyTable");
    OzoneManager om = ring.nodes().followers().get(0);
    CompactionHistory history = new CompactionHistory(om);
    bucket.snapshot("whole");
    Rows rows = history.fileInTheMiddle(bucket);
    bucket.deleteRows(rows::contain);
    String tombstones = history.flushed(bucket.table());

    compact(bucket, om);
    bucket.snapshot("gone");

    assertVanished(history, rows.file(), tombstones);
    assertThat(bucket.on(om).delta(bucket.table(), "whole", "gone").byCompactions()).isFalse();
    assertThat(bucket.on(om).report("whole", "gone")).isEqualTo(SnapshotBucket.rowChanges(rows::contain));
    // OM discards files that it knows to come from a compaction.
    boolean known = history.isFromACompaction(rows.file());
    history.forgetAll();
    assertThat(history.compactionsOf(tombstones)).isEmpty();
    assertThat(history.isHeld(tombstones)).isTrue();
    assertThat(history.isHeld(rows.file())).isEqualTo(!known);
  }

  /**
   * The same fault with a worse effect: with the native library, the diff would miss these deletions, as it reads none
   * of the files that hold them.
   */
  @Test
  void diffOfSplitAndVanishedFilesMissesTheTombstones() throws Exception {
    SnapshotBucket bucket = new SnapshotBucket(ring, BucketLayout.OBJECT_STORE, "keyTable");
    OzoneManager om = ring.nodes().followers().get(0);
    CompactionHistory history = new CompactionHistory(om);
    bucket.snapshot("whole");
    bucket.deleteRows(row -> row % 2 == 0);
    compact(bucket, om);
    Rows rows = history.fileInTheMiddle(bucket);
    bucket.deleteRows(row -> row % 2 == 1 && rows.contain(row));
    String tombstones = history.flushed(bucket.table());

    compact(bucket, om);
    bucket.snapshot("gone");

    assertVanished(history, rows.file(), tombstones);
    Delta delta = bucket.on(om).delta(bucket.table(), "whole", "gone");
    assertThat(delta.byCompactions()).isTrue();
    assertThat(delta.files()).isNotEmpty().doesNotContain(rows.file(), tombstones);
    assertThat(bucket.on(om).report("whole", "gone"))
        .isEqualTo(SnapshotBucket.rowChanges(row -> row % 2 == 0 || rows.contain(row)));
  }

  private static void compact(SnapshotBucket bucket, OzoneManager om) throws IOException {
    assertThat(ring.triggerAndWait("--bucket", TestRing.path(bucket.name()), "--node-id", om.getOMNodeId()).getState())
        .isEqualTo(JobStateJson.SUCCEEDED);
  }

  private static void assertVanished(CompactionHistory history, String file, String tombstones) throws IOException {
    assertThat(history.compactionsOf(tombstones)).singleElement().satisfies(compaction -> {
      assertThat(CompactionHistory.names(compaction.getInputFileInfoList())).containsOnly(file, tombstones);
      assertThat(compaction.getOutputFileInfoList()).isEmpty();
    });
  }
}
