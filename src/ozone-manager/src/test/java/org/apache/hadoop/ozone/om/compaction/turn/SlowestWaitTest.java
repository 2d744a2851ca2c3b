// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanSlots;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.junit.jupiter.api.Test;

class SlowestWaitTest {

  @Test
  void targetsCoveredByABetterRangeAreProbedToo() {
    CompactionPlan plan = oneFile(10, 500);

    assertThat(plan.ranges()).hasSize(1);
    assertThat(begins(plan)).containsExactlyInAnyOrder("/v/0000/", "/v/0001/");
  }

  @Test
  void spansWithMostTombstonesAreProbedFirst() {
    long[] tombstones = new long[100];
    List<String> worst = new ArrayList<>();
    for (int bucket = 0; bucket < tombstones.length; bucket++) {
      tombstones[bucket] = bucket % 5 == 0 ? 1_000 + bucket : 10;
      if (bucket % 5 == 0) {
        worst.add(0, String.format("/v/%04d/", bucket));
      }
    }

    assertThat(begins(oneFile(tombstones))).hasSize(20).as("most tombstones first").containsExactlyElementsOf(worst);
  }

  private static List<String> begins(CompactionPlan plan) {
    return new SlowestWait(new SlowPlaces(), plan).spans().stream()
        .map(span -> new String(span.begin(), StandardCharsets.UTF_8).substring(0, "/v/0000/".length())).toList();
  }

  /** Buckets that share the table's only file, which is fully scanned. */
  private static CompactionPlan oneFile(long... tombstones) {
    List<BucketSpan> spans = new ArrayList<>();
    for (int bucket = 0; bucket < tombstones.length; bucket++) {
      byte[] begin = bytes(String.format("/v/%04d/", bucket));
      spans.add(new BucketSpan("keyTable", "v", "b" + bucket, begin, bytes(String.format("/v/%04d0", bucket))));
    }
    long all = Arrays.stream(tombstones).sum();
    SstFile file = new SstFile("1.sst", 6, bytes("/v/0000/a"), bytes(String.format("/v/%04d/z", tombstones.length - 1)),
        1 << 20, all, all, false);
    // Between two buckets is a gap without keys.
    byte[][] cuts = new byte[2 * (tombstones.length - 1)][];
    long[] pieces = new long[cuts.length + 1];
    for (int bucket = 0; bucket < tombstones.length; bucket++) {
      pieces[2 * bucket] = tombstones[bucket];
      if (bucket > 0) {
        cuts[2 * bucket - 2] = spans.get(bucket - 1).end();
        cuts[2 * bucket - 1] = spans.get(bucket).begin();
      }
    }
    FileProfile profile = new FileProfile(cuts, pieces, pieces);
    TableStatistics statistics = TableStatistics.take(LsmTable.of("keyTable", 7, List.of(file)),
        new SpanSlots("keyTable", spans), sst -> profile);
    return RangePlanner.plan(List.of(statistics.spans()),
        new PlanLimits(1, 0, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE));
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }
}
