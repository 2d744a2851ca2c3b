// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.turn.cases.HandClock;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares two ways to clean up after the deletion of one bucket of forty, measured by RocksDB itself. */
class WholeTableComparisonTest {
  private static final String TABLE = "keyTable";
  private static final int BUCKETS = 40;
  private static final int KEYS = 4_000;
  private static final int VALUE_BYTES = 300;
  private static final int DELETED = 17;

  @TempDir
  private Path targetedDirectory;
  @TempDir
  private Path wholeDirectory;

  @Test
  void rangeMovesAtMostATenthOfTheBytesOfTheWholeTable() throws Exception {
    Traffic targeted = targeted();
    Traffic whole = whole();
    System.out.printf("one bucket of %d deleted: targeted %s; whole table, forced %s; ratio %.3f and %.3f%n", BUCKETS,
        targeted, whole, (double) targeted.readBytes() / whole.readBytes(),
        (double) targeted.writtenBytes() / whole.writtenBytes());
    assertThat(targeted.readBytes() * 10).isLessThanOrEqualTo(whole.readBytes());
    assertThat(targeted.writtenBytes() * 10).isLessThanOrEqualTo(whole.writtenBytes());
  }

  /** Includes what the turn reads to count and verify. */
  private Traffic targeted() throws Exception {
    try (OpenOmDb db = withDeletedBucket(targetedDirectory); ExactCounts exactCounts = new ExactCounts()) {
      OzoneConfiguration conf = new OzoneConfiguration();
      conf.set("ozone.om.range.compaction.disk.reserve", "0B");
      conf.set("ozone.om.range.compaction.max.write.rate", "100GB");
      CompactionConfig config = CompactionConfig.from(conf);
      NodePlanner planner = new NodePlanner(new LsmReader(db::metadata), exactCounts, config);
      NodeCompaction node = new NodeCompaction(planner, exactCounts,
          new PressureReader(db::metadata, () -> false), config, new HandClock());
      Onlooker ring = new Onlooker();
      Traffic before = db.traffic(TABLE);
      TurnOutcome outcome = node.run(JobSpec.newBuilder()
          .setTargets(Targets.newBuilder().addBuckets("/" + OpenOmDb.VOLUME + "/bucket" + DELETED))
          .setThresholds(Thresholds.newBuilder().setMinTombstones(1)).build(), ring);
      assertThat(outcome.getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
      assertThat(db.tombstones(TABLE)).isZero();
      Traffic compactions = db.traffic(TABLE).since(before);
      return new Traffic(compactions.readBytes() + ring.last().getCheckReadBytes(), compactions.writtenBytes(), 0);
    }
  }

  private Traffic whole() throws Exception {
    try (OpenOmDb db = withDeletedBucket(wholeDirectory)) {
      Traffic before = db.traffic(TABLE);
      db.force(TABLE);
      assertThat(db.tombstones(TABLE)).isZero();
      return db.traffic(TABLE).since(before);
    }
  }

  private static OpenOmDb withDeletedBucket(Path directory) throws Exception {
    OpenOmDb db = OpenOmDb.in(directory);
    db.withoutAutomaticCompaction(TABLE);
    db.targetFileBytes(TABLE, 512 << 10);
    byte[] deleted = null;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      byte[] prefix = db.bucket("bucket" + bucket, BucketLayout.OBJECT_STORE, TABLE);
      db.putAll(TABLE, prefix, KEYS, VALUE_BYTES);
      deleted = bucket == DELETED ? prefix : deleted;
    }
    db.settle(TABLE);
    db.deleteAll(TABLE, deleted, KEYS);
    db.flush(TABLE);
    return db;
  }
}
