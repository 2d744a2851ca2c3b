// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.keyTable;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code list --all}: all rows of a list that the OM sends in three pages, of 10, 10 and 5 rows. */
class AllPagesTest extends CliOverRing {
  private static final String PAGE = "/buckets?limit=1000";
  private static final List<String> NAMES = IntStream.range(0, 25).mapToObj(i -> String.format("b%02d", i)).toList();

  @BeforeEach
  void answer() {
    leader.answer(PAGE, part(0, 10, "k1"));
    leader.answer(PAGE + "&prevKey=k1", part(10, 20, "k2"));
    leader.answer(PAGE + "&prevKey=k2", part(20, 25, null));
  }

  private static BucketListJson part(int from, int to, String nextKey) {
    return page(nextKey, rows(from, to)).totalCount(25L).addTablesItem(keyTable("om3"))
        .addNotLookedAtItem(left("om3", "keyTable", 100 - to))
        .addRemarksItem(new RemarkJson().nodeId("om3").message("One bucket holds all tombstones."));
  }

  private static BucketJson[] rows(int from, int to) {
    return NAMES.subList(from, to).stream().map(name -> bucket("om3", name, 900)).toArray(BucketJson[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list --all", "list --all -o wide", "list --sort name"})
  void textHasEachRowOnceAndSaysOfAllRowsWhatItSaysOnce(String command) {
    leader.answer(PAGE + "&sort=NAME", part(0, 10, "k1"));
    leader.answer(PAGE + "&sort=NAME&prevKey=k1", part(10, 20, "k2"));
    leader.answer(PAGE + "&sort=NAME&prevKey=k2", part(20, 25, null));
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines().filter(line -> line.startsWith("/v/")).map(line -> line.substring(3, 6)))
        .isEqualTo(NAMES);
    assertThat(result.out()).startsWith("One bucket holds all tombstones.\n\nBUCKET ")
        .containsOnlyOnce("One bucket").containsOnlyOnce("WHOLE TABLE ")
        .containsOnlyOnce("Not looked at yet: up to 75 tombstones in keyTable.");
    assertThat(result.out().lines().filter(line -> line.startsWith("BUCKET "))).as("a table for each page").hasSize(3);
  }

  @Test
  void csvHasEachRowOnceBelowOneHeader() {
    Cli.Result result = cli.run("list", "--all", "-o", "csv");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    List<String> lines = result.out().lines().toList();
    assertThat(lines.get(0)).startsWith("nodeId,table,volume,bucket,");
    assertThat(lines.subList(1, lines.size()).stream().map(line -> line.split(",")[3])).isEqualTo(NAMES);
  }

  /** What the first page says, with the rows of all. */
  @Test
  void jsonIsOneDocumentAsIfThereWereOnePage() throws IOException {
    Cli.Result result = cli.run("list", "--all", "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(json.copy().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).readTree(result.out()))
        .isEqualTo(tree(part(0, 10, null).buckets(List.of(rows(0, 25)))));
  }

  @Test
  void jsonOfSeveralPagesLooksLikeThatOfOne() {
    leader.answer(PAGE + "&prevKey=k1", part(10, 25, null));
    String several = cli.run("list", "--all", "--json").out();
    leader.answer(PAGE, part(0, 10, null).buckets(List.of(rows(0, 25))));
    assertThat(cli.run("list", "--all", "--json").out()).isEqualTo(several);
  }

  @Test
  void onlySoManyRowsAreShownAsLengthSays() {
    leader.answer("/buckets?limit=10", part(0, 10, "k1"));
    Cli.Result result = cli.run("list", "--all", "-l", "10");
    assertThat(result.out()).contains("/v/b09").doesNotContain("/v/b10");
    assertThat(result.err()).contains("  " + ROOT + " list --all -l 10 --start k1\n");
  }

  @Test
  void rowsGoOnFromStart() {
    assertThat(cli.run("list", "--all", "--start", "k1", "-o", "csv").out().lines().skip(1)
        .map(line -> line.split(",")[3])).isEqualTo(NAMES.subList(10, 25));
  }

  /** Another OM has files of its own, among which the key of a next page means nothing. */
  @Test
  void allPagesComeFromTheNodeThatSentTheFirst() {
    ring.om("om1").answer(PAGE + "&prevKey=k1", page(null, bucket("om1", "other", 1)));
    ring.leadAfterNextLookup("om1");
    assertThat(cli.run("list", "--all").out()).contains("/v/b24").doesNotContain("/v/other");
  }

  /** A look that ends between two pages changes the order of the rows by wait. */
  @Test
  void rowsThatMovedBetweenPagesAreTold() {
    leader.answer(PAGE + "&prevKey=k2", part(21, 25, null));
    Cli.Result result = cli.run("list", "--all");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).contains("24 are shown, 25 exist. For an order that stays, add --sort NAME.");
  }

  @Test
  void failureOfALaterPageFailsTheCommand() {
    leader.refuse(PAGE + "&prevKey=k2", 503, new ApiErrorJson().code(ErrorCode.BUSY).message("Later."));
    Cli.Result result = cli.run("list", "--all");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("/v/b19").doesNotContain("/v/b20");
    assertThat(result.err()).startsWith("BUSY: Later.");
  }

  @Test
  void jsonThatALaterPageCutsOffIsNoDocument() {
    leader.refuse(PAGE + "&prevKey=k2", 503, new ApiErrorJson().code(ErrorCode.BUSY).message("Later."));
    Cli.Result result = cli.run("list", "--all", "--json");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("\"b19\"").doesNotContain("BUSY");
    assertThatThrownBy(() -> json.readTree(result.out())).isInstanceOf(JsonProcessingException.class);
    assertThat(result.err()).startsWith("BUSY: Later.");
  }
}
