// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * RocksDB estimates from the random heights of a skip list's nodes: of 300 memtables with 1,000 entries it reported
 * fewer than 500 for two, and at least 364.
 */
class MemtableEntriesTest {
  private static final String TABLE = "keyTable";
  private static final int ENTRIES = 1_000;
  private static final int MEMTABLES = 9;

  @TempDir
  private Path directory;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    om = new OmDatabaseFixture(directory);
    om.holdStill(TABLE);
  }

  @AfterEach
  void close() throws Exception {
    om.close();
  }

  @Test
  void estimateIsMostlyOfTheRightOrderAndNeverTooHigh() throws Exception {
    List<Long> told = new ArrayList<>();
    for (int i = 0; i < MEMTABLES; i++) {
      fill();
      told.add(entriesOf("b"));
      om.flush(TABLE);
    }

    assertThat(told).allSatisfy(entries -> assertThat(entries).isBetween(1L, (long) ENTRIES));
    assertThat(told.stream().sorted().toList().get(MEMTABLES / 2)).as("median of %s", told)
        .isGreaterThanOrEqualTo(ENTRIES / 2);
  }

  @Test
  void estimateOfAnEmptySpanIsExact() throws Exception {
    fill();

    assertThat(entriesOf("a")).isZero();
    assertThat(entriesOf("c")).isZero();
  }

  private void fill() throws Exception {
    for (int i = 0; i < ENTRIES; i++) {
      om.delete(TABLE, String.format("/v/b/%06d", i));
    }
  }

  private long entriesOf(String bucket) throws Exception {
    return new LsmReader(om::metadata).database().memtableEntries(BucketSpan.unattributed(TABLE,
        OmDatabaseFixture.bytes("/v/" + bucket + "/"), OmDatabaseFixture.bytes("/v/" + bucket + "0")));
  }
}
