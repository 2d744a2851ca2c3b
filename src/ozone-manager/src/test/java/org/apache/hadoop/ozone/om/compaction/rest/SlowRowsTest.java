// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.TABLE;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.key;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.only;
import static org.apache.hadoop.ozone.om.compaction.rest.ServedBuckets.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.Snapshot;

/** What a list tells, with default settings, about the places where people wait, over a real database. */
class SlowRowsTest extends OneServedOm {
  @Test
  void keysDeletedInARowInTheMiddleOfALargeBucket() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("large", 400_000);
    om.compact(TABLE);
    buckets.delete("large", 180_000, 200_000);
    om.flush(TABLE);

    JsonNode list = served.ok("/buckets?table=keyTable");
    JsonNode row = row(list, "large");
    assertThat(list.at("/buckets/0/bucket").asText()).as("worst first").isEqualTo("large");
    assertThat(row.at("/tombstoneRatio/low").asDouble()).as("harmless on average").isLessThan(0.1);
    assertThat(row.at("/run/tombstones/high").asInt()).isEqualTo(20_000);
    assertThat(row.at("/run/begin/text").asText()).isEqualTo(key("large", 180_000));
    assertThat(row.at("/waitMicros").asLong()).as("20,000 tombstones that hide a row each").isGreaterThan(20_000);
    assertThat(list.at("/remarks/0/message").asText())
        .isEqualTo("/v/large holds 100 % of the 20,000 tombstones, in keyTable.");

    JsonNode plan = served.ok("/ranges?table=keyTable");
    assertThat(plan.at("/ranges")).hasSize(1);
    assertThat(plan.at("/ranges/0/bucket").asText()).isEqualTo("large");
    assertThat(plan.at("/ranges/0/begin/text").asText()).isEqualTo(key("large", 180_000));
    assertThat(plan.at("/ranges/0/tombstones/high").asInt()).isEqualTo(20_000);
  }

  @Test
  void aRunInsideAWideFileIsFoundByLookingIntoIt() throws Exception {
    buckets.fill("a", 50_000);
    om.compact(TABLE);
    // One flush with rewritten keys everywhere: the file's own ratio is below the threshold.
    for (int i = 0; i < 50_000; i++) {
      if (i >= 20_000 && i < 32_000) {
        om.delete(TABLE, key("a", i));
      } else {
        om.put(TABLE, key("a", i));
      }
    }
    om.flush(TABLE);

    JsonNode range = served.ok("/ranges?table=keyTable").at("/ranges/0");
    assertThat(range.at("/tombstones/high").asInt()).isGreaterThanOrEqualTo(12_000);
    String begin = range.at("/begin/text").asText();
    String end = range.at("/end/text").asText();
    assertThat(begin).isBetween(key("a", 19_000), key("a", 20_000));
    assertThat(end).isBetween(key("a", 31_999), key("a", 33_000));
  }

  @Test
  void aThousandSmallBucketsMakeOneRange() throws Exception {
    int count = 1_000;
    for (int b = 0; b < count; b++) {
      buckets.fill(String.format("b%03d", b), 40);
    }
    om.compact(TABLE);
    for (int b = 0; b < count; b++) {
      buckets.delete(String.format("b%03d", b), 0, 20);
    }
    om.flush(TABLE);

    JsonNode plan = served.ok("/ranges?table=keyTable");
    assertThat(plan.at("/ranges")).hasSize(1);
    JsonNode range = plan.at("/ranges/0");
    assertThat(range.has("bucket")).isFalse();
    assertThat(range.at("/bucketCount").asInt()).isEqualTo(count);
    assertThat(range.at("/firstBucket").asText()).isEqualTo("/v/b000");
    assertThat(range.at("/lastBucket").asText()).isEqualTo("/v/b999");
    assertThat(range.at("/tombstones/high").asInt()).isEqualTo(20 * count);

    JsonNode left = served.ok("/ranges?table=keyTable&maxTotalBytes=1&showSkipped=true");
    assertThat(left.at("/skipped")).anySatisfy(row -> {
      assertThat(row.at("/reason").asText()).isEqualTo("BEYOND_TOTAL_BYTES");
      assertThat(row.has("bucket")).isFalse();
      assertThat(row.at("/bucketCount").asInt()).isEqualTo(count);
      assertThat(row.at("/firstBucket").asText()).isEqualTo("/v/b000");
    });
  }

  @Test
  void planOfSlowPlacesSaysThatThereAreNone() throws Exception {
    buckets.fill("b", 40);
    om.flush(TABLE);
    JsonNode plan = served.ok("/ranges?slow=true");
    assertThat(plan.at("/ranges")).isEmpty();
    assertThat(plan.at("/remarks/0/message").asText()).isEqualTo("No list is slow on om1.");
    assertThat(served.ok("/ranges?slow=true&bucket=/v/b").at("/remarks/0/message").asText())
        .isEqualTo("No list is slow on om1 among what is named.");
  }

  @Test
  void aNamedBucketIsPlannedHoweverFewItsTombstones() throws Exception {
    buckets.fill("a", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 500, 503);
    om.flush(TABLE);

    assertThat(served.ok("/ranges?table=keyTable").at("/ranges")).isEmpty();
    assertThat(served.ok("/ranges?bucket=/v/a&table=keyTable").at("/ranges/0/tombstones/high").asInt()).isEqualTo(3);
    assertThat(served.ok("/ranges?bucket=/v/a&table=keyTable&minTombstones=10&showSkipped=true")
        .at("/skipped/0/reason").asText()).isEqualTo("BELOW_MIN_TOMBSTONES");
  }

  @Test
  void everyListPassesTheHeadOfTheTable() throws Exception {
    buckets.fill("a", 30_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 29_000);
    om.flush(TABLE);

    JsonNode head = only(buckets.places());
    assertThat(head.at("/head").asBoolean()).isTrue();
    assertThat(head.at("/tombstones/high").asInt()).isEqualTo(29_000);
    assertThat(head.at("/why").asText()).isEqualTo("Every list of keyTable passes 29,000 tombstones in a row.");
    assertThat(head.at("/firstBucket").asText()).isEqualTo("/v/a");
  }

  @Test
  void tombstonesInMemoryAreShownAsWhatTheyAre() throws Exception {
    buckets.fill("a", 30_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 25_000);

    JsonNode list = served.ok("/buckets?table=keyTable");
    JsonNode row = row(list, "a");
    assertThat(row.at("/tombstones/high").asInt()).isZero();
    assertThat(row.at("/memtableTombstones/low").asInt()).isBetween(12_500, 25_000);
    assertThat(row.at("/memtableTombstones/high").asInt()).isBetween(25_000, 25_500);
    assertThat(row.at("/allTombstones")).as("all are in memory").isEqualTo(row.at("/memtableTombstones"));
    assertThat(row.at("/allTombstones/mark").asText()).isEqualTo("ABOUT");
    assertThat(row.at("/allEntries/high").asLong()).isEqualTo(row.at("/entries/high").asLong()
        + Math.max(row.at("/memtableEntries").asLong(), row.at("/memtableTombstones/high").asLong()));
    assertThat(row.at("/allTombstoneRatio/low").asDouble()).isBetween(0.2, 0.5);
    assertThat(list.at("/buckets/0/bucket").asText()).isEqualTo("a");
    assertThat(row(list, "b").at("/memtableTombstones/high").asInt()).isZero();
    assertThat(served.ok("/buckets?table=keyTable&minTombstones=24000").at("/totalCount").asInt())
        .as("a filter takes the upper end").isEqualTo(1);
    JsonNode flush = served.ok("/ranges?bucket=/v/a&table=keyTable").at("/flushes/0");
    assertThat(flush.at("/table").asText()).isEqualTo(TABLE);
    assertThat(flush.at("/memtableTombstones/high").asInt()).isBetween(25_000, 25_500);
    assertThat(flush.at("/predictedWriteBytes").asLong()).isPositive();
  }

  @Test
  void aListThatReachesItsEndPaysForWhatLiesBehind() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("b", 60_000);
    om.compact(TABLE);
    buckets.delete("b", 0, 59_000);
    om.flush(TABLE);

    JsonNode place = only(buckets.places());
    JsonNode list = served.ok("/buckets?table=keyTable");
    assertThat(row(list, "b").at("/waitMicros")).isEqualTo(place.at("/waitMicros"));
    assertThat(row(list, "a").at("/waitMicros")).as("b's tombstones are met at the end of a")
        .isEqualTo(place.at("/waitMicros"));
    assertThat(only(served.ok("/places?bucket=/v/a")).at("/firstBucket").asText())
        .as("of a bucket that the place only touches").isEqualTo("/v/b");
  }

  @Test
  void keyRangeThatHoldsNothingIsSaidBefore() throws Exception {
    buckets.fill("a", 100);
    assertThat(served.ok("/ranges?keyRange=keyTable:/v/nope/a../v/nope/b").at("/remarks/0/message").asText())
        .isEqualTo("keyTable holds no key from /v/nope/a to /v/nope/b.");
    assertThat(served.ok("/ranges?keyRange=keyTable:/v/a/../v/a0").at("/remarks")).isEmpty();
  }

  @Test
  void snapshotThatKeepsTombstonesIsNamedBefore() throws Exception {
    buckets.fill("a", 100);
    assertThat(served.ok("/ranges?bucket=/v/a&table=keyTable").at("/remarks")).isEmpty();
    Snapshot held = om.rocks().getSnapshot();
    try {
      assertThat(served.ok("/ranges?bucket=/v/a&table=keyTable").at("/remarks/0/message").asText())
          .startsWith("Compacting may remove little: a snapshot of this OM's RocksDB, which is no Ozone snapshot, is"
              + " open since 20").endsWith(", until it is released, at the latest by a restart of the OM.");
    } finally {
      om.rocks().releaseSnapshot(held);
    }
  }

  @Test
  void deletionThatHasNotEndedIsSaid() throws Exception {
    buckets.fill("a", 100);
    for (int i = 0; i < 30; i++) {
      om.put("deletedTable", key("a", i) + "/-92233720368547" + i);
    }

    assertThat(row(served.ok("/buckets?table=keyTable"), "a").at("/deletionBacklog/rows").asInt()).isEqualTo(30);
    assertThat(served.ok("/ranges?bucket=/v/a&table=keyTable").at("/remarks/0/message").asText())
        .startsWith("Deletion has not ended: 30 rows wait for deletion in /v/a and");
  }

  @ParameterizedTest
  @EnumSource(BucketSortJson.class)
  void pagesOfOneRowMakeUpTheListWhereADeletedBucketsKeysAreTheHead(BucketSortJson sort) throws Exception {
    for (int i = 0; i < 3_000; i++) {
      om.put(TABLE, key("0-deleted", i));
    }
    buckets.fill("a", 10);
    om.compact(TABLE);
    for (int i = 0; i < 3_000; i++) {
      om.delete(TABLE, key("0-deleted", i));
    }
    om.flush(TABLE);

    String query = "/buckets?table=keyTable&sort=" + sort;
    List<String> all = rows(served.ok(query));
    List<String> paged = new ArrayList<>();
    JsonNode page = served.ok(query + "&limit=1");
    paged.addAll(rows(page));
    while (page.has("nextKey")) {
      page = served.ok(query + "&limit=1&prevKey=" + URLEncoder.encode(page.at("/nextKey").asText(), "UTF-8"));
      paged.addAll(rows(page));
    }
    assertThat(all).contains("UNATTRIBUTED null", "BUCKET a");
    assertThat(paged).containsExactlyInAnyOrderElementsOf(all);
  }

  private static List<String> rows(JsonNode list) {
    List<String> rows = new ArrayList<>();
    list.at("/buckets").forEach(row -> rows.add(row.at("/kind").asText() + " " + row.at("/bucket").asText("null")));
    return rows;
  }
}
