// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactionServletTest {
  private static ServedOm om;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    om = ServedOm.filled(directory);
    // An answer waits for scans for a bounded time; what is scanned is remembered.
    await().atMost(Duration.ofMinutes(1)).until(() -> om.ok("/buckets?exact=true").at("/filesToScan").asInt() == 0);
  }

  @AfterAll
  static void stop() throws Exception {
    om.close();
  }

  @Test
  void corruptFileIsNamedByTheNodeAndBesideTheList(@TempDir Path directory) throws Exception {
    try (ServedOm another = ServedOm.filled(directory)) {
      String file = another.corruptAFile();
      for (String said : List.of(another.ok("/nodes").at("/nodes/0/warnings").toString(),
          another.ok("/buckets").get("remarks").toString())) {
        assertThat(said).contains("SST file " + file + " of keyTable is corrupt").contains("bootstrap this OM anew.");
      }
    }
  }

  @Test
  void nodes() throws Exception {
    JsonNode answer = om.ok("/nodes");

    assertThat(answer.at("/totalCount").asInt()).isEqualTo(1);
    assertThat(answer.at("/nodes/0/nodeId").asText()).isEqualTo("om1");
    assertThat(answer.at("/nodes/0/role").asText()).isEqualTo("LEADER");
    assertThat(answer.at("/nodes/0").has("problem")).as("what is absent is left out").isFalse();
  }

  private static String exactly(int count) {
    return "{\"low\":" + count + ",\"high\":" + count + ",\"shown\":" + count + ",\"mark\":\"EXACT\"}";
  }

  @Test
  void bucketsWorstFirst() throws Exception {
    JsonNode answer = om.ok("/buckets?table=keyTable&exact=true");

    assertThat(answer.at("/totalCount").asInt()).isEqualTo(ServedOm.BUCKETS + 1);
    assertThat(answer.at("/filesToScan").asInt()).as("all are counted and remembered").isZero();
    JsonNode worst = answer.at("/buckets/0");
    assertThat(worst.at("/volume").asText() + worst.at("/bucket").asText()).isEqualTo("vb9");
    assertThat(worst.at("/tombstones").toString()).isEqualTo(exactly(90));
    assertThat(worst.at("/begin/text").asText()).isEqualTo("/v/b9/");
    assertThat(Base64.getDecoder().decode(worst.at("/begin/base64").asText()))
        .isEqualTo(OmDatabaseFixture.bytes("/v/b9/"));
    assertThat(worst.at("/sharedFiles").asInt()).isEqualTo(2);
    assertThat(answer.at("/tables/0/tombstones").asInt()).isEqualTo(450);
    assertThat(answer.at("/unanswered").isArray()).isTrue();
    assertThat(answer.has("nextKey")).isFalse();
  }

  @Test
  void exactRowsHaveExactTombstonesAndIntervalsOfEntries() throws Exception {
    JsonNode answer = om.ok("/buckets?volume=v&table=keyTable&exact=true&sort=NAME");

    assertThat(answer.at("/filesToScan").asInt()).isZero();
    assertThat(answer.at("/bytesToScan").asLong(-1)).isZero();
    for (int b = 1; b <= ServedOm.BUCKETS; b++) {
      JsonNode row = answer.at("/buckets/" + (b - 1));
      assertThat(row.at("/tombstones").toString()).isEqualTo(exactly(10 * b));
      assertThat(row.at("/entries/low").asInt()).isLessThanOrEqualTo(100 + 10 * b);
      assertThat(row.at("/entries/high").asInt()).isGreaterThanOrEqualTo(100 + 10 * b);
    }
  }

  @Test
  void whatBelongsToNoBucketHasNoName() throws Exception {
    JsonNode rows = om.ok("/buckets?table=keyTable&sort=NAME").at("/buckets");
    JsonNode last = rows.get(rows.size() - 1);

    assertThat(last.has("volume")).isFalse();
    assertThat(last.at("/end/text").asText()).isEqualTo("/v/unknown/\\x27\\x22<&>\u00e9\\x0A");
  }

  @Test
  void rowsCanBeFiltered() throws Exception {
    assertThat(om.ok("/buckets?table=keyTable&exact=true&minTombstones=70").at("/totalCount").asInt()).isEqualTo(3);
    assertThat(om.ok("/buckets?bucket=/v/b3&exact=true").at("/totalCount").asInt()).isEqualTo(1);
    assertThat(om.ok("/buckets?volume=v&table=keyTable,fileTable&minRatio=1.0&minTombstones=1000").at("/totalCount")
        .asInt()).isZero();
    assertThat(om.ok("/buckets?nodeId=all&limit=1").at("/buckets").size()).isEqualTo(1);
    assertThat(om.ok("/buckets?nodeId=om1,all&limit=1").at("/buckets").size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/buckets?sort=TOMBSTONES", "/buckets?sort=RATIO", "/buckets?sort=SIZE",
      "/buckets?sort=ENTRIES", "/buckets?sort=NAME", "/buckets?sort=RUN",
      "/ranges?minTombstones=1&minRatio=0&sort=TOMBSTONES",
      "/ranges?minTombstones=1&minRatio=0&sort=NAME", "/ranges?minTombstones=1&minRatio=0",
      "/sst-files?table=multipartInfoTable", "/jobs?"})
  void pagesMakeUpTheWholeList(String path) throws Exception {
    String rows = List.of("buckets", "ranges", "sstFiles", "jobs").stream()
        .filter(name -> path.startsWith("/" + name.replace("F", "-f"))).findFirst().orElseThrow();
    List<JsonNode> whole = new ArrayList<>();
    om.ok(path).at("/" + rows).forEach(row -> whole.add(lasting(row)));
    assertThat(whole).as("rows of several pages").hasSizeGreaterThan(2);
    List<JsonNode> paged = new ArrayList<>();
    String next = null;
    do {
      JsonNode page = om.ok(path + (path.endsWith("?") ? "" : "&") + "limit=2"
          + (next == null ? "" : "&prevKey=" + ServedOm.encode(next)));
      assertThat(page.at("/totalCount").asInt()).isEqualTo(whole.size());
      assertThat(page.at("/" + rows).size()).isLessThanOrEqualTo(2);
      page.at("/" + rows).forEach(row -> paged.add(lasting(row)));
      next = page.has("nextKey") ? page.at("/nextKey").asText() : null;
    } while (next != null);
    assertThat(paged).isEqualTo(whole).isNotEmpty();
  }

  /** Without what an answer counts for a bounded time, for all of its rows together. */
  private static JsonNode lasting(JsonNode row) {
    ((ObjectNode) row).remove("deletionBacklog");
    return row;
  }

  @Test
  void ranges() throws Exception {
    JsonNode answer = om.ok("/ranges?bucket=/v/b9&table=keyTable&minTombstones=1&minRatio=0&exact=true");

    JsonNode range = answer.at("/ranges/0");
    assertThat(range.at("/rank").asInt()).isEqualTo(1);
    assertThat(range.at("/bucket").asText()).isEqualTo("b9");
    assertThat(range.at("/files").asInt()).isEqualTo(2);
    assertThat(range.at("/predictedReadBytes").asLong()).isPositive();
    assertThat(range.at("/tombstonesPerMegabyte").asDouble()).isPositive();
    assertThat(range.at("/predictedWriteBytes").asLong())
        .isBetween(range.at("/predictedWrite/low").asLong(-1), range.at("/predictedWrite/high").asLong(-1));
    assertThat(answer.at("/totals/0/predictedWrite")).isEqualTo(range.at("/predictedWrite"));
    assertThat(range.at("/checkReadBytes").asLong()).as("of the file without tombstones, which no scan has read")
        .isBetween(1L, range.at("/predictedReadBytes").asLong() - 1);
    assertThat(range.at("/snapshotRetainedBytes").asLong(-1)).isZero();
    assertThat(answer.at("/totals/0/predictedReadBytes")).isEqualTo(range.at("/predictedReadBytes"));
    assertThat(answer.at("/totals/0/ranges").asInt()).isEqualTo(1);

    String keys = range.at("/begin/text").asText() + ".." + range.at("/end/text").asText();
    assertThat(om.ok("/ranges?table=keyTable&minTombstones=1&minRatio=0&keyRange=" + ServedOm.encode(keys))
        .at("/totalCount").asInt()).as("what a preview prints is accepted").isEqualTo(1);
  }

  /** The two buckets lie in the same files: whichever comes first pays for them. */
  @Test
  void severalTargetsArePlannedTogether() throws Exception {
    String all = "&minTombstones=1&minRatio=0&exact=true";
    long alone = om.ok("/ranges?bucket=/v/b9" + all).at("/totals/0/predictedReadBytes").asLong();
    JsonNode both = om.ok("/ranges?bucket=/v/b9&bucket=/v/b8&table=keyTable" + all);
    assertThat(both.at("/ranges")).extracting(row -> row.at("/rank").asInt()).contains(1);
    assertThat(both.at("/totals/0/predictedReadBytes").asLong()).isLessThan(2 * alone);

    JsonNode three = om.ok("/ranges?bucket=/v/b9&bucket=/few/c1&bucket=/few/c2" + all);
    assertThat(three.at("/ranges")).extracting(row -> row.at("/bucket").asText()).containsExactlyInAnyOrder("b9", "c1",
        "c2");
    JsonNode best = om.ok("/ranges?bucket=/v/b9&bucket=/few/c1&bucket=/few/c2&top=1" + all);
    assertThat(best.at("/ranges")).containsExactly(three.at("/ranges/0"));
    assertThat(best.at("/totals/0/ranges").asInt()).isEqualTo(1);
  }

  @Test
  void keyRangesOfSeveralTablesArePlannedTogether() throws Exception {
    JsonNode ranges = om.ok("/ranges?minTombstones=1&minRatio=0&keyRange="
        + ServedOm.encode("openKeyTable:/few/c1/../few/c1/z") + "&keyRange="
        + ServedOm.encode("multipartInfoTable:/few/c2/../few/c2/z")).at("/ranges");

    assertThat(ranges).extracting(row -> row.at("/table").asText()).containsExactlyInAnyOrder("openKeyTable",
        "multipartInfoTable");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      bucket=/v/b3&bucket=/v/b4                     | b3 b4
      volume=few&exclude=/few/c1                    | c2
      volume=v&exclude=/v/b*1,/v/b2,/v/b3,/v/b4,/v/b5,/v/b6 | b7 b8 b9
      keyRange=/v/b3/k1../v/b3/k3&keyRange=/v/b5/../v/b5/z | b3 b5
      """)
  void rowsAreOfTheTargetsThatAJobTakes(String targets, String buckets) throws Exception {
    String table = targets.contains("few") ? "multipartInfoTable" : "keyTable";
    JsonNode rows = om.ok("/buckets?minTombstones=1&sort=NAME&exact=true&table=" + table + "&" + targets)
        .at("/buckets");

    assertThat(rows).filteredOn(row -> row.has("bucket")).extracting(row -> row.at("/bucket").asText())
        .containsExactly(buckets.split(" "));
  }

  @ParameterizedTest
  @CsvSource({"TOMBSTONES, b9 c2 c1", "ENTRIES, b9 c2 c1", "NAME, c1 c2 b9"})
  void rangesInOtherOrders(String sort, String buckets) throws Exception {
    assertThat(om.ok("/ranges?minTombstones=1&minRatio=0&sort=" + sort).at("/ranges"))
        .extracting(row -> row.at("/bucket").asText()).containsExactly(buckets.split(" "));
  }

  @Test
  void whatRanksARangeIsAllThatItsFilesGetRidOf() throws Exception {
    JsonNode range = om.ok("/ranges?bucket=/v/b9&table=keyTable&minTombstones=1&minRatio=0").at("/ranges/0");
    double megabytes = (range.at("/predictedReadBytes").asDouble() + range.at("/predictedWriteBytes").asDouble())
        / (1 << 20);

    assertThat(range.at("/tombstones/low").asInt()).isLessThan(range.at("/tombstones/high").asInt());
    assertThat(range.at("/tombstonesPerMegabyte").asDouble())
        .isCloseTo(range.at("/tombstones/high").asInt() / megabytes, Percentage.withPercentage(1));
  }

  @Test
  void whatIsLeftOutComesWithItsReasonWhenAsked() throws Exception {
    String path = "/ranges?bucket=/v/b1&table=keyTable&minTombstones=10000";
    assertThat(om.ok(path).at("/skipped")).isEmpty();
    JsonNode skipped = om.ok(path + "&showSkipped=true").at("/skipped/0");
    assertThat(skipped.at("/reason").asText()).isEqualTo("BELOW_MIN_TOMBSTONES");
    assertThat(skipped.at("/message").asText()).contains("10,000");
    assertThat(skipped.at("/tombstones/high").asInt()).isPositive();
  }

  @Test
  void whatANamedTargetLeavesIsSaidWithThePriceOfTakingItToo() throws Exception {
    String path = "/ranges?bucket=/v/b1&table=keyTable";
    JsonNode taken = om.ok(path).at("/ranges/0");
    JsonNode left = om.ok(path + "&minTombstones=10000&showSkipped=true");

    assertThat(left.at("/skipped/0/predictedReadBytes")).isEqualTo(taken.at("/predictedReadBytes"));
    assertThat(left.at("/skipped/0/predictedWriteBytes")).isEqualTo(taken.at("/predictedWriteBytes"));
    assertThat(om.ok(path + "&minTombstones=10000").at("/remarks/0/message").asText())
        .startsWith("1 range of what is named, with ").contains(" is left out; taking it too reads at most ")
        .endsWith("; 'preview --show-skipped' of the same says which and why.");
    assertThat(om.ok(path).at("/remarks")).as("all of it is compacted").isEmpty();
    assertThat(om.ok("/ranges?table=keyTable&minTombstones=10000").at("/remarks")).as("nothing is named").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ranges?bucket=/v/b1&table=keyTable", "/ranges?table=keyTable&minTombstones=1&minRatio=0"})
  void whatIsLeftForTheBytesThatAJobMayWriteIsSaid(String path) throws Exception {
    assertThat(om.ok(path).at("/ranges")).isNotEmpty();
    assertThat(om.ok(path + "&maxTotalBytes=1000000000").at("/remarks")).isEmpty();
    JsonNode left = om.ok(path + "&maxTotalBytes=1&showSkipped=true");
    String reason = " left for another job: the next range alone may write ";
    assertThat(left.at("/ranges")).isEmpty();
    assertThat(left.at("/remarks")).extracting(remark -> remark.at("/message").asText())
        .anySatisfy(message -> assertThat(message).matches("[0-9,]+ ranges?" + reason
            + "[0-9.]+ .?B, more than the budget of 1 B; raise the budget, or make ranges smaller where they hold"
            + " several files\\."));
    assertThat(left.at("/skipped")).extracting(row -> row.at("/reason").asText()).contains("BEYOND_TOTAL_BYTES");
    assertThat(left.at("/skipped")).filteredOn(row -> row.at("/reason").asText().equals("BEYOND_TOTAL_BYTES"))
        .allSatisfy(row -> assertThat(row.at("/message").asText()).startsWith("It is" + reason));
  }

  @Test
  void whatIsLeftOutIsCountedAndTheWorstOfItShown() throws Exception {
    String path = "/ranges?table=keyTable&minTombstones=50&minRatio=0&exact=true";
    assertThat(om.ok(path).has("skippedCount")).isFalse();
    JsonNode all = om.ok(path + "&showSkipped=true");
    JsonNode few = om.ok(path + "&showSkipped=true&limit=2");

    assertThat(all.at("/skipped")).extracting(left -> left.at("/tombstones/high").asInt())
        .isSortedAccordingTo(Comparator.reverseOrder()).contains(70, 60, 50, 40, 30, 20, 10);
    assertThat(all.at("/skipped")).extracting(left -> left.at("/reason").asText())
        .startsWith("COVERED_BY_BETTER_RANGE").contains("BELOW_MIN_TOMBSTONES");
    assertThat(all.at("/skippedCount").asInt()).isEqualTo(all.at("/skipped").size());
    assertThat(few.at("/skipped")).containsExactly(all.at("/skipped/0"), all.at("/skipped/1"));
    assertThat(few.at("/skippedCount")).isEqualTo(all.at("/skippedCount"));
  }

  @Test
  void aRangeThatIsTooLargeAndCannotBeSplitSaysSo() throws Exception {
    String path = "/ranges?bucket=/v/b9&table=keyTable&minTombstones=1&minRatio=0";

    assertThat(om.ok(path).at("/ranges/0/oversized").asText()).isEqualTo("false");
    assertThat(om.ok(path + "&maxEntries=1").at("/ranges/0/oversized").asText()).isEqualTo("true");
  }

  @Test
  void sstFiles() throws Exception {
    JsonNode answer = om.ok("/sst-files?table=keyTable&bucket=/v/b3");

    assertThat(answer.at("/begin/text").asText()).isEqualTo("/v/b3/");
    assertThat(answer.at("/sstFiles")).hasSize(2);
    assertThat(answer.at("/sstFiles/0/level").asInt()).isZero();
    assertThat(answer.at("/sstFiles/0/tombstones").asInt()).isEqualTo(450);
    assertThat(answer.at("/sstFiles/1/level").asInt()).isPositive();
    assertThat(om.ok("/sst-files?table=fileTable").at("/totalCount").asInt()).isZero();
    assertThat(om.ok("/sst-files?table=keyTable&keyRange=" + ServedOm.encode("/w..\\xFF"))
        .at("/totalCount").asInt()).isZero();
  }
}
