// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.apache.hadoop.ozone.admin.om.compaction.render.Samples.between;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.client.SamplePlaces;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the text of each model with a golden file. */
class RenderingTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final String TRIGGER = "ozone admin om compaction trigger --slow";

  static Stream<Arguments> cases() {
    return Stream.of(
        text("nodes", rendering -> rendering.nodes(Samples.nodes())),
        text("list", rendering -> rendering.buckets(Samples.buckets("om3"))),
        text("list-on-all-nodes", rendering -> rendering.buckets(Samples.bucketsOnAllNodes())),
        text("list-empty", rendering -> rendering.buckets(new BucketListJson())),
        text("list-with-waits", rendering -> rendering.buckets(Samples.withWaits("om3"))),
        text("list-with-waits-on-all-nodes", rendering -> rendering.buckets(Samples.withWaitsOnAllNodes())),
        text("list-widest", rendering -> rendering.buckets(Samples.widestBuckets())),
        places("none", PlaceSamples.none()),
        places("no-tombstones", PlaceSamples.noTombstones()),
        places("one", PlaceSamples.one()),
        places("twenty-of-sixty", PlaceSamples.twentyOfSixty()),
        places("on-all-nodes", PlaceSamples.onAllNodes()),
        places("in-memory", PlaceSamples.inMemory()),
        places("head", PlaceSamples.head()),
        places("longer-than-a-look", PlaceSamples.longerThanALook()),
        places("price-unknown", PlaceSamples.priceUnknown()),
        places("buckets-unknown", PlaceSamples.bucketsUnknown()),
        places("no-bucket", PlaceSamples.noBucket()),
        places("thousand-buckets", PlaceSamples.thousandBuckets()),
        places("names-of-directories", PlaceSamples.namesOfDirectories()),
        places("not-looked-at", PlaceSamples.notLookedAt()),
        places("unanswered", PlaceSamples.unanswered()),
        places("widest", PlaceSamples.widest()),
        text("places-database", rendering -> rendering.places(PlaceSamples.one(), Among.EVERYTHING, null)),
        text("places-that-match", rendering -> rendering.places(PlaceSamples.one(), Among.WHAT_MATCHES, TRIGGER)),
        text("preview", rendering -> rendering.ranges(Samples.ranges())),
        text("preview-on-all-nodes", rendering -> rendering.ranges(Samples.rangesOnAllNodes())),
        text("preview-empty", rendering -> rendering.ranges(new RangeListJson())),
        text("preview-widest", rendering -> rendering.ranges(Samples.widestRanges())),
        text("preview-left-out", rendering -> rendering.ranges(Samples.manyLeftOut())),
        text("preview-with-reasons", rendering -> rendering.ranges(Samples.rangesWithReasons())),
        text("preview-nothing-but-memory", rendering -> rendering.ranges(Samples.onlyInMemory())),
        text("preview-nothing-but-left-out", rendering -> rendering.ranges(Samples.onlyLeftOut())),
        text("jobs", rendering -> rendering.jobs().list(Samples.jobs())),
        text("jobs-empty", rendering -> rendering.jobs().list(new JobListJson())),
        text("job-running", rendering -> rendering.jobs().one(Samples.running())),
        text("job-partial", rendering -> rendering.jobs().one(Samples.partial())),
        text("job-widest", rendering -> rendering.jobs().one(Samples.widest())),
        text("job-progress", rendering -> rendering.jobs().progress(Samples.running()) + "\n"));
  }

  private static Arguments places(String name, SlowPlaceListJson list) {
    return text("places-" + name, rendering -> rendering.places(list, Among.EVERYTHING, TRIGGER));
  }

  private static Arguments text(String name, Function<Rendering, String> text) {
    return Arguments.of(name, text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void textEqualsItsGoldenFile(String name, Function<Rendering, String> text) throws IOException {
    String actual = text.apply(rendering(Paint.PLAIN));
    try (InputStream golden = RenderingTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
      assertThat(actual).isEqualTo(
          golden == null ? "" : new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Keys, and long names on lines of their own, are as long as they are. */
  @Test
  void wideTextEqualsItsGoldenFile() throws IOException {
    String wide = new Rendering(Paint.PLAIN, TextTable.Layout.WIDE, ZONE).buckets(Samples.withWaits("om3"));
    textEqualsItsGoldenFile("list-wide", any -> wide);
    String places = new Rendering(Paint.PLAIN, TextTable.Layout.WIDE, ZONE)
        .places(PlaceSamples.widest(), Among.EVERYTHING, TRIGGER);
    textEqualsItsGoldenFile("places-wide", any -> places);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void textFits120Columns(String name, Function<Rendering, String> text) {
    assertThat(text.apply(rendering(Paint.PLAIN)).lines()
        .filter(line -> !line.startsWith("  ozone admin om compaction trigger") && line.trim().contains(" ")))
        .isNotEmpty().allMatch(line -> line.length() <= Lines.WIDTH);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void everyTimeHasItsOffsetFromUtc(String name, Function<Rendering, String> text) {
    assertThat(text.apply(rendering(Paint.PLAIN)).replaceAll("\\d\\d:\\d\\d:\\d\\d \\+0[12]:00", "TIME"))
        .doesNotContainPattern("\\d\\d:\\d\\d");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void coloursChangeNoText(String name, Function<Rendering, String> text) {
    assertThat(text.apply(rendering(Paint.COLOURED)).replaceAll("\u001B\\[\\d+m", ""))
        .isEqualTo(text.apply(rendering(Paint.PLAIN)));
  }

  /** A list is called fast only where all tombstones are looked at, and every OM that was asked has answered. */
  @ParameterizedTest
  @CsvSource({
      "0,  0, 0, No list is slow.",
      "0,  9, 0, No list is slow where anybody has looked.",
      "0,  0, 1, No list is slow where anybody has looked.",
      "0,  9, 1, No list is slow where anybody has looked.",
      "1,  0, 0, Lists are slow at one place. To compact it on every OM:",
      "1,  9, 0, Lists are slow at one place or more. To compact them on every OM:",
      "1,  0, 1, Lists are slow at one place or more. To compact them on every OM:",
      "60, 0, 0, Lists are slow at 60 places. To compact them on every OM:",
      "60, 9, 0, Lists are slow at 60 places or more. To compact them on every OM:",
      "60, 9, 1, Lists are slow at 60 places or more. To compact them on every OM:"})
  void headlineSaysNoMoreThanWasLookedAt(long count, long left, int silent, String headline) {
    SlowPlaceListJson list = (count == 0 ? PlaceSamples.none() : PlaceSamples.one()).totalCount(count);
    if (left > 0) {
      list.addNotLookedAtItem(SamplePlaces.left("om3", "keyTable", left));
    }
    if (silent > 0) {
      list.addUnansweredItem(PlaceSamples.silent("om1"));
    }
    assertThat(rendering(Paint.PLAIN).places(list, Among.EVERYTHING, TRIGGER).lines()).first().isEqualTo(headline);
  }

  private static Rendering rendering(Paint paint) {
    return new Rendering(paint, TextTable.Layout.FITTED, ZONE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void wideTextHasOneLineForEachRow(String name, Function<Rendering, String> text) {
    assertThat(text.apply(new Rendering(Paint.PLAIN, TextTable.Layout.WIDE, ZONE)).lines())
        .noneMatch(line -> line.matches(" {4}\\S.*") && !line.contains("Ozone snapshots keep"));
  }

  /** Keys of FSO tables, with ids for names, are longer than half a line. */
  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "-,    /1/2/xxx, xxx-first .. /1/2/yyy, yyy-last",
      "/v/b, /v/b/f,   irst .. /v/b/la,       st"})
  void keysTooLongForALineAreWholeInWideTextOnly(String bucket, String begin, String middle, String end) {
    String first = "/1/2/" + "x".repeat(150) + "-first";
    String last = "/1/2/" + "y".repeat(90) + "-last";
    RangeListJson list = new RangeListJson().addRangesItem(Samples.ranges().getRanges().get(0)
        .begin(new KeyJson().text(first).name(bucket == null ? null : bucket + "/first"))
        .end(new KeyJson().text(last).name(bucket == null ? null : bucket + "/last")));
    String fitted = rendering(Paint.PLAIN).ranges(list);
    assertThat(fitted).doesNotContain("--key-range")
        .contains("\nNot every key range fits a line here: --json shows them whole, and so does -o wide where a command"
            + " has it.\n");
    assertThat(fitted.lines().filter(line -> line.startsWith("    " + begin))).singleElement().asString()
        .contains(middle).endsWith(end).hasSizeLessThanOrEqualTo(Lines.WIDTH);
    assertThat(new Rendering(Paint.PLAIN, TextTable.Layout.WIDE, ZONE).ranges(list))
        .contains("--key-range " + first + ".." + last).doesNotContain("Not all keys");
  }

  /** The first line that names a row, as a terminal shows it. */
  private static String line(String text, String name) {
    return text.lines().filter(line -> line.contains(name)).findFirst().orElseThrow();
  }

  @Test
  void rowsWithoutSlowListsAreFaint() {
    String text = rendering(Paint.COLOURED).buckets(Samples.withWaits("om3"));
    String faint = "\u001B[2m";
    assertThat(line(text, "/vol1/quiet")).contains(faint);
    assertThat(line(text, "/vol1/logs")).doesNotContain(faint);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "1,    -,       -,       /vol1/logs",
      "2,    /vol1/a, /vol1/b, /vol1/a .. /vol1/b (2 buckets)",
      "1234, -,       -,       '(1,234 buckets)'"})
  void rangeOfSeveralBucketsIsNamedByFirstLastAndCount(int count, String first, String last, String text) {
    RangeJson range = Samples.ranges().getRanges().get(0);
    assertThat(SpanText.name(range.bucketCount(count).firstBucket(first).lastBucket(last))).isEqualTo(text);
  }

  /** Every bucket holds anything from none to all of a file that 48 buckets share. */
  @Test
  void countsThatSayNothingAreNotShownAsNumbers() {
    BucketJson shared = Samples.bucket("om3", "k16", between(0, 65_800), between(0, 81_100))
        .run(Samples.run(between(0, 65_800), between(1, 65_800)));
    BucketJson wide = Samples.bucket("om3", "k17", between(2_000, 2_000), between(2_000, 194_000))
        .run(Samples.run(exactly(2_000), between(2_000, 194_000)));
    BucketListJson list = new BucketListJson().addBucketsItem(shared).addBucketsItem(wide);
    String text = new Rendering(Paint.PLAIN, TextTable.Layout.FITTED, ZoneOffset.UTC).buckets(list);
    assertThat(text.replaceAll(" +", " "))
        .contains("/vol1/k16 keyTable ? ? ? <=85.4k").contains("/vol1/k17 keyTable 2.00k 2.00k 1 % <=198k")
        .contains("The counts of one row are not known yet (?), as they share SST files with other buckets: --exact");
    assertThat(new Rendering(Paint.PLAIN, TextTable.Layout.WIDE, ZoneOffset.UTC).buckets(list))
        .contains("0-65.8k").doesNotContain("not known");
  }

  @Test
  void remarksOnRangesTellMomentsOnTheUsersClock() {
    RangeListJson list = new RangeListJson().addRemarksItem(new RemarkJson().nodeId("om3").message("It is open since"
        + " 2030-06-01T10:00:00Z and stays so."));
    assertThat(rendering(Paint.PLAIN).ranges(list))
        .contains("It is open since 2030-06-01 12:00:00 +02:00 and stays so.");
  }

  @Test
  void ratioCountsTombstonesInMemory() {
    BucketListJson fresh = new BucketListJson()
        .addBucketsItem(Samples.inMemory(Samples.bucket("om3", "fresh", exactly(0), exactly(1_000_000)),
            exactly(1_000_000), 4321));
    assertThat(line(rendering(Paint.PLAIN).buckets(fresh), "/vol1/fresh")).contains("50 %").doesNotContain(" 0 %");
  }

  @Test
  void warningsOfANodeAreColoured() {
    assertThat(line(rendering(Paint.COLOURED).nodes(Samples.nodes()), "every list of keyTable"))
        .startsWith("\u001B[33m");
  }

  @Test
  void runningJobShowsItsEstimatedEnd() {
    JobRendering jobs = rendering(Paint.PLAIN).jobs();
    JobJson job = Samples.running().estimatedEnd("2030-06-01T12:41:00Z");
    assertThat(jobs.one(job)).contains("\nEnds      about 2030-06-01 14:41:00 +02:00, if it goes on like that\n");
    assertThat(jobs.progress(job)).endsWith(", ends about 2030-06-01 14:41:00 +02:00");
  }

  @Test
  void longKeysOfAJobAreShortened() {
    JobJson job = Samples.running().targets(new TargetsJson().keyRanges(List.of(new KeyRangeJson().table("keyTable")
        .begin(new KeyJson().text("/v/b/" + "x".repeat(5_000) + "-first")).end(new KeyJson().text("/v/b/y-last")))));
    assertThat(rendering(Paint.PLAIN).jobs().one(job)).contains("...xxx")
        .containsPattern("-first \\.\\.\\s+/v/b/y-last of keyTable").hasSizeLessThan(3_000);
  }

  @Test
  void partsOfABucketAreToldApartByTheirKeys() {
    BucketListJson parts = new BucketListJson().addBucketsItem(part("/-9/-8/1/")).addBucketsItem(part("/-9/-8/2/"));
    assertThat(rendering(Paint.PLAIN).buckets(parts))
        .containsSubsequence("/vol1/dirs", "--key-range '/-9/-8/1/../-9/-8/1/\\xFF'", "/vol1/dirs",
            "--key-range '/-9/-8/2/../-9/-8/2/\\xFF'");
    assertThat(rendering(Paint.PLAIN).buckets(new BucketListJson().addBucketsItem(part("/-9/-8/1/"))))
        .doesNotContain("--key-range");
  }

  private static BucketJson part(String prefix) {
    return Samples.buckets("om3").getBuckets().get(0).table("fileTable").volume("vol1").bucket("dirs")
        .begin(new KeyJson().text(prefix)).end(new KeyJson().text(prefix + "\\xFF"));
  }

  @Test
  void keyRangesOfAPathShowThePathFirstAndEqualKeysOnce() {
    List<KeyRangeJson> ranges = new ArrayList<>();
    for (String table : List.of("deletedTable", "fileTable")) {
      for (int id = 1; id <= 12; id++) {
        ranges.add(range(table, "/-9/-8/" + id + "/"));
      }
    }
    ranges.add(range("deletedTable", "/v/b/dir/"));
    ranges.add(range("multipartInfoTable", "/v/b/dir/"));
    assertThat(rendering(Paint.PLAIN).jobs().one(Samples.running().targets(new TargetsJson().keyRanges(ranges)))
        .replaceAll("\\s+", " "))
        .contains("Targets keys /v/b/dir/../v/b/dir/\\xFF of deletedTable, multipartInfoTable; keys"
            + " /-9/-8/1/../-9/-8/1/\\xFF of deletedTable, fileTable; keys",
            "; and 3 more key ranges (--json shows all)");
  }

  private static KeyRangeJson range(String table, String prefix) {
    return new KeyRangeJson().table(table).begin(new KeyJson().text(prefix)).end(new KeyJson().text(prefix + "\\xFF"));
  }

  @Test
  void requestShowsWhatItNames() {
    assertThat(request(new TargetsJson().path("/v/b/dir").addTablesItem("fileTable")))
        .contains("Targets   path /v/b/dir; table fileTable\n");
    assertThat(request(new TargetsJson().addBucketsItem("/v/b").prefix("logs/")))
        .contains("Targets   bucket /v/b; keys that begin with logs/\n");
  }

  private static String request(TargetsJson targets) {
    return rendering(Paint.PLAIN).jobs().request(new JobRequestJson().jobId("7").targets(targets)
        .thresholds(new ThresholdsJson()));
  }

  @Test
  void stateOfAJobIsColoured() {
    assertThat(rendering(Paint.COLOURED).jobs().one(Samples.partial())).contains("\u001B[31mPARTIAL\u001B[0m");
  }
}
