// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.TABLE;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.key;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.only;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.slow.TableWalk;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Layouts in which a list waits for tens of milliseconds, and what is said of them. */
class SlowPlaceCasesTest extends OneServedOm {
  private static final int ROWS = 60_000;
  /** A list that passes so many dead entries is slow at the default of 5 ms. */
  private static final int MANY = 10_000;
  /** How long commands wait for the answer of an OM. */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

  private void fill(String... names) throws Exception {
    for (String name : names) {
      buckets.fill(name, ROWS);
    }
    om.compact(TABLE);
  }

  /** Returns the answer, which has as many places as a walk over the table. */
  private JsonNode places(int count) throws Exception {
    assertThat(TableWalk.gaps(om.rocks(), om.handle(TABLE), MANY)).hasSize(count);
    JsonNode list = buckets.places();
    assertThat(list.at("/totalCount").asInt()).as("%s", list).isEqualTo(count);
    return list;
  }

  private static void assertExactly(JsonNode count, int tombstones) {
    assertThat(count.at("/low").asInt()).isEqualTo(tombstones);
    assertThat(count.at("/high").asInt()).isEqualTo(tombstones);
  }

  @Test
  void tombstonesThatCannotBeReadAreToldApart() throws Exception {
    fill("aaa");
    buckets.delete("aaa", 2_000, 29_000);
    om.flush(TABLE);
    om.corrupt(TABLE);

    JsonNode left = answer("/places?table=" + TABLE, list -> list.at("/notLookedAt/0/unreadable").asBoolean())
        .at("/notLookedAt");
    assertThat(left).hasSize(1);
    assertThat(left.at("/0/tombstones").asInt()).isEqualTo(27_000);
    JsonNode plan = answer("/ranges?slow=true&table=" + TABLE,
        list -> list.at("/remarks").toString().contains("Cannot be looked at"));
    assertThat(plan.at("/ranges")).isEmpty();
    assertThat(plan.at("/remarks").findValuesAsText("message")).contains(
        "No list is slow on om1 where anybody has looked.", "Cannot be looked at, as SST files there cannot be read: up"
        + " to 27,000 tombstones, so lists may be slow in more places.");
  }

  /** Asks until an answer has had the time to look. */
  private JsonNode answer(String path, Predicate<JsonNode> hasLooked) {
    return Awaitility.await(path).atMost(1, TimeUnit.MINUTES).until(() -> served.ok(path), hasLooked);
  }

  @Test
  void runsOfTwoBucketsInOneFileOfLevelZero() throws Exception {
    fill("aaa", "jjj");
    buckets.delete("aaa", 2_000, 29_000);
    buckets.delete("jjj", 10_000, 35_000);
    om.flush(TABLE);

    JsonNode list = places(2);
    assertExactly(list.at("/places/0/tombstones"), 27_000);
    assertExactly(list.at("/places/0/deadEntries"), 54_000);
    JsonNode second = list.at("/places/1");
    assertExactly(second.at("/tombstones"), 25_000);
    assertThat(second.at("/why").asText()).isEqualTo(
        "A list of /v/jjj that comes to " + key("jjj", 9_999) + " passes 25,000 tombstones in a row.");
    assertThat(second.at("/firstBucket").asText()).isEqualTo("/v/jjj");
    assertThat(second.at("/lastBucket").asText()).isEqualTo("/v/jjj");
    assertThat(second.at("/bucketCount").asInt()).isEqualTo(1);
    assertThat(second.at("/waitMicros").asLong()).as("dead entries at half a microsecond, and their bytes")
        .isBetween(25_000L, 33_000L);
  }

  @Test
  void severalRunsOfOneBucketInOneFileOfLevelZero() throws Exception {
    buckets.fill("large", 150_000);
    om.compact(TABLE);
    buckets.delete("large", 10_000, 40_000);
    buckets.delete("large", 60_000, 85_000);
    buckets.delete("large", 110_000, 135_001);
    om.flush(TABLE);

    JsonNode list = places(3);
    assertThat(list.at("/places").findValuesAsText("waitMicros").stream().map(Long::valueOf).toList())
        .as("slowest first").isSortedAccordingTo((a, b) -> Long.compare(b, a));
    JsonNode row = row(buckets.served().ok("/buckets?table=keyTable"), "large");
    assertThat(row.at("/waitMicros")).as("the slowest of them").isEqualTo(list.at("/places/0/waitMicros"));
    assertThat(row.at("/lookedAt").asBoolean()).isTrue();
  }

  @Test
  void runInMemoryInTheMiddleOfABucket() throws Exception {
    fill("a", "middle", "z");
    buckets.delete("middle", 15_000, 45_000);

    JsonNode place = places(1).at("/places/0");
    assertExactly(place.at("/tombstones"), 0);
    assertThat(place.at("/memtableTombstones/high").asInt()).isBetween(30_000, 30_600);
    assertThat(place.at("/flush").asBoolean()).isTrue();
    assertThat(place.at("/firstBucket").asText()).isEqualTo("/v/middle");
  }

  @Test
  void tombstonesOfAnotherBucketInMemoryAreNotAmongThoseThatAListPasses() throws Exception {
    fill("a", "b");
    buckets.delete("a", 0, 40_000);
    buckets.delete("b", 20_000, 50_000);

    JsonNode list = places(2);
    JsonNode head = list.at("/places/0");
    assertThat(head.at("/head").asBoolean()).isTrue();
    assertThat(head.at("/memtableTombstones/high").asInt()).isBetween(40_000, 40_800);
    assertThat(head.at("/why").asText())
        .matches("Every list of keyTable passes (about )?40,[0-9]{3} tombstones in a row, all in memory\\.");
    assertThat(list.at("/places/1/memtableTombstones/high").asInt()).isBetween(30_000, 30_600);
  }

  /** RocksDB's own estimate of what each bucket has in memory was 0 to 96,600. */
  @Test
  void sameNumberOfTombstonesOfSixBucketsInMemory() throws Exception {
    String[] names = {"a", "b", "c", "d", "e", "f"};
    fill(names);
    for (String name : names) {
      buckets.delete(name, 1_000, 36_000);
    }

    JsonNode list = places(names.length);
    assertThat(list.at("/places")).allSatisfy(place -> {
      assertThat(place.at("/memtableTombstones/low").asInt()).isLessThanOrEqualTo(35_000);
      assertThat(place.at("/memtableTombstones/high").asInt()).isBetween(35_000, 35_700);
    });
    JsonNode rows = buckets.served().ok("/buckets?table=keyTable&minTombstones=35000");
    assertThat(rows.at("/buckets")).hasSize(names.length).allSatisfy(row -> {
      assertThat(row.at("/memtableTombstones/low").asInt()).isLessThanOrEqualTo(35_000);
      assertThat(row.at("/memtableTombstones/high").asInt()).isBetween(35_000, 210_000);
    });
  }

  @Test
  void runOverManyFilesOfLevelZero() throws Exception {
    fill("a", "b");
    for (int part = 0; part < 9; part++) {
      for (int row = 20_000 + part; row < 40_000; row += 9) {
        om.delete(TABLE, key("b", row));
      }
      om.flush(TABLE);
    }

    assertExactly(places(1).at("/places/0/tombstones"), 20_000);
  }

  @Test
  void runThatIsHalfInFilesAndHalfInMemory() throws Exception {
    fill("a", "b");
    buckets.delete("b", 20_000, 24_000);
    om.flush(TABLE);
    buckets.delete("b", 24_000, 28_000);

    JsonNode place = places(1).at("/places/0");
    assertExactly(place.at("/tombstones"), 4_000);
    assertThat(place.at("/memtableTombstones/high").asInt()).isBetween(4_000, 4_100);
    assertThat(place.at("/flush").asBoolean()).as("4,000 deleted rows alone are not slow").isFalse();
  }

  @Test
  void deletedBucketsWhoseNamesCarry() throws Exception {
    for (int b = 0; b < 300; b++) {
      buckets.fill(String.format("small%03d", b), 95);
    }
    om.compact(TABLE);
    for (int b = 80; b < 227; b++) {
      buckets.delete(String.format("small%03d", b), 0, 95);
      om.forgetBucket("v", String.format("small%03d", b));
    }
    om.flush(TABLE);

    JsonNode place = places(1).at("/places/0");
    assertThat(place.at("/why").asText())
        .isEqualTo("A list of /v/small079 that comes to its end passes 13,965 tombstones in a row.");
    assertThat(place.has("firstBucket")).as("no bucket has keys there").isFalse();
    assertThat(place.at("/bucketCount").asInt()).isZero();
  }

  /** A thousand buckets that were emptied are one place, however many they are. */
  @Test
  void thousandSmallBucketsThatWereEmptied() throws Exception {
    buckets.fill("a", 10);
    int count = 1_000;
    for (int b = 0; b < count; b++) {
      buckets.fill(String.format("b%03d", b), 500);
    }
    om.compact(TABLE);
    for (int b = 0; b < count; b++) {
      buckets.delete(String.format("b%03d", b), 0, 500);
    }
    om.flush(TABLE);

    JsonNode place = places(1).at("/places/0");
    assertExactly(place.at("/tombstones"), 500_000);
    assertThat(place.at("/bucketCount").asInt()).isEqualTo(count);
    assertThat(place.at("/firstBucket").asText()).isEqualTo("/v/b000");
    assertThat(place.at("/lastBucket").asText()).isEqualTo("/v/b999");
    assertThat(place.at("/begin/text").asText()).isEqualTo(key("b000", 0));
    assertThat(place.at("/end/text").asText()).isEqualTo(key("b999", 499));
    assertThat(place.at("/endReached").asBoolean()).isTrue();
    assertThat(place.at("/why").asText()).isEqualTo("Lists of 1,000 buckets, /v/b000 to /v/b999, and one of /v/a that"
        + " comes to its end pass 500,000 tombstones in a row.");
    JsonNode rows = buckets.served().ok("/buckets?table=keyTable&limit=2000");
    assertThat(rows.at("/totalCount").asInt()).isEqualTo(count + 1);
    assertThat(rows.at("/buckets").findValuesAsText("waitMicros")).hasSize(count + 1)
        .containsOnly(place.at("/waitMicros").asText());
  }

  @Test
  void sixtyBucketsWhoseFirstRowsWereDeletedAreSixtyPlacesInPages() throws Exception {
    int count = 60;
    for (int b = 0; b < count; b++) {
      buckets.fill(String.format("b%02d", b), 12_000);
    }
    om.compact(TABLE);
    for (int b = 0; b < count; b++) {
      buckets.delete(String.format("b%02d", b), 0, 10_500 + 20 * b);
    }
    om.flush(TABLE);

    JsonNode list = places(count);
    assertThat(list.at("/places/0/firstBucket").asText()).isEqualTo("/v/b59");
    JsonNode page = buckets.served().ok("/places?table=keyTable&limit=50");
    assertThat(page.at("/totalCount").asInt()).isEqualTo(count);
    assertThat(page.at("/places")).hasSize(50);
    JsonNode rest = buckets.served()
        .ok("/places?table=keyTable&limit=50&prevKey=" + ServedOm.encode(page.at("/nextKey").asText()));
    assertThat(rest.at("/places")).hasSize(10);
    assertThat(rest.has("nextKey")).isFalse();
    assertThat(rest.at("/places/9/firstBucket").asText()).isEqualTo("/v/b00");
  }

  /** No look runs on for a client that has gone, however much there is to look at: here six thousand places. */
  @Test
  void readersThatHangUpHoldUpNobodyForLong() throws Exception {
    int rows = 120_000;
    buckets.fill("b", rows);
    om.compact(TABLE);
    for (int row = 0; row < rows; row += 20) {
      buckets.delete("b", row, row + 18);
    }
    om.flush(TABLE);
    buckets.served().slowFrom("15us");

    for (int client = 0; client < Limits.READS_AT_ONCE; client++) {
      buckets.served().hangUp("/places");
    }
    Awaitility.await("looks for all of them").until(() -> threadsIn(PlacesEndpoint.class) == Limits.READS_AT_ONCE);
    HttpResponse<String> fifth =
        buckets.served().send(buckets.served().request("/places").GET().timeout(READ_TIMEOUT));
    assertThat(fifth.statusCode()).as(fifth.body()).isEqualTo(200);
    assertThat(ServedOm.json(fifth).at("/notLookedAt")).as("a look could go on").isNotEmpty();
    Awaitility.await("nobody looks").atMost(READ_TIMEOUT).until(() -> threadsIn(PlacesEndpoint.class) == 0);
  }

  private static int threadsIn(Class<?> type) {
    return (int) Thread.getAllStackTraces().values().stream()
        .filter(stack -> Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(type.getName()))).count();
  }

  /** Rows of keys with thousands of blocks: few dead entries, and many bytes that a list has to read. */
  @Test
  void hundredRowsOfAMegabyteInsideABucket() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("large", 20_000);
    byte[] value = new byte[1 << 20];
    for (int i = 9_000; i < 9_100; i++) {
      new Random(i).nextBytes(value);
      om.put(TABLE, OmDatabaseFixture.bytes(key("large", i)), value);
    }
    om.compact(TABLE);
    buckets.delete("large", 9_000, 9_100);
    om.flush(TABLE);

    JsonNode place = only(buckets.places());
    assertExactly(place.at("/tombstones"), 100);
    assertThat(place.at("/deadBytes").asLong()).isBetween(95L << 20, 110L << 20);
    assertThat(place.at("/waitMicros").asLong()).isBetween(190_000L, 230_000L);
    assertThat(place.at("/why").asText()).contains("passes 100 tombstones in a row, and 1", " MB that they hide");
    assertThat(buckets.served().ok("/ranges?table=keyTable").at("/ranges/0/tombstones/high").asInt()).isEqualTo(100);
  }

  @Test
  void nextLookSaysTheSame() throws Exception {
    fill("a", "b");
    buckets.delete("a", 10_000, 30_000);
    om.flush(TABLE);
    buckets.delete("b", 10_000, 25_000);

    JsonNode first = places(2);
    for (int look = 0; look < 3; look++) {
      assertThat(buckets.places()).isEqualTo(first);
    }
  }

  @Test
  void aPreviewPlansFromTheSameCountsAsATurn() throws Exception {
    for (int b = 0; b < 100; b++) {
      buckets.fill(String.format("b%02d", b), 1_000);
    }
    om.compact(TABLE);
    for (int b = 0; b < 100; b++) {
      buckets.delete(String.format("b%02d", b), 200, 500);
    }
    om.flush(TABLE);

    JsonNode preview = Awaitility.await().atMost(1, TimeUnit.MINUTES).until(
        () -> buckets.served().ok("/ranges?table=keyTable"), plan -> plan.at("/filesToScan").asInt() == 0);
    JsonNode exact = buckets.served().ok("/ranges?table=keyTable&exact=true");
    assertThat(keys(preview)).isEqualTo(keys(exact));
  }

  private static List<String> keys(JsonNode plan) {
    return plan.at("/ranges").findValuesAsText("base64");
  }
}
