// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofKeys;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeSlowListsJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code list} shows slow places, and the one command that compacts them, which is accepted as it stands. */
class SlowListCommandTest extends CliOverRing {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  private static SlowPlaceJson bucket(String name) {
    return ofBucket("om3", "/v/" + name);
  }

  static Stream<Arguments> reads() {
    return Stream.of(
        Arguments.of("list", ""),
        Arguments.of("list --volume v -l 5", " --volume v"),
        Arguments.of("list --bucket /v/a --bucket /v/b", " --bucket /v/a --bucket /v/b"),
        Arguments.of("list --exclude /v/c --cf keyTable", " --exclude /v/c --cf keyTable"),
        Arguments.of("list --node-id all --bucket /v/a", " --bucket /v/a"),
        Arguments.of("list --cf fileTable --key-range /1/2../1/3", " --key-range /1/2../1/3 --cf fileTable"));
  }

  /** Each OM finds its own places, so the command is the same wherever the places of the answer lie. */
  @ParameterizedTest
  @MethodSource("reads")
  void oneCommandCompactsAllPlacesOfTheReadAndIsAccepted(String read, String targets) {
    for (String node : List.of("om1", "om2", "om3")) {
      SlowPlaceJson inMemory = ofBucket(node, "/v/a").flush(true);
      ring.om(node).answer("/places", only(node, inMemory, ofKeys(node, "fileTable", "", "/1/3")));
    }
    List<String> printed = cli.run(read.split(" ")).out().lines().filter(line -> line.startsWith("  " + ROOT))
        .map(String::trim).filter(line -> line.contains(" trigger ")).toList();
    assertThat(printed).containsExactly(ROOT + " trigger --slow" + targets);
    String[] words = WORD.matcher(printed.get(0).substring(ROOT.length())).results()
        .map(SlowListCommandTest::unquoted).toArray(String[]::new);
    Cli.Result result = cli.run(words);
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(ring.commands()).singleElement().satisfies(command -> {
      assertThat(command.getSubmit().getSpec().getTargets().getSlow()).isTrue();
      assertThat(command.getSubmit().getSpec().getFlush()).isFalse();
    });
  }

  private static String unquoted(MatchResult word) {
    return word.group(1) == null ? word.group() : word.group(1);
  }

  @Test
  void printedCommandNamesTheServiceThatWasAsked() {
    leader.answer("/places", only("om3", bucket("a")));
    assertThat(cli.run("list", "--service-id", FakeRing.SERVICE).out())
        .contains("  " + ROOT + " trigger --slow --service-id " + FakeRing.SERVICE + "\n");
  }

  @Test
  void placesThatAreNotShownAreCountedAndCompactedToo() {
    leader.answer("/places", only("om3", bucket("a")).totalCount(7L).nextKey("k"));
    Cli.Result result = cli.run("list");
    assertThat(result.out()).contains("Lists are slow at 7 places.", "  " + ROOT + " trigger --slow\n",
        "6 other places are slow; --length shows more.");
    assertThat(result.err()).contains("  " + ROOT + " list --start k\n");
  }

  /** What an answer has to say before a list may be called fast without a condition. */
  static Stream<Arguments> answers() {
    Consumer<SlowListCommandTest> whole = test -> { };
    Consumer<SlowListCommandTest> oneHasMoreToLookAt = test -> test.ring.om("om2")
        .answer("/places", only("om2").addNotLookedAtItem(left("om2", "keyTable", 102_500)));
    Consumer<SlowListCommandTest> oneIsSilent = test -> test.ring.om("om2").close();
    return Stream.of(
        Arguments.of("om1,om2,om3", whole, 0, "No list is slow.\n"),
        Arguments.of("om1,om2,om3", oneHasMoreToLookAt, 0, "No list is slow where anybody has looked.\n"),
        Arguments.of("om1,om2,om3", oneIsSilent, 1, "No list is slow where anybody has looked.\n"),
        Arguments.of("om1,om3", oneIsSilent, 0, "No list is slow.\n"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void listIsCalledFastOnlyWhereAllAreLookedAt(String nodes, Consumer<SlowListCommandTest> answers, int exit,
      String headline) {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/places", only(node));
    }
    answers.accept(this);
    Cli.Result result = cli.run("list", "--node-id", nodes);
    assertThat(result.out()).startsWith(headline);
    assertThat(result.exit()).isEqualTo(exit);
  }

  @Test
  void nothingIsSaidWhereNoNodeAnswered() {
    ring.close();
    Cli.Result result = cli.run("list", "--node-id", "all");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void placesOfSeveralNodesAreInOneOrder() {
    ring.om("om1").answer("/places", only("om1", ofBucket("om1", "/v/slow").waitMicros(9_000L)));
    ring.om("om2").answer("/places", only("om2", ofBucket("om2", "/v/slowest").waitMicros(90_000L)));
    leader.answer("/places", only("om3", bucket("slower").waitMicros(50_000L)));
    assertThat(cli.run("list", "--node-id", "all", "-o", "csv").out().lines().skip(1)
        .map(line -> line.replaceFirst(",.*", ""))).containsExactly("om2", "om3", "om1");
  }

  static Stream<Arguments> reports() {
    NodeSlowListsJson two = new NodeSlowListsJson().count(2).slowestMicros(48_700L).table("keyTable").bucket("/v/a");
    NodeSlowListsJson head = new NodeSlowListsJson().count(1).slowestMicros(6_000L).table("fileTable");
    String command = "  " + ROOT + " list --node-id all\n";
    return Stream.of(
        Arguments.of(new NodeSlowListsJson().count(0).complete(true), ""),
        Arguments.of(new NodeSlowListsJson().count(0).complete(false),
            "\nOn om1 no list is slow where anybody has looked.\n" + command),
        Arguments.of(two.complete(true), "\nOn om1 lists are slow at 2 places, up to ~48.7 ms in /v/a (keyTable).\n"
            + command),
        Arguments.of(head.complete(false), "\nOn om1 lists are slow at one place or more, up to ~6.0 ms (fileTable).\n"
            + command),
        Arguments.of(null, "\nNot known of om1, which did not tell within half a second: " + ROOT + " nodes\n"));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void otherNodesAreNamedBelowThePlaces(NodeSlowListsJson report, String lines) {
    leader.answer("/places", only("om3"));
    ring.om("om1").answer("/nodes", reporting("om1", report));
    ring.om("om2").answer("/nodes", reporting("om2", new NodeSlowListsJson().count(0).complete(true)));
    String end = "on om3. Per bucket: --all\n";
    assertThat(cli.run("list").out()).startsWith("No list is slow.\n").endsWith(end + lines);
    assertThat(cli.run("list", "--node-id", "om3", "-o", "wide").out()).endsWith(end + lines);
    assertThat(cli.run("list", "--json").out()).doesNotContain("om1");
    assertThat(cli.run("list", "-o", "csv").out()).doesNotContain("om1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--bucket=/v/b", "--volume=v", "--cf=keyTable", "--exclude=/v/logs-*", "--search=b"})
  void answerForAPartIsNotSaidOfTheRing(String option) {
    leader.answer("/places", only("om3"));
    ring.om("om1").answer("/nodes", reporting("om1", new NodeSlowListsJson().count(0).complete(false)));
    ring.om("om2").answer("/nodes", reporting("om2", new NodeSlowListsJson().count(0).complete(true)));
    leader.answer("/buckets", page(null));
    assertThat(cli.run("list", option).out()).startsWith("No list is slow among what matches.\n")
        .contains("\nTombstones in all of keyTable: 102,500 on om3.")
        .contains("\nOn other OMs, whatever these options select:\nOn om1 no list is slow where anybody has looked.\n");
  }

  @Test
  void placesFoundByTextAreCompactedByTheirBuckets() {
    leader.answer("/places", only("om3", bucket("a")));
    Cli.Result result = cli.run("list", "--search", "a");
    assertThat(result.out()).startsWith("Lists are slow at one place among what matches.\n").doesNotContain("trigger");
    assertThat(result.err()).contains("name their buckets:", "  " + ROOT + " trigger --slow --bucket /VOLUME/BUCKET\n");
  }

  @Test
  void searchThatNoBucketMatchesIsNoAllClear() {
    leader.answer("/places", only("om3")).answer("/buckets", page(null));
    assertThat(cli.run("list", "--search", "zz").err()).contains("Nothing matches: no bucket has 'zz' in its name.");
    leader.answer("/buckets", page(null).totalCount(1L));
    assertThat(cli.run("list", "--search", "a").err()).doesNotContain("Nothing matches");

    cli.run("list", "--search", "zz", "--start", "k1");
    assertThat(leader.asked()).filteredOn(path -> path.contains("/buckets?")).as("it ends among places")
        .hasSize(3).noneMatch(path -> path.contains("prevKey"));
  }

  @Test
  void tombstonesOfSeveralOmsAreNotAddedUp() {
    for (String node : List.of("om1", "om2", "om3")) {
      ring.om(node).answer("/places", only(node));
    }
    String out = cli.run("list", "--node-id", "all").out();
    assertThat(out).endsWith(
        "\nTombstones in all: 102,500 on om1, 102,500 on om2, 102,500 on om3. Per bucket: --all\n");
  }

  private static NodeListJson reporting(String node, NodeSlowListsJson report) {
    NodeListJson list = self(node, NodeRoleJson.FOLLOWER);
    list.getNodes().get(0).slowLists(report);
    return list;
  }

  /** Options that count or sort are about buckets; all others are about both. */
  @ParameterizedTest
  @CsvSource({
      "list,                                    places?limit=20",
      "list -o wide,                            places?limit=20",
      "list --json,                             places?limit=20000",
      "list -o csv,                             places?limit=20000",
      "list -o csv -l 7,                        places?limit=7",
      "list --bucket /v/b --search B,           places?bucket=%2Fv%2Fb&limit=20&search=B",
      "list --all,                              buckets?limit=1000",
      "list --all --json,                       buckets?limit=1000",
      "list --all -l 7,                         buckets?limit=7",
      "list --all --search B,                   buckets?limit=1000&search=B",
      "list --sort name,                        buckets?limit=1000&sort=NAME",
      "list --exact -l 7,                       buckets?limit=7&exact=true",
      "list --min-ratio 0.5 -l 7,               buckets?minRatio=0.5&limit=7",
      "list --min-tombstones 5 -l 7,            buckets?minTombstones=5&limit=7"})
  void readIsOfPlacesUnlessBucketsAreCountedOrSorted(String command, String asked) {
    leader.answer("/places", only("om3")).answer("/buckets", page(null));
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(leader.asked().get(0)).isEqualTo("/compaction/v1/" + asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--probe", "--no-probe"})
  void nothingIsMeasuredOnRequest(String option) {
    assertThat(cli.run("list", option).exit()).isEqualTo(ExitCode.USAGE);
    assertThat(leader.asked()).isEmpty();
  }
}
