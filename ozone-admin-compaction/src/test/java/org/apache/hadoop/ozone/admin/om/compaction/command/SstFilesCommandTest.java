// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.SampleModels;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketPrefixJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sst-files}. */
class SstFilesCommandTest extends CliOverRing {
  private static SstFileListJson page(String nextKey, SstFileJson... files) {
    SstFileListJson page = new SstFileListJson().nodeId("om3").table("keyTable").totalCount(2L).levels(7).baseLevel(6)
        .targetFileBytes(1000L).maxCompactionBytes(25_000L).prefixOfFiles(0).nextKey(nextKey);
    for (SstFileJson file : files) {
      page.addSstFilesItem(file);
    }
    return page;
  }

  private static SstFileJson young() {
    return new SstFileJson().name("2.sst").level(0).begin(key("/v/b/a")).end(key("/v/b/z")).sizeBytes(100L).entries(10L)
        .tombstones(9L).beingCompacted(true);
  }

  private static SstFileJson old() {
    byte[] noText = {'/', 'v', '/', 'b', '/', ' ', (byte) 0xC3, '('};
    return new SstFileJson().name("1.sst").level(6).begin(key("/v/b/\\x20\\xC3(").base64(noText)).end(key("/v/c/z"))
        .sizeBytes(1000L).entries(100L).tombstones(0L).beingCompacted(false);
  }

  private static SstFileListJson withSpans(SstFileListJson page) {
    return page.addSpansItem(new BucketPrefixJson().volume("v").bucket("b").prefix(key("/v/b/")))
        .addSpansItem(new BucketPrefixJson().volume("v").bucket("c").prefix(key("/v/c/")));
  }

  @Test
  void sstFilesPrintsLevelsKeysAndCounts() {
    leader.answer("/sst-files", page(null, young(), old()));
    Cli.Result result = cli.run("sst-files", "--cf", "keyTable");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo("""
        SST FILE  LEVEL  TOMBSTONES  RATIO  ENTRIES    SIZE
        2.sst         0           9   90 %       10   100 B
            being compacted now
            --cf keyTable --key-range /v/b/a../v/b/z
        1.sst         6           0    0 %      100  1000 B
            --cf keyTable --key-range '/v/b/\\x20\\xC3(../v/c/z'
        om3: 2 SST files of keyTable, with 9 tombstones among 110 entries in 1.07 KB
        """);
  }

  @Test
  void sstFilesPrintsTheCommandForTheNextPage() {
    leader.answer("/sst-files", page("key", young()));
    Cli.Result result = cli.run("sst-files", "--cf", "keyTable", "-l", "1");
    assertThat(result.out()).contains("om3: 1 of 2 SST files of keyTable, with 9 tombstones");
    assertThat(result.err()).contains("  " + ROOT + " sst-files --cf keyTable -l 1 --start key\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-s old", "-sold", "-s=old", "--start old", "--start=old"})
  void commandOfTheNextPageReplacesTheStartOfThisPage(String start) {
    leader.answer("/sst-files", page("key", young()));
    Cli.Result result = cli.run(("sst-files " + start + " --cf keyTable").split(" "));
    assertThat(leader.asked()).containsExactly("/compaction/v1/sst-files?table=keyTable&limit=20&prevKey=old");
    assertThat(result.err()).contains("  " + ROOT + " sst-files --cf keyTable --start key\n");
  }

  @Test
  void sstFilesSendsEveryOption() {
    ring.om("om1").answer("/sst-files", page(null));
    assertThat(cli.run("sst-files", "--node-id", "om1", "--cf", "keyTable", "--bucket", "/v/b", "-l", "9", "-s", "k")
        .out()).isEqualTo("No SST file holds these keys.\n");
    assertThat(cli.run("sst-files", "--node-id", "om1", "--cf", "keyTable", "--key-range", "/v/b/a../v/b/\\xFF").exit())
        .isZero();
    assertThat(ring.om("om1").asked()).containsExactly(
        "/compaction/v1/sst-files?bucket=%2Fv%2Fb&table=keyTable&limit=9&prevKey=k",
        "/compaction/v1/sst-files?table=keyTable&keyRange=%2Fv%2Fb%2Fa..%2Fv%2Fb%2F%5CxFF&limit=20");
  }

  @Test
  void tableOfABucketIsTheOneThatHoldsItsTombstones() {
    leader.answer("/buckets", SampleModels.page(null, row("keyTable", 900, 3), row("openKeyTable", 0, 1)));
    leader.answer("/sst-files", page(null, young()));
    Cli.Result result = cli.run("sst-files", "--bucket", "/v/b");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(leader.asked()).containsExactly("/compaction/v1/buckets?bucket=%2Fv%2Fb",
        "/compaction/v1/sst-files?bucket=%2Fv%2Fb&table=keyTable&limit=20");
  }

  @Test
  void tableOfABucketWithoutTombstonesIsTheOneThatHoldsItsKeys() {
    leader.answer("/buckets", SampleModels.page(null, row("keyTable", 0, 0), row("fileTable", 0, 2)));
    leader.answer("/sst-files", page(null, young()));
    assertThat(cli.run("sst-files", "--bucket", "/v/b").exit()).isZero();
    assertThat(leader.asked()).last().asString().contains("table=fileTable");
  }

  @Test
  void severalTablesOfABucketAreNamed() {
    leader.answer("/buckets", SampleModels.page(null, row("keyTable", 900, 3), row("deletedTable", 7, 1)));
    Cli.Result result = cli.run("sst-files", "--bucket", "/v/b");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains("--cf: Keys of /v/b are in keyTable, deletedTable: name the one");
    leader.answer("/buckets", SampleModels.page(null));
    assertThat(cli.run("sst-files", "--bucket", "/v/b").err()).contains("--cf: No SST file holds keys of /v/b");
  }

  @Test
  void keyRangeNamesItsTable() {
    leader.answer("/sst-files", page(null, young()));
    assertThat(cli.run("sst-files", "--key-range", "keyTable:/v/b/a../v/b/z").exit()).isZero();
    assertThat(leader.asked())
        .containsExactly("/compaction/v1/sst-files?table=keyTable&keyRange=%2Fv%2Fb%2Fa..%2Fv%2Fb%2Fz&limit=20");
  }

  private static BucketJson row(String table, long tombstones, int files) {
    return SampleModels.bucket("om3", "b", tombstones).table(table).files(files);
  }

  @Test
  void jsonEqualsTheModelAndCsvHasARowForEachFile() throws IOException {
    leader.answer("/sst-files", page(null, young(), old()));
    assertThat(json.readTree(cli.run("sst-files", "--cf", "keyTable", "--json").out()))
        .isEqualTo(tree(page(null, young(), old())));
    assertThat(cli.run("sst-files", "--cf", "keyTable", "-o", "csv").out().lines()).hasSize(3)
        .first().asString().startsWith("name,level,begin.text,begin.base64,");
    assertThat(cli.run("sst-files", "--cf", "keyTable", "-o", "wide").out().lines()).hasSize(4);
  }

  @Test
  void allFilesOfATableComeWithItsBuckets() throws IOException {
    leader.answer("/sst-files", withSpans(page(null, young(), old())).maxCompactionBytes(9_000L).prefixOfFiles(5));
    Cli.Result result = cli.run("sst-files", "--cf", "keyTable", "--all", "--json");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(json.readTree(result.out())).isEqualTo(
        tree(withSpans(page(null, young(), old())).maxCompactionBytes(9_000L).prefixOfFiles(5)));
    assertThat(leader.asked()).containsExactly("/compaction/v1/sst-files?table=keyTable&limit=20000&spans=true");
  }

  @Test
  void allFilesOfSeveralPagesComeFromOneNode() throws IOException {
    String query = "/sst-files?table=keyTable&limit=20000";
    leader.answer(query + "&spans=true", withSpans(page("k", young()))).answer(query + "&prevKey=k", page(null, old()));
    assertThat(json.readTree(cli.run("sst-files", "--cf", "keyTable", "--all", "--json").out()))
        .isEqualTo(tree(withSpans(page(null, young(), old()))));
    Cli.Result text = cli.run("sst-files", "--cf", "keyTable", "--all", "-l", "1");
    assertThat(text.out()).contains("om3: 2 SST files of keyTable");
    assertThat(text.err()).isEmpty();
  }
}
