// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.TABLE;
import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.key;
import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slow row's remedy is the tombstones that its list waits for, whatever bucket has them. */
class RemedyTest {
  @TempDir
  private Path directory;
  private ServedBuckets buckets;
  private ServedOm served;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    buckets = new ServedBuckets(directory);
    served = buckets.served();
    om = buckets.om();
    served.slowFrom("1ms");
  }

  @AfterEach
  void close() throws Exception {
    buckets.close();
  }

  /** A list measures in a bounded time; the next goes on where it had none left. */
  private JsonNode listed() {
    return Awaitility.await("all rows measured").atMost(1, TimeUnit.MINUTES)
        .until(() -> served.ok("/buckets?table=keyTable"), list -> list.at("/unmeasuredCount").asInt() == 0);
  }

  @Test
  void slowRowsComeFirstAndTheRowThatOnlyWaitsAtItsEndNamesTheBucketBehind() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("tmp", 1_000);
    buckets.fill("tombs", 60_000);
    buckets.fill("z", 1_000);
    om.compact(TABLE);
    buckets.delete("tombs", 0, 50_000);
    buckets.delete("z", 500, 600);
    om.flush(TABLE);

    JsonNode list = listed();
    assertThat(list.at("/slowCount").asInt()).isEqualTo(2);
    assertThat(list.at("/buckets/0/bucket").asText()).isEqualTo("tombs");
    JsonNode own = list.at("/buckets/0/remedy");
    assertThat(own.at("/bucket").asText()).isEqualTo("tombs");
    assertThat(own.at("/tombstones/low").asInt()).isEqualTo(50_000);
    assertThat(own.at("/tombstones/high").asInt()).isEqualTo(50_000);
    JsonNode plan = served.ok("/ranges?bucket=/v/tombs&table=keyTable").at("/totals/0");
    assertThat(own.at("/readBytes").asLong()).isPositive().isEqualTo(plan.at("/predictedReadBytes").asLong());
    assertThat(own.at("/writeBytes").asLong()).isEqualTo(plan.at("/predictedWriteBytes").asLong());

    JsonNode tmp = row(list, "tmp");
    assertThat(tmp.at("/why").asText()).contains("goes on over 50,000 tombstones");
    assertThat(tmp.at("/remedy/bucket").asText()).isEqualTo("tombs");
  }

  @Test
  void headOfATableNamesTheBucketThatItLiesIn() throws Exception {
    buckets.fill("a", 60_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 50_000);
    om.flush(TABLE);

    JsonNode list = listed();
    assertThat(list.at("/slowCount").asInt()).as("the bucket and the head").isEqualTo(2);
    for (JsonNode row : list.at("/buckets")) {
      if (row.at("/kind").asText().equals("HEAD")) {
        assertThat(row.at("/remedy/bucket").asText()).isEqualTo("a");
        return;
      }
    }
    throw new AssertionError("no head in " + list);
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

    JsonNode list = listed();
    JsonNode remedy = row(list, "gone00").at("/remedy");
    for (JsonNode row : list.at("/buckets")) {
      assertThat(row.at("/remedy")).as("the same tombstones, where there was time to measure: %s", row)
          .isIn(remedy, MissingNode.getInstance());
    }
    assertThat(remedy.has("bucket")).isFalse();
    assertThat(remedy.at("/begin/text").asText()).isEqualTo(key("gone00", 0));
    assertThat(remedy.at("/end/text").asText()).isBetween(key("gone29", 1_999), key("z", 0));
    assertThat(remedy.at("/tombstones/high").asInt()).isEqualTo(60_000);
    assertThat(remedy.at("/readBytes").asLong()).isPositive();
  }

  @Test
  void smallPartOfABucketsTombstonesNamesItsKeysOnly() throws Exception {
    buckets.fill("a", 1_000);
    buckets.fill("large", 300_000);
    om.compact(TABLE);
    buckets.delete("large", 100_000, 140_000);
    for (int i = 150_000; i < 300_000; i += 2) {
      om.delete(TABLE, key("large", i));
    }
    om.flush(TABLE);

    JsonNode remedy = row(listed(), "large").at("/remedy");
    assertThat(remedy.has("bucket")).isFalse();
    assertThat(remedy.at("/begin/text").asText()).isEqualTo(key("large", 100_000));
    assertThat(remedy.at("/tombstones/high").asInt()).isEqualTo(40_000);
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

    JsonNode remedy = row(listed(), "b").at("/remedy");
    assertThat(remedy.has("bucket")).isFalse();
    assertThat(remedy.at("/tombstones/low").asInt()).isEqualTo(45_000);
    assertThat(remedy.at("/end/text").asText()).isGreaterThanOrEqualTo(key("c-deleted", 29_999));
  }

  @Test
  void waitForTombstonesInMemoryNamesTheBucketThatItIsIn() throws Exception {
    buckets.fill("a", 80_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 70_000, 80_000);
    om.flush(TABLE);
    buckets.delete("a", 0, 60_000);

    JsonNode remedy = row(listed(), "a").at("/remedy");
    assertThat(remedy.at("/bucket").asText()).isEqualTo("a");
    assertThat(remedy.at("/memtableTombstones/high").asInt()).isGreaterThan(remedy.at("/tombstones/high").asInt());
  }

  /** The first list has remembered what the bucket costs without a flush. */
  @Test
  void priceIsThatOfAFlushAndItsCompactionAsSoonAsTheSlowestListWaitsForMemory() throws Exception {
    buckets.fill("a", 80_000);
    buckets.fill("b", 1_000);
    om.compact(TABLE);
    buckets.delete("a", 70_000, 80_000);
    om.flush(TABLE);
    JsonNode inFiles = row(listed(), "a").at("/remedy");
    assertThat(inFiles.at("/bucket").asText()).isEqualTo("a");
    buckets.delete("a", 0, 60_000);

    JsonNode inMemory = Awaitility.await("the place in memory").atMost(1, TimeUnit.MINUTES)
        .until(() -> row(listed(), "a").at("/remedy"),
            remedy -> remedy.at("/memtableTombstones/high").asInt() > 50_000);
    assertThat(inMemory.at("/bucket").asText()).isEqualTo("a");
    assertThat(inMemory.at("/readBytes").asLong()).isPositive();
    assertThat(inMemory.at("/writeBytes").asLong()).as("%s", inMemory).isPositive()
        .isNotEqualTo(inFiles.at("/writeBytes").asLong());
  }

  @Test
  void nothingIsOfferedWhereNoListWaits() throws Exception {
    buckets.fill("a", 5_000);
    om.compact(TABLE);
    buckets.delete("a", 0, 2_000);
    om.flush(TABLE);
    served.slowFrom("10s");

    JsonNode list = listed();
    assertThat(list.at("/slowCount").asInt()).isZero();
    list.at("/buckets").forEach(row -> assertThat(row.has("remedy")).as("%s", row).isFalse());
  }
}
