// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.db.DBStore;
import org.apache.hadoop.hdds.utils.db.RDBStore;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.CompactionAddOn;
import org.apache.hadoop.ozone.om.compaction.demo.BucketRows;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.RocksDBException;

/** OMs whose SST files end where a bucket ends. */
class GuardedRingTest {
  private static final String KEY = "ozone.om.range.compaction.guard";
  private static final String TABLE = "fileTable";
  /** {@code /volumeId/bucketId/}. */
  private static final int PREFIX_BYTES = 43;

  @Test
  void rowsStayReadableAfterACheckpointARestartAndTheRemoval() throws Exception {
    try (TestRing ring = TestRing.start("guarded", builder -> CheckpointInstallTest.purgingSoon(builder)
        .set(KEY, "true").start())) {
      awaitGuarded(ring);
      String bucket = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
      String neighbour = ring.createBucket(BucketLayout.FILE_SYSTEM_OPTIMIZED);
      BucketRows rows = ring.rows(TABLE, bucket);
      BucketRows left = ring.rows(TABLE, neighbour);
      ring.fill(rows, left);
      assertThat(ring.nodes().running()).allSatisfy(GuardedRingTest::holdsOneBucketInAFile);

      String away = ring.nodes().followers().get(0).getOMNodeId();
      ring.nodes().stop(away);
      CheckpointInstallTest.write(ring, bucket);
      ring.nodes().start(away);
      DBStore opened = ring.nodes().om(away).getMetadataManager().getStore();
      TestRing.await("another database")
          .until(() -> ring.nodes().om(away).getMetadataManager().getStore() != opened);
      awaitGuarded(ring);
      holdsOneBucketInAFile(ring.nodes().om(away));

      // In one process, an OM that has installed a checkpoint leaves its first RPC server's port occupied.
      String restarted = ring.nodes().followers().stream().map(OzoneManager::getOMNodeId)
          .filter(node -> !node.equals(away)).findFirst().orElseThrow();
      ring.nodes().restart(restarted);
      ring.delete(rows, row -> row < TestRing.DELETED);
      TestRing.await("a healthy ring")
          .until(() -> ring.run("trigger", "--bucket", TestRing.path(bucket), "--wait").exitCode() == 0);
      assertThat(ring.tombstonesByNode(bucket).values()).containsOnly(0L);
      awaitGuarded(ring);
      assertThat(ring.nodes().running()).allSatisfy(GuardedRingTest::holdsOneBucketInAFile);

      ring.nodes().stop(restarted);
      // Restores the state of a process without the add-on.
      CompactionAddOn.configure(new OzoneConfiguration());
      ring.nodes().startWithoutAddOn(restarted);
      ring.nodes().awaitApplied();
      assertThat(OmDb.live(ring.nodes().om(restarted), left, left.prefix())).isEqualTo(TestRing.ROWS);
    }
  }

  private static void awaitGuarded(TestRing ring) {
    TestRing.await("a guard on every OM").until(() -> ring.nodeList().getNodes().stream()
        .map(NodeJson::getGuardedTables).allMatch(tables -> tables != null && tables.size() == 4)
        && ring.nodes().running().stream().allMatch(GuardedRingTest::compactsAutomatically));
  }

  private static boolean compactsAutomatically(OzoneManager om) {
    RDBStore store = (RDBStore) om.getMetadataManager().getStore();
    try {
      return !store.getDb().getManagedRocksDb().get()
          .getOptions(store.getDb().getColumnFamily(TABLE).getHandle()).disableAutoCompactions();
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void holdsOneBucketInAFile(OzoneManager om) {
    RDBStore store = (RDBStore) om.getMetadataManager().getStore();
    List<LiveFileMetaData> files = store.getDb().getManagedRocksDb().get().getLiveFilesMetaData().stream()
        .filter(file -> file.level() > 0 && TABLE.equals(new String(file.columnFamilyName(), StandardCharsets.UTF_8)))
        .toList();
    assertThat(files).as(om.getOMNodeId()).hasSizeGreaterThan(1)
        .allMatch(file -> bucket(file.smallestKey()).equals(bucket(file.largestKey())));
  }

  private static String bucket(byte[] key) {
    return new String(key, 0, PREFIX_BYTES, StandardCharsets.UTF_8);
  }
}
