// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.client.OzoneKey;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ozone snapshots of buckets that jobs compact. A ring of its own: as long as there is a snapshot, OM logs compactions
 * and links every file that one replaces, which other tests should not meet.
 */
class SnapshotsTest {
  private static final int ROWS = 2_000;
  private static final int DELETED = 1_500;
  private static final long FILE_BYTES = 32 << 10;

  private static TestRing ring;

  @BeforeAll
  static void start() throws IOException {
    ring = TestRing.start("snapshots", EmbeddedRing.Builder::start);
  }

  @AfterAll
  static void stop() throws IOException {
    ring.close();
  }

  /** A bucket most of whose rows go away, beside keys to which each kind of change happens. */
  private record Changed(String name, BucketLayout layout, String table) {
    static Changed of(BucketLayout layout, String table) throws IOException {
      Changed bucket = new Changed(ring.createBucket(layout), layout, table);
      bucket.write();
      return bucket;
    }

    private void write() throws IOException {
      for (String key : List.of("dir/deleted", "dir/renamed", "dir/written", "moved/key")) {
        open().createKey(key, 0).close();
      }
      ring.tables().put(rows(), ROWS);
      ring.tables().settle(table, FILE_BYTES);
    }

    void change() throws IOException {
      OzoneBucket bucket = open();
      bucket.deleteKey("dir/deleted");
      bucket.renameKey("dir/renamed", "dir/by-this-name");
      bucket.createKey("dir/written", 0).close();
      bucket.createKey("dir/created", 0).close();
      if (layout.isFileSystemOptimized()) {
        bucket.renameKey("moved", "here");
      }
      ring.tables().delete(rows(), ROWS, row -> row < DELETED);
      ring.tables().flush(table);
    }

    /** What {@link #change} did, in the words of Ozone, to whom a key written anew is renamed to its own name. */
    Set<String> changes() {
      Set<String> changes = new TreeSet<>(Set.of("DELETE dir/deleted", "RENAME dir/renamed > dir/by-this-name",
          "RENAME dir/written > dir/written", "CREATE dir/created"));
      if (layout.isFileSystemOptimized()) {
        changes.addAll(Set.of("MODIFY dir", "RENAME moved > here"));
      }
      IntStream.range(0, DELETED).forEach(row -> changes.add("DELETE " + BucketRows.name(row)));
      return changes;
    }

    /** Names and times of all keys, read through a snapshot. */
    Map<String, Object> read(String snapshot) throws IOException {
      Map<String, Object> keys = new TreeMap<>();
      String root = ".snapshot/" + snapshot + '/';
      for (Iterator<? extends OzoneKey> all = open().listKeys(root); all.hasNext();) {
        OzoneKey key = all.next();
        keys.put(key.getName().substring(root.length()), key.getModificationTime());
      }
      return keys;
    }

    void snapshot(String snapshot) throws IOException {
      ring.client().getObjectStore().createSnapshot(TestRing.VOLUME, name, snapshot);
      ring.nodes().running().forEach(om -> on(om).awaitSnapshot(snapshot));
    }

    SnapshotDiffs on(OzoneManager om) {
      return new SnapshotDiffs(om, name);
    }

    private BucketRows rows() throws IOException {
      return ring.rows(table, name);
    }

    private OzoneBucket open() throws IOException {
      return ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(name);
    }
  }

  @Test
  void diffsAndReadsAreTheSameBeforeWhileAndAfterAJobRuns() throws Exception {
    List<Changed> buckets = List.of(Changed.of(BucketLayout.OBJECT_STORE, "keyTable"),
        Changed.of(BucketLayout.FILE_SYSTEM_OPTIMIZED, "fileTable"));
    Map<Changed, Map<String, Object>> read = new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
    for (Changed bucket : buckets) {
      bucket.snapshot("before");
      bucket.change();
      bucket.snapshot("changed");
      read.put(bucket, bucket.read("before"));
      assertThat(read.get(bucket)).hasSizeGreaterThan(ROWS);
      assertThat(bucket.on(ring.nodes().leader()).report("before", "changed")).isEqualTo(bucket.changes());
    }
    String[] objects = {"--bucket", TestRing.path(buckets.get(0).name())};
    String[] files = {"--bucket", TestRing.path(buckets.get(1).name())};

    // One range of two, and then hours of pause.
    String slow = ring.trigger(objects[0], objects[1], files[0], files[1], "--max-write-rate", "1KB");
    ring.awaitJob(slow, job -> TestRing.runningTurn(job).filter(turn -> turn.getFigures().getRangesDone() > 0)
        .isPresent());
    snapshot(buckets, "during");
    assertThat(ring.job(slow).getState()).isEqualTo(JobState.RUNNING);
    ring.runs("cancel", slow, "--wait");
    String job = ring.trigger(objects[0], objects[1], files[0], files[1]);
    int more = 0;
    do {
      snapshot(buckets, "during-" + ++more);
    } while (!JobModel.hasEnded(ring.job(job)));
    assertThat(ring.job(job).getState()).isEqualTo(JobState.SUCCEEDED);
    snapshot(buckets, "after");

    for (Changed bucket : buckets) {
      assertThat(ring.tombstonesByNode(bucket.name()).values()).containsOnly(0L);
      assertThat(bucket.read("before")).isEqualTo(read.get(bucket));
      assertThat(bucket.read("changed")).isEqualTo(bucket.read("after"));
      for (OzoneManager om : ring.nodes().running()) {
        SnapshotDiffs diffs = bucket.on(om);
        for (String later : List.of("changed", "during", "during-" + more, "after")) {
          assertThat(diffs.delta(bucket.table(), "before", later).byCompactions()).as(later).isTrue();
          assertThat(diffs.report("before", later)).as("%s on %s", later, om.getOMNodeId())
              .isEqualTo(bucket.changes());
        }
        assertThat(diffs.report("changed", "after")).isEmpty();
      }
    }
  }

  private static void snapshot(List<Changed> buckets, String name) throws IOException {
    for (Changed bucket : buckets) {
      bucket.snapshot(name);
    }
  }
}
