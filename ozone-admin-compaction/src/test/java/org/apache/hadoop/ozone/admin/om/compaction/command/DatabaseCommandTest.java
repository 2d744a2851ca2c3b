// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.keyTable;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code list}, {@code preview} and {@code sst-files} of a database, while there is no ring. */
class DatabaseCommandTest implements DatabaseReads {
  private static final String PATH = "/data/copy/om.db";
  private static final String TRIGGER = "\n  ozone admin om compaction trigger ";

  private final Cli cli = new Cli();
  private final List<String> asked = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  /** What the looks for slow places find, one after the other; the last one again and again. */
  private final Deque<SlowPlaceListJson> looks = new ArrayDeque<>();
  private boolean closed;

  @BeforeEach
  void leaveNoRing() {
    cli.ring().close();
    cli.database(this);
    looks.add(only(PATH, ofBucket(PATH, "/v/b")));
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public SlowPlaceListJson places(String query) throws RefusedException {
    asked.add("places " + query);
    refuseUnknownTable(query);
    return looks.size() > 1 ? looks.remove() : looks.element();
  }

  private static void refuseUnknownTable(String query) throws RefusedException {
    if (query.contains("table=keyTabl&")) {
      throw RefusedException.ofValue(ErrorCode.UNKNOWN_TABLE, "table", "keyTabl", "There is no table 'keyTabl'.");
    }
  }

  @Override
  public BucketListJson buckets(String query) throws RefusedException {
    asked.add("buckets " + query);
    refuseUnknownTable(query);
    return page(null, bucket(PATH, "b", 100)).addTablesItem(keyTable(PATH));
  }

  @Override
  public RangeListJson ranges(String query) {
    asked.add("ranges " + query);
    return CliOverRing.plan(PATH);
  }

  @Override
  public SstFileListJson sstFiles(String query) {
    asked.add("sst-files " + query);
    return new SstFileListJson().nodeId(PATH).table("keyTable").totalCount(1L).levels(7).baseLevel(6)
        .targetFileBytes(1000L).maxCompactionBytes(25_000L).prefixOfFiles(0)
        .addSstFilesItem(new SstFileJson().name("1.sst").level(6).begin(key("/v/b/a"))
            .end(key("/v/b/z")).sizeBytes(1000L).entries(100L).tombstones(9L).beingCompacted(false));
  }

  @Override
  public List<String> warnings() {
    return warnings;
  }

  @Test
  void answersAsARingDoesWithoutOne() {
    Cli.Result list = cli.run("list", "--db", PATH);
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.out()).startsWith("Lists are slow at one place.\n\n")
        .contains("A list of /v/b passes 18,000 tombstones in a row.").doesNotContain("trigger", "To compact");
    assertThat(cli.run("list", "--all", "--db", PATH).out()).contains("/v/b").contains("WHOLE TABLE");
    Cli.Result preview = cli.run("preview", "--show-skipped", "--db", PATH);
    assertThat(preview.out()).contains(PATH + ": 1 range, 9 tombstones");
    Cli.Result files = cli.run("sst-files", "--cf", "keyTable", "--all", "--db", PATH);
    assertThat(files.out()).contains("1.sst").contains(PATH + ": 1 SST file of keyTable");
    assertThat(asked).containsExactly("places limit=20", "buckets limit=1000", "ranges limit=20&showSkipped=true",
        "sst-files table=keyTable&limit=20000&spans=true");
    assertThat(closed).isTrue();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "list | --slow",
      "list --bucket /v/b -l 3 | --slow --bucket /v/b",
      "preview --slow --cf keyTable | --slow --cf keyTable",
      "preview --volume v --cf keyTable,fileTable --top 3 --show-skipped | --volume v --cf keyTable,fileTable --top 3",
      "preview --exclude /v/x,/w --min-tombstones 5 | --everything --exclude /v/x,/w --min-tombstones 5",
      "preview --min-ratio 30% --max-total-bytes 2GB | --everything --min-ratio 30% --max-total-bytes 2GB",
      "sst-files --cf keyTable --bucket /v/b | --bucket /v/b --cf keyTable"
  })
  void textEndsWithTheCommandForTheRing(String command, String trigger) {
    Cli.Result result = cli.run((command + " --db " + PATH).split(" "));

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err())
        .startsWith("On the ring, where each OM plans by its own files:" + TRIGGER + trigger + "\n");
  }

  /** A job selects nothing by a text, so the command that names the options would compact everything. */
  @Test
  void searchLeadsToNoJobOfEverything() {
    Cli.Result result = cli.run("list", "--search", "b", "--db", PATH);

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).contains("trigger --slow --bucket /VOLUME/BUCKET").doesNotContain("trigger --slow\n");
  }

  /** Looks go on in one process only, as nothing is written down. */
  @Test
  void looksAtAllOfADatabaseAtOnce() {
    looks.addFirst(only(PATH).addNotLookedAtItem(left(PATH, "keyTable", 40_000)));
    looks.addFirst(only(PATH).addNotLookedAtItem(left(PATH, "keyTable", 90_000)));

    assertThat(cli.run("list", "--db", PATH).out()).startsWith("Lists are slow at one place.\n");
    assertThat(asked).hasSize(3);
  }

  @Test
  void saysWhatCannotBeLookedAt() {
    looks.clear();
    looks.add(only(PATH).addNotLookedAtItem(left(PATH, "keyTable", 90_000)));

    assertThat(cli.run("list", "--db", PATH).out()).startsWith("No list is slow where anybody has looked.\n")
        .contains("Not looked at yet: up to 90,000 tombstones in keyTable.");
    assertThat(asked).hasSize(2);
  }

  @Test
  void commandForTheRingIsOneLineAndQuoted() {
    String range = "/v/b/it's../v/b/" + "z".repeat(120);

    Cli.Result result = cli.run("preview", "--cf", "keyTable", "--key-range", range, "--db", PATH);

    assertThat(result.err()).contains(TRIGGER + "--key-range '/v/b/it'\\''s../v/b/" + "z".repeat(120)
        + "' --cf keyTable\n");
  }

  @Test
  void jsonIsTheAnswerAlone() throws Exception {
    Cli.Result result = cli.run("preview", "--json", "--db", PATH);

    assertThat(result.out()).startsWith("{").contains("\"nodeId\" : \"" + PATH + "\"");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void namesWhatCannotBeReadAlsoBesideJson() {
    warnings.add("SST file 1.sst is missing.");

    Cli.Result result = cli.run("list", "--json", "--db", PATH);

    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEqualTo("Warning: SST file 1.sst is missing.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "preview", "sst-files --cf keyTable"})
  void noOmCanBeNamed(String command) {
    Cli.Result result = cli.run((command + " --node-id om1 --db " + PATH).split(" "));

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("BAD_REQUEST: --node-id: It names OMs of a ring.");
    assertThat(asked).isEmpty();
  }

  @Test
  void findsTheNameThatWasMeant() {
    Cli.Result result = cli.run("list", "--cf", "keyTabl", "--db", PATH);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("UNKNOWN_TABLE: --cf: There is no table 'keyTabl'.\nDid you mean keyTable?\n");
  }

  @Test
  void saysWhichJarIsMissingOutsideOfAnOzoneHome() {
    cli.database(null);

    Cli.Result result = cli.run("list", "--db", PATH);

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err().replace('\n', ' '))
        .startsWith("INTERNAL: --db needs the jars of 'ozone om' and of the add-on for it, and ")
        .contains("/ozone-manager/ozone-compaction-manager.jar cannot be read. Run it in an OZONE_HOME")
        .doesNotContain("\tat ");
  }
}
