// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans of targets of which buckets are excluded. */
class ExcludedBucketsTest extends OddBuckets {
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "exclude: '/v' exclude: '/*/b*'                              | /w/fso /w/long /w/\u00fc",
      "volume: 'v' exclude: '/v/*so' exclude: '/v/b-1'             | /v/b /v/long /v/\u00fc",
      "buckets: '/v/b' buckets: '/w/b' exclude: '/w'               | /v/b",
      "tables: 'keyTable' exclude: '/v' exclude: '/w/b'            | /w/b-1 /w/long /w/\u00fc"})
  void whatIsExcludedIsLeftOutAndSaid(String targets, String left) throws Exception {
    oddBuckets();
    flushAll();

    NodePlan plan = planner.plan(targets(targets), ANY, Precision.EXACT);
    assertThat(plan.ranges().ranges()).isNotEmpty().allSatisfy(range ->
        assertThat(bucketsOf(plan, range)).isSubsetOf(left.split(" ")));
    Map<Boolean, Set<String>> leftOut = plan.ranges().leftOut().collect(Collectors.partitioningBy(
        out -> out.reason() == RejectionReason.EXCLUDED && out.why().cause().startsWith("/"),
        Collectors.mapping(out -> shortPath(out.target().span()), Collectors.toSet())));
    Set<String> meant = new HashSet<>(leftOut.get(false));
    plan.ranges().ranges().forEach(range -> meant.addAll(bucketsOf(plan, range)));
    assertThat(meant).containsExactlyInAnyOrder(left.split(" "));
    assertThat(leftOut.get(true)).isNotEmpty().doesNotContain(left.split(" "));
  }

  /** A slow place is taken whole, but for what is excluded, also beyond the buckets that are named. */
  @Test
  void slowPlaceOfANamedBucketIsCutWhereTheNextOneIsExcluded() throws Exception {
    om.volume("v");
    om.put(TABLE, "/v/a/!");
    om.put(TABLE, "/v/b/~");
    for (String name : List.of("a", "b")) {
      om.bucket("v", name, BucketLayout.OBJECT_STORE);
      for (int i = 0; i < 20_000; i++) {
        om.delete(TABLE, String.format("/v/%s/%05d", name, i));
      }
    }
    om.flush(TABLE);
    byte[] ofTheNext = OmDatabaseFixture.bytes("/v/b/00500");
    try (ExactCounts counts = new ExactCounts()) {
      NodePlanner looking = new NodePlanner(new LsmReader(om::metadata), counts,
          CompactionConfig.from(new OzoneConfiguration()),
          new WorthCompacting(new SlowPlaces(), Clock.systemUTC(), Duration.ofMinutes(1)));
      assertThat(taken(looking, "slow: true buckets: '/v/a'")).anyMatch(range -> range.contains(ofTheNext));
      assertThat(taken(looking, "slow: true buckets: '/v/a' exclude: '/v/b'")).isNotEmpty()
          .noneMatch(range -> range.contains(ofTheNext));
    }
  }

  private static List<KeyRange> taken(NodePlanner planner, String targets) throws Exception {
    return planner.plan(targets(targets), Thresholds.getDefaultInstance(), Precision.EXACT).ranges().ranges().stream()
        .map(PlannedRange::range).toList();
  }

  private static List<String> bucketsOf(NodePlan plan, PlannedRange range) {
    return plan.statistics().table(range.table()).knownSpansIn(range.target().span()).stream()
        .map(ExcludedBucketsTest::shortPath).toList();
  }

  private static String shortPath(BucketSpan span) {
    return path(span).replace(LONG, "long").replace("\u6f22", "");
  }

  /** Where the excluded bucket begins and ends the key range is cut; what lies beside it keeps its bucket's name. */
  @Test
  void aKeyRangeIsCutWhereABucketIsExcluded() throws Exception {
    oddBuckets();
    flushAll();
    Targets targets = keyRange("/v/b-1/", "/w/c").toBuilder().addExclude("/v/long*").addExclude("/w/b").build();

    NodeStatistics statistics = planner.statistics(targets, Precision.EXACT);
    assertThat(statistics.targets()).extracting(span -> span.span().begin()).containsExactly(
        OmDatabaseFixture.bytes("/v/b-1/"), OmDatabaseFixture.bytes("/v/" + LONG + "0"),
        OmDatabaseFixture.bytes("/w/b0"));
    assertThat(statistics.targets().stream().mapToLong(span -> span.tombstones().most()).sum()).isEqualTo(
        truth.get("/v/b-1") + truth.get("/v/b") + truth.get("/v/\u00fc\u6f22") + truth.get("/w/b-1"));
    assertThat(planner.plan(targets, ANY, Precision.EXACT).ranges().excluded())
        .extracting(out -> path(out.target().span())).containsExactly("/v/" + LONG, "/w/b");
  }
}
