// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.TABLE;
import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.key;
import static org.apache.hadoop.ozone.om.compaction.http.ServedBuckets.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.slowplace.TableWalk;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Layouts in which a list waits for tens of milliseconds, and what is said of them. */
class SlowPlaceCasesTest {
  private static final int ROWS = 60_000;
  /** A list that passes so many dead entries is slow at the default of 5 ms. */
  private static final int MANY = 10_000;

  @TempDir
  private Path directory;
  private ServedBuckets buckets;
  private OmDatabaseFixture om;

  @BeforeEach
  void open() throws Exception {
    buckets = new ServedBuckets(directory);
    om = buckets.om();
  }

  @AfterEach
  void close() throws Exception {
    buckets.close();
  }

  private JsonNode list() {
    return Awaitility.await("all looked at").atMost(1, TimeUnit.MINUTES).until(
        () -> buckets.served().ok("/buckets?table=keyTable"), list -> list.at("/unmeasuredCount").asInt() == 0);
  }

  private void fill(String... names) throws Exception {
    for (String name : names) {
      buckets.fill(name, ROWS);
    }
    om.compact(TABLE);
  }

  private void assertWaits(int places) throws Exception {
    assertThat(TableWalk.gaps(om.rocks(), om.handle(TABLE), MANY)).hasSize(places);
  }

  @Test
  void runsOfTwoBucketsInOneFileOfLevelZero() throws Exception {
    fill("aaa", "jjj");
    buckets.delete("aaa", 2_000, 29_000);
    buckets.delete("jjj", 10_000, 35_000);
    om.flush(TABLE);
    assertWaits(2);

    JsonNode list = list();
    assertThat(list.at("/slowCount").asInt()).isEqualTo(2);
    assertThat(row(list, "aaa").at("/remedy/tombstones/low").asInt()).isEqualTo(27_000);
    assertThat(row(list, "jjj").at("/remedy/tombstones/low").asInt()).isEqualTo(25_000);
    assertThat(row(list, "jjj").at("/why").asText())
        .startsWith("A list that has come to " + key("jjj", 9_999) + " waits ")
        .endsWith(" behind it because 25,000 tombstones lie in a row.");
  }

  @Test
  void severalRunsOfOneBucketInOneFileOfLevelZero() throws Exception {
    buckets.fill("large", 150_000);
    om.compact(TABLE);
    buckets.delete("large", 10_000, 40_000);
    buckets.delete("large", 60_000, 85_000);
    buckets.delete("large", 110_000, 135_000);
    om.flush(TABLE);
    assertWaits(3);

    assertThat(row(list(), "large").at("/why").asText())
        .endsWith(" tombstones lie in a row. So it is in 2 other places of these keys.");
  }

  @Test
  void runInMemoryInTheMiddleOfABucket() throws Exception {
    fill("a", "middle", "z");
    buckets.delete("middle", 15_000, 45_000);
    assertWaits(1);

    JsonNode list = list();
    assertThat(list.at("/slowCount").asInt()).isEqualTo(1);
    JsonNode remedy = row(list, "middle").at("/remedy");
    assertThat(remedy.at("/tombstones/high").asInt()).isZero();
    assertThat(remedy.at("/memtableTombstones/high").asInt()).isBetween(30_000, 31_000);
  }

  @Test
  void tombstonesOfAnotherBucketInMemoryAreNotAmongThoseThatAListPasses() throws Exception {
    fill("a", "b");
    buckets.delete("a", 0, 40_000);
    buckets.delete("b", 20_000, 50_000);

    JsonNode list = list();
    assertThat(row(list, "b").at("/remedy/memtableTombstones/high").asInt()).isBetween(30_000, 31_000);
    assertThat(row(list, "b").at("/why").asText()).containsPattern("because (about )?30,[0-9]{3} tombstones");
    assertThat(row(list, "a").at("/remedy/memtableTombstones/high").asInt()).isBetween(40_000, 41_000);
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
    assertWaits(1);

    assertThat(row(list(), "b").at("/remedy/tombstones/low").asInt()).isEqualTo(20_000);
  }

  @Test
  void runThatIsHalfInFilesAndHalfInMemory() throws Exception {
    fill("a", "b");
    buckets.delete("b", 20_000, 24_000);
    om.flush(TABLE);
    buckets.delete("b", 24_000, 28_000);
    assertWaits(1);

    JsonNode remedy = row(list(), "b").at("/remedy");
    assertThat(remedy.at("/tombstones/low").asInt()).isEqualTo(4_000);
    assertThat(remedy.at("/memtableTombstones/high").asInt()).isBetween(4_000, 4_200);
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
    assertWaits(1);

    JsonNode row = row(list(), "small079");
    assertThat(row.at("/why").asText())
        .endsWith(" there: it goes on over 13,965 tombstones, up to the first key of /v/small227.");
    assertThat(row.at("/seek/unreadMicros").asLong(row.at("/seek/micros").asLong()))
        .as("whatever a cache holds").isGreaterThanOrEqualTo(5_000);
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
