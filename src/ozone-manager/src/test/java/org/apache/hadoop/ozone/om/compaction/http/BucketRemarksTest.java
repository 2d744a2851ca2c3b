// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
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
    byte[] begin = ("/v/" + name + "/").getBytes(StandardCharsets.UTF_8);
    byte[] end = ("/v/" + name + "0").getBytes(StandardCharsets.UTF_8);
    buckets.add(new BucketSpan(TABLE, "v", name, begin, end));
    files.add(new SstFile(name + ".sst", 6, begin, begin, 1_000, tombstones + 1, tombstones, false));
  }

  @Test
  void whereTombstonesAreInMemoryOnlyIsNamedHoweverManyOthersThereAre() {
    for (int i = 100; i < 400; i++) {
      bucket("b" + i, 10);
    }
    bucket("memory", 0);
    BucketRemarks remarks = new BucketRemarks();
    for (SpanStatistics span : TableStatistics.take(LsmTable.of(TABLE, 7, files), buckets).spans()) {
      BucketRow row = BucketRow.of(span, null, span.span().bucket().equals("memory") ? 97_000 : 0);
      remarks.take(row, 1, place -> row);
    }
    assertThat(remarks.sentence(100_000))
        .isEqualTo("/v/memory holds about 97 % of about 100,000 tombstones, in keyTable.");
  }

  @Test
  void filterThatLeavesNoRowWithTombstonesSaysSo() {
    assertThat(new BucketRemarks().sentence(102_500))
        .isEqualTo("None of the 102,500 tombstones lies in what was asked for.");
  }
}
