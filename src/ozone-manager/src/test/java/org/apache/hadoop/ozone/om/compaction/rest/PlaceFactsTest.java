// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.TABLE;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.key;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.only;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose keys a place is, and what it costs to compact it. */
class PlaceFactsTest extends OneServedOm {
  @BeforeEach
  void listIsSlowFromAMillisecond() throws Exception {
    served.slowFrom("1ms");
  }

  private JsonNode place() {
    return only(buckets.places());
  }

  @Test
  void placeAtTheBeginOfABucketIsThatBuckets() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("tmp", 1_000);
    buckets.fill("tombs", 60_000);
    buckets.fill("z", 1_000);
    om.compact(TABLE);
    buckets.delete("tombs", 0, 50_000);
    buckets.delete("z", 500, 600);
    om.flush(TABLE);

    JsonNode place = place();
    assertThat(place.at("/bucketCount").asInt()).isEqualTo(1);
    assertThat(place.at("/firstBucket").asText()).isEqualTo("/v/tombs");
    assertThat(place.at("/tombstones/low").asInt()).isEqualTo(50_000);
    assertThat(place.at("/why").asText()).isEqualTo(
        "A list of /v/tombs and one of /v/tmp that comes to its end pass 50,000 tombstones in a row.");
    JsonNode plan = served.ok("/ranges?slow=true").at("/totals/0");
    assertThat(place.at("/predictedReadBytes").asLong()).isPositive()
        .isEqualTo(plan.at("/predictedReadBytes").asLong());
    assertThat(place.at("/predictedWriteBytes").asLong()).isEqualTo(plan.at("/predictedWriteBytes").asLong());
  }

  @Test
  void headOfATableNamesTheBucketThatItLiesIn() throws Exception {
    buckets.fill("a", 60_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 50_000);
    om.flush(TABLE);

    assertThat(place().at("/head").asBoolean()).isTrue();
    assertThat(place().at("/lastBucket").asText()).isEqualTo("/v/a");
  }

  @Test
  void waitOverSeveralDeletedBucketsNamesTheirKeys() throws Exception {
    buckets.fill("a", 1_000);
    for (int b = 0; b < 30; b++) {
      buckets.fill(String.format("gone%02d", b), 2_000);
    }
    buckets.fill("z", 1_000);
    om.compact(TABLE);
    for (int b = 0; b < 30; b++) {
      buckets.delete(String.format("gone%02d", b), 0, 2_000);
    }
    om.flush(TABLE);

    JsonNode place = place();
    assertThat(place.at("/bucketCount").asInt()).isEqualTo(30);
    assertThat(place.at("/begin/text").asText()).isEqualTo(key("gone00", 0));
    assertThat(place.at("/end/text").asText()).isBetween(key("gone29", 1_999), key("z", 0));
    assertThat(place.at("/tombstones/high").asInt()).isEqualTo(60_000);
    assertThat(place.at("/predictedReadBytes").asLong()).isPositive();
  }

  @Test
  void keysOfAPlaceAreNotThoseOfTombstonesBesideIt() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("large", 300_000);
    om.compact(TABLE);
    buckets.delete("large", 100_000, 140_000);
    for (int i = 150_000; i < 300_000; i += 2) {
      om.delete(TABLE, key("large", i));
    }
    om.flush(TABLE);

    JsonNode place = place();
    assertThat(place.at("/begin/text").asText()).isEqualTo(key("large", 100_000));
    assertThat(place.at("/tombstones/high").asInt()).isEqualTo(40_000);
  }

  @Test
  void tombstonesThatADeletedBucketLeftBesideTheBucketsOwnAreNotForgotten() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("b", 15_000);
    buckets.fillWithoutRecord("c-deleted", 30_000);
    buckets.fill("z", 1_000);
    om.compact(TABLE);
    buckets.delete("b", 0, 15_000);
    buckets.delete("c-deleted", 0, 30_000);
    om.flush(TABLE);

    JsonNode place = place();
    assertThat(place.at("/bucketCount").asInt()).isEqualTo(1);
    assertThat(place.at("/tombstones/low").asInt()).isEqualTo(45_000);
    assertThat(place.at("/end/text").asText()).isGreaterThanOrEqualTo(key("c-deleted", 29_999));
  }

  @Test
  void waitForTombstonesInMemoryNamesTheBucketThatItIsIn() throws Exception {
    buckets.fill("a", 80_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 70_000, 80_000);
    om.flush(TABLE);
    buckets.delete("a", 0, 60_000);

    JsonNode head = buckets.places().at("/places/0");
    assertThat(head.at("/firstBucket").asText()).isEqualTo("/v/a");
    assertThat(head.at("/flush").asBoolean()).isTrue();
    assertThat(head.at("/memtableTombstones/high").asInt()).isGreaterThan(head.at("/tombstones/high").asInt());
  }

  @Test
  void priceIsThatOfAFlushAndItsCompactionAsSoonAsAPlaceWaitsForMemory() throws Exception {
    buckets.fill("a", 80_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 10_000);
    om.flush(TABLE);
    JsonNode inFiles = place();
    assertThat(inFiles.at("/flush").asBoolean()).isFalse();
    buckets.delete("a", 10_000, 70_000);

    JsonNode inMemory = Awaitility.await("the place in memory").atMost(3, TimeUnit.MINUTES)
        .until(this::place, place -> place.at("/memtableTombstones/high").asInt() > 50_000);
    assertThat(inMemory.at("/flush").asBoolean()).isTrue();
    JsonNode plan = served.ok("/ranges?slow=true");
    assertThat(plan.at("/flushes/0/planned").asBoolean()).isTrue();
    assertThat(inMemory.at("/predictedReadBytes").asLong()).isPositive()
        .isEqualTo(plan.at("/totals/0/predictedReadBytes").asLong());
    assertThat(inMemory.at("/predictedWriteBytes").asLong()).as("%s", inMemory).isPositive()
        .isNotEqualTo(inFiles.at("/predictedWriteBytes").asLong())
        .isEqualTo(plan.at("/totals/0/predictedWriteBytes").asLong());
  }

  @Test
  void tombstonesOfAFileSystemBucketInMemoryNameTheBucketAndNotItsIds() throws Exception {
    om.holdStill("fileTable");
    long volume = om.metadata().getVolumeTable().get("/v").getObjectID();
    List<String> prefixes = new ArrayList<>();
    for (String name : List.of("before", "raw")) {
      long bucket = om.bucket("v", name, BucketLayout.FILE_SYSTEM_OPTIMIZED).getObjectID();
      prefixes.add("/" + volume + "/" + bucket + "/1/");
      for (int i = 0; i < 30_000; i++) {
        om.put("fileTable", prefixes.get(prefixes.size() - 1) + String.format("k%06d", i));
      }
    }
    om.compact("fileTable");
    for (String prefix : prefixes) {
      for (int i = 100; i < 20_000; i++) {
        om.delete("fileTable", prefix + String.format("k%06d", i));
      }
    }

    JsonNode list = ServedBuckets.places(served, "?table=fileTable");
    assertThat(list.at("/totalCount").asInt()).isEqualTo(2);
    assertThat(list.at("/places").findValues("firstBucket")).extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("/v/before", "/v/raw");
    assertThat(list.at("/places/0/why").asText()).startsWith("A list of /v/").contains("/k000099 passes ");
    assertThat(served.ok("/places?bucket=/v/raw").at("/totalCount").asInt()).isEqualTo(1);
  }

  @Test
  void nothingIsOfferedWhereNoListWaits() throws Exception {
    buckets.fill("a", 5_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 2_000);
    om.flush(TABLE);
    served.slowFrom("10s");

    assertThat(buckets.places().at("/places")).isEmpty();
  }

  /** Between the keys of two neighbouring buckets there are keys of neither. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      /v/a,/v/b | 0
      /v        | 0
      /v/a      | 1
      /v/b      | 1
      /v/c      | 1""")
  void placeIsShownUnlessAllOfItsBucketsAreExcluded(String exclude, int places) throws Exception {
    buckets.fill("a", 10_000);
    buckets.fill("b", 10_000);
    buckets.fill("c", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 4_000, 10_000);
    buckets.delete("b", 0, 6_000);
    om.flush(TABLE);
    buckets.places();

    assertThat(served.ok("/places?exclude=" + exclude).at("/totalCount").asInt()).isEqualTo(places);
  }

  /** The bucket before has its last live key at the place, and only reads tell that none of its dead keys are there. */
  @Test
  void bucketsAreNotNamedUntilSomebodyHasRead() throws Exception {
    buckets.fill("returns", 1_000);
    buckets.fill("sessions", 60_000);
    om.compact(TABLE);
    buckets.delete("sessions", 0, 50_000);
    om.flush(TABLE);
    SlowPlaces slowPlaces = new SlowPlaces();
    try (ExactCounts exact = new ExactCounts()) {
      NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exact,
          CompactionConfig.from(new OzoneConfiguration()),
          new WorthCompacting(slowPlaces, Clock.systemUTC(), Duration.ofDays(1)));
      NodeStatistics statistics =
          planner.statistics(Targets.newBuilder().addTables(TABLE).build(), Precision.METADATA);
      Place place = slowPlaces.find(statistics.snapshot(), statistics.tables(), Deadline.within(Duration.ofMinutes(1)))
          .get(TABLE).slow().get(0);
      PlaceFacts facts = new PlaceFacts(planner);
      PlaceModel model = new PlaceModel("om1", statistics);

      SlowPlaceJson hurried;
      try (PlaceFacts.Finder finder = facts.finder(statistics, () -> true)) {
        hurried = model.of(place, finder.of(place));
      }
      assertThat(hurried.getBucketCount()).isNull();
      assertThat(hurried.getFirstBucket()).isNull();
      assertThat(hurried.getPredictedReadBytes()).isNull();
      assertThat(hurried.getWhy())
          .isEqualTo("A list of /v/returns that comes to its end passes 50,000 tombstones in a row.");

      try (PlaceFacts.Finder finder = facts.finder(statistics, () -> false)) {
        SlowPlaceJson known = model.of(place, finder.of(place));
        assertThat(known.getBucketCount()).isEqualTo(1);
        assertThat(known.getFirstBucket()).isEqualTo("/v/sessions");
        assertThat(known.getPredictedReadBytes()).isPositive();
        assertThat(known.getWhy()).isEqualTo(
            "A list of /v/sessions and one of /v/returns that comes to its end pass 50,000 tombstones in a row.");
        assertThat(known).usingRecursiveComparison()
            .ignoringFields("bucketCount", "firstBucket", "lastBucket", "why", "predictedReadBytes",
                "predictedWriteBytes")
            .isEqualTo(hurried);
      }
    }
  }
}
