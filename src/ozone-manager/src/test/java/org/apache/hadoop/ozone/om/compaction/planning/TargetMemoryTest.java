// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

class TargetMemoryTest {
  private static final String TABLE = "keyTable";

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void threeBuckets() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
    om.volume("v");
    for (String bucket : List.of("a", "b", "c")) {
      om.bucket("v", bucket, BucketLayout.OBJECT_STORE);
    }
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 100, 30_000})
  void aFewAmongManyAreFound(int others) throws Exception {
    for (int i = 0; i < others; i++) {
      om.put(TABLE, String.format("/v/a/%06d", i));
      om.delete(TABLE, String.format("/v/c/%06d", i));
    }
    om.delete(TABLE, "/v/b/1");
    om.delete(TABLE, "/v/b/2");
    om.delete(TABLE, "/v/b/3");

    assertThat(mayHold("b")).isTrue();
    assertThat(mayHold("c")).isTrue();
  }

  @Test
  void whatOthersHaveInMemoryAndWhatIsOnDiskDoesNotCount() throws Exception {
    delete("b", 100);
    om.flush(TABLE);
    om.put(TABLE, "/v/b/live");
    delete("a", 1_000);
    delete("c", 1_000);

    assertThat(mayHold("b")).isFalse();
  }

  @Test
  void everythingHasWhatTheTableHas() throws Exception {
    delete("b", 1);

    TargetMemory memory = memory(Targets.getDefaultInstance());
    assertThat(memory.mayHoldTombstones(TABLE)).isTrue();
    assertThat(memory.mayHoldTombstones("fileTable")).isFalse();
    assertThat(memory.tombstones()).hasToString("1");
  }

  private void delete(String bucket, int keys) throws RocksDBException {
    for (int i = 0; i < keys; i++) {
      om.delete(TABLE, String.format("/v/%s/%06d", bucket, i));
    }
  }

  private boolean mayHold(String bucket) throws Exception {
    return memory(Targets.newBuilder().addBuckets("/v/" + bucket).build()).mayHoldTombstones(TABLE);
  }

  private TargetMemory memory(Targets targets) throws Exception {
    try (ExactCounts exactCounts = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exactCounts,
          CompactionConfig.from(new OzoneConfiguration()));
      return new TargetMemory(planner.statistics(targets, Precision.METADATA), targets);
    }
  }
}
