// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code nodes}, {@code list} and {@code preview}. */
class ReadCommandsTest extends CliOverRing {

  // ---- nodes

  @Test
  void nodesListsSilentNodesAndReturnsZero() {
    ring.om("om1").close();
    Cli.Result result = cli.run("nodes");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("om1 (127.0.0.1)  FOLLOWER  unreachable").contains("om3 (127.0.0.1)  LEADER");
  }

  @Test
  void nodesReturnsOneIfNoNodeAnswers() {
    ring.lead(null);
    ring.close();
    Cli.Result result = cli.run("nodes");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("om1 (127.0.0.1)  UNKNOWN  unreachable");
  }

  private void applied(String nodeId, NodeRoleJson role, long index, Long committed) {
    NodeListJson self = self(nodeId, role);
    self.getNodes().get(0).appliedIndex(index).committedIndex(committed);
    ring.om(nodeId).answer("/nodes", self);
  }

  @Test
  void nodesWaitAwaitsTheIndexThatWasCommittedFirst() {
    applied("om3", NodeRoleJson.LEADER, 1000, 1000L);
    applied("om1", NodeRoleJson.FOLLOWER, 1000, 1000L);
    applied("om2", NodeRoleJson.FOLLOWER, 10, null);
    AtomicInteger looks = new AtomicInteger();
    cli.onPause(() -> {
      long leader = 1000 + 50 * looks.incrementAndGet();
      applied("om3", NodeRoleJson.LEADER, leader, leader);
      applied("om1", NodeRoleJson.FOLLOWER, leader - 1, leader);
      applied("om2", NodeRoleJson.FOLLOWER, looks.get() < 6 ? 10 : 1150, looks.get() < 3 ? null : leader);
    });
    Cli.Result result = cli.run("nodes", "--wait");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(looks).hasValue(6);
    assertThat(result.out()).contains("om2 (127.0.0.1)");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void nodesWaitGivesUpAtItsTimeoutAndNamesWhatIsMissing() {
    applied("om3", NodeRoleJson.LEADER, 1000, 1000L);
    applied("om1", NodeRoleJson.FOLLOWER, 10, 1000L);
    ring.om("om2").close();
    Cli.Result result = cli.run("nodes", "--wait", "--timeout", "5s");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.out()).contains("om2 (127.0.0.1)  FOLLOWER  unreachable");
    assertThat(result.err()).startsWith("Gave up waiting: om2 does not answer. Restart no other OM");

    result = cli.run("nodes", "--wait", "--timeout", "5s", "--node-id", "om3,om1,om9");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).startsWith("Gave up waiting: there is no OM om9.");
  }

  @Test
  void nodesWaitAwaitsOnlySelectedNodes() {
    leader.stock();
    ring.om("om2").stock();
    applied("om1", NodeRoleJson.FOLLOWER, 990, 1000L);
    AtomicInteger looks = new AtomicInteger();
    cli.onPause(() -> applied("om1", NodeRoleJson.FOLLOWER, 990 + 5 * looks.incrementAndGet(), 5000L));
    assertThat(cli.run("nodes", "--wait", "--node-id", "om1", "--timeout", "3s").err())
        .startsWith("Gave up waiting: om1 is ");
    applied("om1", NodeRoleJson.FOLLOWER, 1000, 1000L);
    cli.onPause(() -> { });
    assertThat(cli.run("nodes", "--wait", "--node-id", "om1").exit()).isZero();
    Cli.Result all = cli.run("nodes", "--wait", "--timeout", "5s", "--json");
    assertThat(all.exit()).isEqualTo(6);
    assertThat(all.err()).contains("om2 does not answer with the add-on", "om3 does not answer with the add-on");
    assertThat(all.out()).contains("\"nodeId\" : \"om2\"");
  }

  @Test
  void nodesWaitContinuesWhileNoNodeAnswers() {
    ring.lead(null);
    ring.close();
    Cli.Result result = cli.run("nodes", "--wait", "--timeout", "10m");
    assertThat(result.exit()).isEqualTo(6);
    assertThat(result.err()).contains("Gave up waiting: om1 does not answer, om2 does not answer, om3");
  }

  // ---- list

  @Test
  void keysThatCannotBeReadAreNotSaidToBeLookedAtLater() {
    leader.answer("/places", only("om3").addNotLookedAtItem(left("om3", "keyTable", 5_000).unreadable(true)));
    assertThat(cli.run("list").out()).startsWith("No list is slow where anybody has looked.\n")
        .contains("Cannot be looked at, as SST files there cannot be read: up to 5,000 tombstones in keyTable.")
        .doesNotContain("goes on");
  }

  @Test
  void previewMarksRangesThatAreNotLookedAt() {
    RangeListJson plan = plan("om3");
    plan.getRanges().get(0).lookedAt(false);
    leader.answer("/ranges", plan);
    assertThat(cli.run("preview", "--bucket", "/v/b").out()).contains("LIST WAITS")
        .containsPattern("(?m)^/v/b .* \\?$");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list --cf keyTable -l 1", "list -s old --cf keyTable -l 1",
      "list --cf keyTable --start old -l 1", "list --cf keyTable -l 1 --start=old",
      "list --all --cf keyTable -l 1", "list --all -s old --cf keyTable -l 1"})
  void listPrintsTheCommandForTheNextPage(String command) {
    leader.answer("/places", only("om3", ofBucket("om3", "/v/a")).totalCount(2L).nextKey("it's next"));
    leader.answer("/buckets", page("it's next", bucket("om3", "a", 900)));
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("/v/a");
    assertThat(result.err()).contains("  " + ROOT + (command.contains("--all") ? " list --all" : " list")
        + " --cf keyTable -l 1 --start 'it'\\''s next'\n");
  }

  @Test
  void hintsFollowTheResult() {
    leader.answer("/buckets", page("next", bucket("om3", "a", 900)));
    assertThat(cli.screen("list", "--all", "-l", "1")).containsSubsequence("/v/a", "To get the next page");
    assertThat(cli.screen("trigger", "--everything")).containsSubsequence(JOB + "\n", "Follow it with");
  }

  @Test
  void listSendsEveryOption() {
    leader.answer("/buckets", page(null));
    assertThat(cli.run("list", "--node-id", "om3", "--volume", "v", "--bucket", "/v/b", "--cf", "keyTable,fileTable",
        "--min-ratio", "50%", "--min-tombstones", "7.0k", "--sort", "ratio", "--length", "9", "--start", "k", "--exact")
        .exit()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/buckets?volume=v&bucket=%2Fv%2Fb"
        + "&table=keyTable%2CfileTable&minTombstones=7000&minRatio=0.5&limit=9&prevKey=k&exact=true&sort=RATIO");
  }

  @ParameterizedTest
  @EnumSource(BucketSortJson.class)
  void listAcceptsEverySortOrder(BucketSortJson sort) {
    leader.answer("/buckets", page(null));
    assertThat(cli.run("list", "--sort", sort.name()).exit()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/buckets?limit=1000&sort=" + sort);
  }

  @Test
  void unscannedFilesAreReportedWithTheExactOption() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(1));
    Cli.Result result = cli.run("list", "--all");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEqualTo("1 SST file is not scanned and may hide runs; add --exact to scan all that"
        + " matter.\n");
  }

  @Test
  void listOfAllNodesNamesSilentNodes() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)));
    ring.om("om2").close();
    Cli.Result result = cli.run("list", "--all", "--node-id", "all");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("/v/a");
    assertThat(result.err()).contains("om1 did not answer: OM om1", "without the range compaction add-on",
        "om2 did not answer: OM om2", "'" + ROOT + " nodes'");
  }

  @Test
  void listOfAllNodesSaysHowToSeeMoreRows() {
    leader.answer("/buckets", page("k", bucket("om3", "a", 900)).totalCount(2L));
    Cli.Result result = cli.run("list", "--all", "--node-id", "all", "-l", "1");
    assertThat(result.err()).contains("These are the first rows of each OM. To see more, name one OM with --node-id.")
        .doesNotContain("next page");
  }

  @Test
  void exactListRepeatsUntilAllFilesAreScanned() {
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(2));
    cli.onPause(() -> leader.answer("/buckets", page(null, bucket("om3", "b", 900))));
    Cli.Result result = cli.run("list", "--exact");
    assertThat(result.out()).contains("/v/b").doesNotContain("/v/a");
    assertThat(leader.asked()).hasSize(2);
    assertThat(result.err()).isEmpty();
  }

  @Test
  void exactListGivesUpAfterTenMinutes() {
    int[] left = {100_000};
    cli.onPause(() -> leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(left[0]--)
        .bytesToScan(3L << 30)));
    leader.answer("/buckets", page(null, bucket("om3", "a", 900)).filesToScan(left[0]));
    Cli.Result result = cli.run("list", "--exact");
    assertThat(result.out()).contains("/v/a");
    assertThat(result.err()).contains("SST files (3.00 GB) are not scanned yet; repeat the command to go on.");
    assertThat(leader.asked()).hasSizeLessThanOrEqualTo(601);
  }

  @Test
  void jsonOutputEqualsTheModel() throws IOException {
    SlowPlaceListJson places = only("om3", ofBucket("om3", "/v/a")).totalCount(2L).nextKey("k");
    leader.answer("/places", places).answer("/buckets", page("k", bucket("om3", "a", 900)));
    Cli.Result result = cli.run("list", "--json");
    assertThat(json.readTree(result.out())).isEqualTo(tree(places));
    assertThat(result.err()).contains("To get the next page");
    result = cli.run("list", "--all", "--json", "-l", "1");
    assertThat(json.readTree(result.out())).isEqualTo(tree(page("k", bucket("om3", "a", 900))));
    assertThat(result.err()).contains("To get the next page");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list --watch", "list --all --watch"})
  void listWatchRedrawsEveryFiveSecondsOnATerminal(String command) {
    cli.useTerminal();
    leader.answer("/places", only("om3")).answer("/buckets", page(null, bucket("om3", "a", 900)));
    AtomicInteger looks = new AtomicInteger();
    cli.onPause(() -> {
      if (looks.incrementAndGet() == 3) {
        throw new IllegalStateException("interrupted");
      }
    });
    String out = cli.run(command.split(" ")).out();
    assertThat(out.split("\u001B\\[H\u001B\\[2J")).hasSize(4);
    assertThat(cli.clock().instant()).isEqualTo(Cli.NOW.plusSeconds(15));
  }

  @Test
  void listWatchPrintsOnceWithoutATerminal() {
    leader.answer("/places", only("om3", ofBucket("om3", "/v/a")));
    assertThat(cli.run("list", "--watch").out()).isEqualTo(cli.run("list").out()).contains("/v/a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list --all -l 1 --node-id om3,om3", "list --all -l 1 --node-id om3 --node-id om3"})
  void repeatedNodeIdCountsOnce(String command) {
    leader.answer("/buckets", page("k", bucket("om3", "a", 900)).totalCount(2L));
    assertThat(cli.run(command.split(" ")).err()).contains("To get the next page");
    ring.om("om1").answer("/ranges", plan("om1"));
    assertThat(cli.run("trigger", "--everything", "--node-id", "om1,om1", "--dry-run").out())
        .contains("Nodes     om1\n");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      --bucket /v/a --bucket /v/b                 | bucket=%2Fv%2Fa&bucket=%2Fv%2Fb
      --volume v --exclude /v/x*,/v/y             | volume=v&exclude=%2Fv%2Fx*%2C%2Fv%2Fy
      --cf keyTable --key-range a..b --key-range c..d | table=keyTable&keyRange=a..b&keyRange=c..d
      --bucket /v/a --prefix logs/2024/ --cf keyTable | bucket=%2Fv%2Fa&prefix=logs%2F2024%2F&table=keyTable
      --path /v/fso/dir/sub                       | path=%2Fv%2Ffso%2Fdir%2Fsub
      --key-range keyTable:a..b --key-range fileTable:a..b | keyRange=keyTable%3Aa..b&keyRange=fileTable%3Aa..b
      """)
  void readsTakeTheTargetsOfAJob(String options, String query) {
    leader.answer("/places", only("om3")).answer("/buckets", page(null)).answer("/ranges", plan("om3").targets(
        new TargetsJson().addKeyRangesItem(new KeyRangeJson().table("fileTable").begin(key("/1/2/a"))
            .end(key("/1/2/b")))));
    for (String command : List.of("list", "list --all", "preview", "trigger --dry-run --node-id om3")) {
      assertThat(cli.run((command + " " + options).split(" ")).exit()).as(command).isZero();
    }
    assertThat(leader.asked()).filteredOn(path -> path.contains("&limit=") && !path.endsWith("&limit=1"))
        .hasSize(4)
        .allSatisfy(path -> assertThat(path).contains("?" + query + "&limit="));
  }

  // ---- preview

  @Test
  void previewSendsEveryOption() {
    leader.answer("/ranges", plan("om3"));
    assertThat(cli.run("preview", "--node-id", "om3", "--sort", "NAME", "--exact",
        "--cf", "keyTable", "--key-range", "/v/b/a../v/b/\\xFF", "--min-ratio", "0.5",
        "--min-tombstones", "7", "--max-entries", "8", "--max-bytes", "1KB", "--max-total-bytes", "2KB",
        "--top", "3", "--show-skipped",
        "-l", "9").exit()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/ranges?table=keyTable"
        + "&keyRange=%2Fv%2Fb%2Fa..%2Fv%2Fb%2F%5CxFF&minTombstones=7&minRatio=0.5&top=3&maxEntries=8"
        + "&maxBytes=1024&maxTotalBytes=2048&limit=9&exact=true&sort=NAME&showSkipped=true");
  }

  @Test
  void emptyPreviewSuggestsShowSkipped() {
    leader.answer("/ranges", new RangeListJson().totalCount(0L).filesToScan(0));
    assertThat(cli.run("preview").err()).isEqualTo("Add --show-skipped to see what is left out, and why.\n");
    assertThat(cli.run("preview", "--show-skipped").err()).isEmpty();
  }

  @Test
  void printedKeyRangeIsAcceptedByTrigger() {
    leader.answer("/ranges", plan("om3"));
    String options = cli.run("preview").out().lines().filter(line -> line.contains("--key-range")).findFirst()
        .orElseThrow().trim();
    assertThat(cli.run(("trigger " + options).split(" ")).exit()).isZero();
    assertThat(ring.commands()).singleElement().satisfies(command -> assertThat(
        command.getSubmit().getSpec().getTargets().getKeyRanges(0).getEnd().toStringUtf8()).isEqualTo("/v/b/z"));
  }
}
