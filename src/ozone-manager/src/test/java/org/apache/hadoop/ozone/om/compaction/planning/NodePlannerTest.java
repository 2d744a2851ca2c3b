// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectedRange;
import org.apache.hadoop.ozone.om.compaction.planner.plan.RejectionReason;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.rocksdb.CompactRangeOptions;

class NodePlannerTest extends OddBuckets {
  @Test
  void exactCountsAreTheTruthAndIntervalsHoldIt() throws Exception {
    oddBuckets();
    flushAll();

    NodeStatistics rough = planner.statistics(Targets.getDefaultInstance(), Precision.METADATA);
    NodeStatistics sharp = await().atMost(Duration.ofMinutes(1)).until(
        () -> planner.statistics(Targets.getDefaultInstance(), Precision.EXACT), counted -> counted.filesToScan() == 0);
    assertThat(rough.targets()).hasSize(truth.size()).anyMatch(span -> !span.isExact());
    for (SpanStatistics span : rough.targets()) {
      assertThat(span.tombstones().contains(truth.get(path(span.span())))).isTrue();
    }
    assertThat(sharp.targets().stream().collect(Collectors.toMap(span -> path(span.span()),
        span -> Math.toIntExact(span.tombstones().least())))).isEqualTo(truth);
    assertThat(sharp.targets()).allMatch(SpanStatistics::isExact);
  }

  @Test
  void targetsNarrowEachOther() throws Exception {
    oddBuckets();
    flushAll();

    assertThat(paths("volume: 'v'")).as("4 buckets in 5 tables, 1 in 8").hasSize(28)
        .allMatch(path -> path.startsWith("/v/"));
    assertThat(paths("volume: 'v' tables: 'keyTable'")).containsExactlyInAnyOrder("/v/b", "/v/b-1",
        "/v/\u00fc\u6f22", "/v/" + LONG);
    assertThat(paths("buckets: '/w/b' buckets: '/v/fso' tables: 'keyTable' tables: 'fileTable'"))
        .containsExactlyInAnyOrder("/w/b", "/v/fso");
    assertThat(paths("buckets: '/w/b' buckets: '/w/b' tables: 'keyTable'")).as("once").containsExactly("/w/b");
    assertThat(paths("buckets: '/v/fso' tables: 'keyTable'")).isEmpty();
    assertThat(paths("buckets: '/v/fso' tables: 'deletedTable'")).as("by names and by ids")
        .containsExactly("/v/fso", "/v/fso");
    assertThat(paths("buckets: '/v/never-was' tables: 'keyTable'")).as("may have been deleted since").isEmpty();
    assertThat(planner.statistics(targets("tables: 'fileTable'"), Precision.METADATA).tables())
        .containsExactly("fileTable");
  }

  @Test
  void aBucketDeletedMeanwhileIsUnattributed() throws Exception {
    oddBuckets();
    flushAll();
    om.forgetBucket("v", "b");

    assertThat(paths("buckets: '/v/b' tables: 'keyTable'")).isEmpty();
    List<SpanStatistics> unattributed = planner.statistics(targets("tables: 'keyTable'"), Precision.EXACT).targets()
        .stream()
        .filter(span -> !span.span().isAttributed()).collect(Collectors.toList());
    assertThat(unattributed).extracting(SpanStatistics::tombstones).extracting(Object::toString)
        .contains(truth.get("/v/b").toString());
  }

  @Test
  void aKeyRangeReachesWhatADeletedBucketLeft() throws Exception {
    oddBuckets();
    flushAll();
    om.forgetBucket("v", "b");
    Targets range = keyRange("/v/b/", "/v/b/\u00ff");

    NodeStatistics statistics = planner.statistics(range, Precision.EXACT);
    assertThat(statistics.tables()).containsExactly(TABLE);
    assertThat(statistics.targets()).singleElement().satisfies(span -> {
      assertThat(span.span().isAttributed()).isFalse();
      assertThat(span.tombstones()).hasToString(truth.get("/v/b").toString());
    });
    assertThat(planner.plan(range, ANY, Precision.METADATA).ranges().ranges()).isNotEmpty();
  }

  @Test
  void aKeyRangeInsideABucketIsClippedAndNamed() throws Exception {
    oddBuckets();
    flushAll();

    assertThat(planner.statistics(keyRange(key("/v/b-1", 1), key("/v/b-1", 1)), Precision.EXACT).targets())
        .singleElement().satisfies(span -> {
          assertThat(path(span.span())).isEqualTo("/v/b-1");
          assertThat(span.tombstones()).hasToString("1");
        });
  }

  @Test
  void keyRangesOfBytesThatAreNotText() throws Exception {
    byte[] begin = {0, (byte) 0xC3, (byte) 0x28};
    byte[] end = {(byte) 0xFF, (byte) 0xFE};
    om.delete(TABLE, begin);
    om.delete(TABLE, end);
    om.flush(TABLE);
    Targets targets = keyRange(begin, end);

    assertThat(planner.statistics(targets, Precision.METADATA).targets()).singleElement()
        .satisfies(span -> assertThat(span.tombstones()).hasToString("2"));
  }

  @Test
  void overlappingKeyRangesAreOne() throws Exception {
    oddBuckets();
    flushAll();
    Targets overlapping = keyRange("/v/b/", "/v/c").toBuilder().mergeFrom(keyRange("/v/b/d", "/w/")).build();

    assertThat(planner.statistics(overlapping, Precision.METADATA).targets()).singleElement().satisfies(span -> {
      assertThat(span.span().begin()).isEqualTo(OmDatabaseFixture.bytes("/v/b/"));
      assertThat(span.span().keys().lastKey()).isEqualTo(OmDatabaseFixture.bytes("/w/"));
    });
  }

  /** Keys are {@code uploadId/part}, the part as four bytes. */
  @Test
  void aTableWithoutBucketsIsListedAndPlannedAsKeysOfNoBucket() throws Exception {
    String table = "multipartPartsTable";
    om.holdStill(table);
    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    for (int i = 0; i < 200; i++) {
      om.put(table, part(i));
    }
    om.flush(table);
    for (int i = 0; i < 200; i++) {
      om.delete(table, part(i));
    }
    om.flush(table);

    assertThat(planner.statistics(Targets.getDefaultInstance(), Precision.EXACT).targets()).singleElement()
        .satisfies(span -> {
          assertThat(span.span().table()).isEqualTo(table);
          assertThat(span.span().isAttributed()).isFalse();
          assertThat(span.tombstones()).hasToString("200");
        });
    assertThat(planner.plan(targets("tables: '" + table + "'"), ANY, Precision.EXACT).ranges().ranges())
        .singleElement().satisfies(range -> assertThat(range.table()).isEqualTo(table));
    assertThat(planner.plan(targets("volume: 'v'"), ANY, Precision.EXACT).ranges().ranges()).isEmpty();
  }

  private static String part(int i) {
    return "7b3c-" + i % 10 + "/\0\0\0" + (char) (i / 10);
  }

  @Test
  void anEmptyDatabaseHasNothingToPlan() throws Exception {
    assertThat(planner.statistics(Targets.getDefaultInstance(), Precision.EXACT).targets()).isEmpty();
    assertThat(planner.plan(Targets.getDefaultInstance(), ANY, Precision.EXACT).ranges().ranges()).isEmpty();

    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    assertThat(planner.statistics(Targets.getDefaultInstance(), Precision.EXACT).targets()).isEmpty();
    assertThat(planner.plan(targets("buckets: '/v/b' tables: 'keyTable'"), ANY, Precision.METADATA).ranges().leftOut())
        .extracting(RejectedRange::reason).containsExactly(RejectionReason.NO_TOMBSTONES);
  }

  @Test
  void deletesThatAreOnlyInMemoryAreSeenButNotPlanned() throws Exception {
    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    for (int i = 0; i < 1_000; i++) {
      om.delete(TABLE, key("/v/b", i));
    }

    NodeStatistics statistics = planner.statistics(Targets.getDefaultInstance(), Precision.EXACT);
    assertThat(statistics.targets()).extracting(span -> path(span.span())).containsExactly("/v/b");
    assertThat(statistics.targets().get(0).tombstones()).hasToString("0");
    assertThat(statistics.snapshot().memtables(TABLE).tombstones()).isEqualTo(1_000);
    assertThat(statistics.snapshot().database().memtableEntries(statistics.targets().get(0).span()))
        .isBetween(1L, 1_000L);
    assertThat(planner.plan(Targets.getDefaultInstance(), ANY, Precision.EXACT).ranges().ranges()).isEmpty();
  }

  @Test
  void thresholdsLeftOpenAreThoseOfTheOm() throws Exception {
    oddBuckets();
    flushAll();

    assertThat(planner.plan(Targets.getDefaultInstance(), Thresholds.getDefaultInstance(), Precision.METADATA)
        .ranges().leftOut()).isNotEmpty()
        .extracting(RejectedRange::reason).containsOnly(RejectionReason.BELOW_MIN_TOMBSTONES);
    assertThat(planner.plan(targets("buckets: '/v/b' tables: 'keyTable'"), ANY.toBuilder().setMinRatio(1).build(),
        Precision.EXACT).ranges().leftOut()).extracting(RejectedRange::reason)
        .containsExactly(RejectionReason.BELOW_MIN_RATIO);
    assertThat(planner.plan(Targets.getDefaultInstance(), ANY.toBuilder().setTop(1).build(), Precision.METADATA)
        .ranges().ranges()).hasSize(1);
  }

  @Test
  void aRangeIsWorthItUntilItIsCompacted() throws Exception {
    oddBuckets();
    flushAll();
    PlannedRange range = planner.plan(targets("buckets: '/w/b' tables: 'keyTable'"), ANY, Precision.EXACT)
        .ranges().ranges().get(0);

    compact(range.range());
    assertThat(planner.plan(targets("buckets: '/w/b' tables: 'keyTable'"), ANY, Precision.EXACT).ranges().ranges())
        .isEmpty();
  }

  /** Files are scanned for such plans, and cut where the parts begin and end. */
  @Test
  void plansOfPartsTakeNothingFromLaterPlans() throws Exception {
    om.volume("v");
    om.bucket("v", "b", BucketLayout.OBJECT_STORE);
    for (int i = 0; i < 30_000; i++) {
      om.put(TABLE, numbered(i));
    }
    om.compact(TABLE);
    for (int i = 0; i < 30_000; i += 2) {
      om.delete(TABLE, numbered(i));
    }
    om.flush(TABLE);
    Thresholds most = Thresholds.newBuilder().setMinTombstones(14_000).build();
    List<String> before = rangesOfEverything(most);
    assertThat(before).hasSize(1);

    for (int part = 0; part < 30_000; part += 3_700) {
      planner.plan(keyRange(numbered(part), numbered(part + 1_234)), ANY, Precision.EXACT);
      assertThat(rangesOfEverything(most)).as("after a plan from %s on", part).isEqualTo(before);
    }
  }

  private List<String> rangesOfEverything(Thresholds thresholds) throws Exception {
    return planner.plan(Targets.getDefaultInstance(), thresholds, Precision.EXACT).ranges().ranges().stream()
        .map(range -> range.range() + " with " + range.target().tombstones()).toList();
  }

  private static String numbered(int i) {
    return String.format("/v/b/key-%06d", i);
  }

  @Test
  void aClosedDatabaseIsSaid() throws Exception {
    om.stop();

    assertThatThrownBy(() -> planner.plan(Targets.getDefaultInstance(), ANY, Precision.EXACT))
        .isInstanceOf(DatabaseUnavailableException.class);
  }

  private void compact(KeyRange range) throws Exception {
    try (CompactRangeOptions options = new CompactRangeOptions()
        .setBottommostLevelCompaction(CompactRangeOptions.BottommostLevelCompaction.kForce)) {
      om.rocks().compactRange(om.handle(TABLE), range.begin(), range.lastKey(), options);
    }
  }
}
