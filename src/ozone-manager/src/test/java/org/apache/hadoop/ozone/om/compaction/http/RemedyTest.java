// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a list offers to compact where it is slow: the tombstones that cause the wait, whatever bucket has them. */
class RemedyTest {
  private static final String TABLE = "keyTable";

  @TempDir
  private Path directory;
  private ServedOm served;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    served = ServedOm.empty(directory);
    served.slowFrom("1ms");
    om = served.database();
    om.volume("v");
  }

  @AfterEach
  void close() throws Exception {
    served.close();
  }

  private void fill(String bucket, int keys) throws Exception {
    om.bucket("v", bucket, BucketLayout.OBJECT_STORE);
    for (int i = 0; i < keys; i++) {
      om.put(TABLE, key(bucket, i));
    }
  }

  private void delete(String bucket, int from, int to) throws Exception {
    for (int i = from; i < to; i++) {
      om.delete(TABLE, key(bucket, i));
    }
  }

  private static String key(String bucket, int key) {
    return String.format("/v/%s/key-%08d", bucket, key);
  }

  private static JsonNode row(JsonNode list, String bucket) {
    for (JsonNode row : list.at("/buckets")) {
      if (row.at("/bucket").asText().equals(bucket)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + bucket + " in " + list);
  }

  @Test
  void slowRowsComeFirstAndTheRowThatOnlyWaitsAtItsEndNamesTheBucketBehind() throws Exception {
    fill("a", 1_000);
    fill("tmp", 1_000);
    fill("tombs", 60_000);
    fill("z", 1_000);
    om.compact(TABLE);
    delete("tombs", 0, 50_000);
    delete("z", 500, 600);
    om.flush(TABLE);

    JsonNode list = served.ok("/buckets?table=keyTable");
    assertThat(list.at("/slowCount").asInt()).isEqualTo(1);
    assertThat(list.at("/unmeasuredCount").asInt()).isZero();
    assertThat(list.at("/buckets/0/bucket").asText()).isEqualTo("tombs");
    JsonNode own = list.at("/buckets/0/remedy");
    assertThat(own.at("/bucket").asText()).isEqualTo("tombs");
    assertThat(own.at("/tombstones/low").asInt()).isEqualTo(50_000);
    assertThat(own.at("/tombstones/high").asInt()).isEqualTo(50_000);
    JsonNode plan = served.ok("/ranges?bucket=/v/tombs&table=keyTable").at("/totals/0");
    assertThat(own.at("/readBytes").asLong()).isPositive().isEqualTo(plan.at("/predictedReadBytes").asLong());
    assertThat(own.at("/writeBytes").asLong()).isEqualTo(plan.at("/predictedWriteBytes").asLong());

    JsonNode tmp = row(served.ok("/buckets?table=keyTable&probe=true"), "tmp");
    assertThat(tmp.at("/why").asText()).contains("goes on over 50,000 tombstones");
    assertThat(tmp.at("/remedy/bucket").asText()).isEqualTo("tombs");
  }

  @Test
  void headOfATableNamesTheBucketThatItLiesIn() throws Exception {
    fill("a", 60_000);
    fill("b", 1_000);
    om.compact(TABLE);
    delete("a", 0, 50_000);
    om.flush(TABLE);

    JsonNode list = served.ok("/buckets?table=keyTable");
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
    fill("a", 1_000);
    for (int b = 0; b < 30; b++) {
      fill(String.format("gone%02d", b), 2_000);
    }
    fill("z", 1_000);
    om.compact(TABLE);
    for (int b = 0; b < 30; b++) {
      delete(String.format("gone%02d", b), 0, 2_000);
    }
    om.flush(TABLE);

    JsonNode list = served.ok("/buckets?table=keyTable");
    JsonNode remedy = row(list, "gone00").at("/remedy");
    for (JsonNode row : list.at("/buckets")) {
      assertThat(row.at("/remedy")).as("the same tombstones, where there was time to measure: %s", row)
          .isIn(remedy, MissingNode.getInstance());
    }
    assertThat(remedy.has("bucket")).isFalse();
    assertThat(remedy.at("/begin/text").asText()).isEqualTo("/v/gone00/");
    assertThat(remedy.at("/end/text").asText()).isBetween(key("gone29", 1_999), key("z", 0));
    assertThat(remedy.at("/tombstones/high").asInt()).isEqualTo(60_000);
    assertThat(remedy.at("/readBytes").asLong()).isPositive();
  }

  @Test
  void smallPartOfABucketsTombstonesNamesItsKeysOnly() throws Exception {
    fill("a", 1_000);
    fill("large", 300_000);
    om.compact(TABLE);
    delete("large", 100_000, 140_000);
    for (int i = 150_000; i < 300_000; i += 2) {
      om.delete(TABLE, key("large", i));
    }
    om.flush(TABLE);

    JsonNode remedy = row(served.ok("/buckets?table=keyTable"), "large").at("/remedy");
    assertThat(remedy.has("bucket")).isFalse();
    assertThat(remedy.at("/begin/text").asText()).isEqualTo(key("large", 100_000));
    assertThat(remedy.at("/tombstones/high").asInt()).isEqualTo(40_000);
  }

  @Test
  void nothingIsOfferedWhereNoListWaits() throws Exception {
    fill("a", 5_000);
    om.compact(TABLE);
    delete("a", 0, 2_000);
    om.flush(TABLE);
    served.slowFrom("10s");

    JsonNode list = served.ok("/buckets?table=keyTable");
    assertThat(list.at("/slowCount").asInt()).isZero();
    list.at("/buckets").forEach(row -> assertThat(row.has("remedy")).as("%s", row).isFalse());
  }
}
