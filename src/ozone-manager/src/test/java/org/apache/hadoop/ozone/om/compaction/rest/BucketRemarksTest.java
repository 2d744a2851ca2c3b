// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

class BucketRemarksTest {
  private static final String TABLE = "keyTable";

  private final List<SstFile> files = new ArrayList<>();
  private final List<BucketSpan> buckets = new ArrayList<>();

  /** A bucket with a file of its own. */
  private void bucket(String name, long tombstones) {
    byte[] end = ("/v/" + name + "0").getBytes(StandardCharsets.UTF_8);
    buckets.add(new BucketSpan(TABLE, "v", name, file("/v/" + name + "/", tombstones), end));
  }

  private byte[] file(String text, long tombstones) {
    byte[] key = text.getBytes(StandardCharsets.UTF_8);
    files.add(new SstFile(files.size() + ".sst", 6, key, key, 1_000, tombstones + 1, tombstones, false));
    return key;
  }

  /** @param inMemory how many tombstones the bucket {@code memory} has there */
  private BucketRemarks remarks(long inMemory) {
    BucketRemarks remarks = new BucketRemarks();
    for (SpanStatistics span : LsmTree.statistics(LsmTable.of(TABLE, 7, files), buckets).spans()) {
      BucketRow row = new BucketRow(span, null, "memory".equals(span.span().bucket()) ? inMemory : 0, 0);
      remarks.take(row, 1, place -> row);
    }
    return remarks;
  }

  @Test
  void whereTombstonesAreInMemoryOnlyIsNamedHoweverManyOthersThereAre() {
    for (int i = 100; i < 400; i++) {
      bucket("b" + i, 10);
    }
    bucket("memory", 0);
    assertThat(remarks(97_000).sentence(100_000))
        .isEqualTo("/v/memory holds about 97 % of about 100,000 tombstones, in keyTable.");
  }

  @Test
  void almostAllIsNotAll() {
    bucket("large", 99_700);
    bucket("small", 300);
    assertThat(remarks(0).sentence(100_000)).isEqualTo("/v/large holds >99 % of the 100,000 tombstones, in keyTable.");
  }

  @Test
  void keysWithoutABucketAreNotCalledBuckets() {
    for (int i = 100; i < 120; i++) {
      bucket("b" + i, 0);
      file("/v/b" + i + "5", 100);
    }
    assertThat(remarks(0).sentence(2_000))
        .isEqualTo("2,000 tombstones are spread over 20 rows: the worst 5 key ranges hold 25 %.");
  }

  @Test
  void filterThatLeavesNoRowWithTombstonesSaysSo() {
    assertThat(new BucketRemarks().sentence(102_500))
        .isEqualTo("None of the 102,500 tombstones lies in what was asked for.");
  }
}
