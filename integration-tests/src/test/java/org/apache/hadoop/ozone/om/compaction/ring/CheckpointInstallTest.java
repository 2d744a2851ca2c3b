// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.ozone.client.OzoneBucket;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRing;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;

/** An OM that was away for longer than the log reaches back installs the leader's database. */
class CheckpointInstallTest {
  private static final int ENOUGH_TO_PURGE = 400;

  @Test
  void recordsComeWithTheCheckpointAndTheOmGoesOnWithTheNewDatabase() throws Exception {
    try (TestRing ring = TestRing.start("checkpoint", builder -> purgingSoon(builder).start())) {
      String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
      ring.fill(ring.rows("fileTable", bucket));
      ring.delete(ring.rows("fileTable", bucket), row -> row < TestRing.DELETED);
      assertThat(ring.run("trigger", "--bucket", TestRing.path(bucket), "--wait").exitCode()).isZero();
      String jobId = ring.trigger("--bucket", TestRing.path(bucket), "--not-before", "2090-01-01T00:00:00Z");
      String away = ring.nodes().followers().get(0).getOMNodeId();
      ring.nodes().stop(away);

      ring.runs("cancel", jobId);
      write(ring, bucket);
      ring.nodes().start(away);
      OzoneManager back = ring.nodes().om(away);
      DBStore opened = back.getMetadataManager().getStore();

      TestRing.await("another database").until(() -> back.getMetadataManager().getStore() != opened);
      TestRing.await("what the checkpoint may have undone").until(() -> ring.run("nodes").out()
          .contains(away + " installed a checkpoint at "));
      assertThat(ring.record(jobId).getState()).isEqualTo(JobState.JOB_CANCELLED);
      ring.fill(ring.rows("fileTable", bucket));
      ring.delete(ring.rows("fileTable", bucket), row -> row < TestRing.DELETED);
      TestRing.await("a healthy ring").until(() -> ring.run("trigger", "--bucket", TestRing.path(bucket), "--wait")
          .exitCode() == 0);
      assertThat(ring.tombstonesByNode(bucket).values()).containsOnly(0L);
      assertThat(ring.job(jobId).getState()).isEqualTo(JobStateJson.CANCELLED);
    }
  }

  /** Settings of a ring whose log does not reach back far. */
  static EmbeddedRing.Builder purgingSoon(EmbeddedRing.Builder builder) {
    return builder.set("ozone.om.ratis.log.purge.gap", "50")
        .set("ozone.om.ratis.segment.size", "16KB")
        .set("ozone.om.ratis.segment.preallocated.size", "16KB")
        .set("ozone.om.ratis.snapshot.auto.trigger.threshold", "50")
        .set("ozone.om.ratis.server.log.appender.wait-time.min", "10ms");
  }

  /** Writes until the log of the other OMs no longer reaches back to the one that is away. */
  static void write(TestRing ring, String bucket) throws Exception {
    OzoneBucket target = ring.client().getObjectStore().getVolume(TestRing.VOLUME).getBucket(bucket);
    for (int i = 0; i < ENOUGH_TO_PURGE; i++) {
      target.createDirectory("directory-" + i);
    }
    TestRing.await("a purged log").until(() -> ring.nodes().running().stream()
        .allMatch(om -> om.getOmRatisServer().getServerDivision().getRaftLog().getStartIndex() > 100));
  }
}
