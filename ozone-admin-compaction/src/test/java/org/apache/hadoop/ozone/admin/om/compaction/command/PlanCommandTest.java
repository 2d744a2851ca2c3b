// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code plan FILE}: no OM is there, and none is asked. */
class PlanCommandTest {
  /** Three buckets with tombstones, one almost without; and a question, as tests have it. */
  private static final String TREE = """
      # Comments are nothing.
      table keyTable levels 7 base 6 target 67108864
      span /w/worse  /w/worse/  /w/worse0
      span /v/bad    /v/bad/    /v/bad0
      span /v/good   /v/good/   /v/good0
      file 6 1.sst /v/bad/a    /v/bad/z    1000000 bytes  50000 entries 20000 tombstones
      file 6 2.sst /v/good/a   /v/good/z  20000000 bytes 900000 entries    12 tombstones
      file 6 3.sst /w/worse/a  /w/worse/z  2000000 bytes  90000 entries 80000 tombstones
      table fileTable levels 7 base 6 target 67108864
      span /v/fso /-9/-8/ /-9/-80
      file 6 4.sst /-9/-8/-8/a /-9/-8/-8/z 1000000 bytes 50000 entries 40000 tombstones

      > plan
      whatever is answered
      """;

  @TempDir
  private Path directory;
  private final Cli cli = new Cli();

  @AfterEach
  void close() {
    assertThat(cli.ring().om("om3").asked()).isEmpty();
    cli.close();
  }

  private Cli.Result plan(String options) {
    cli.input(TREE.getBytes(StandardCharsets.UTF_8));
    Cli.Result result = cli.run(("plan - " + options).trim().split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    return result;
  }

  @Test
  void planPrintsAsAPreviewDoes() {
    Cli.Result result = plan("--show-skipped");
    assertThat(result.out()).isEqualTo("""
        BUCKET    RANK  TABLE      TOMBSTONES     READ    WRITE  COLLATERAL  PER MB
        /w/worse     1  keyTable        80.0k  1.91 MB  ~242 KB         0 B   37.3k
            --cf keyTable --key-range /w/worse/a../w/worse/z
        /v/fso       2  fileTable       40.0k   977 KB  ~195 KB         0 B   35.0k
            --cf fileTable --key-range /-9/-8/-8/a../-9/-8/-8/z
        /v/bad       3  keyTable        20.0k   977 KB  ~549 KB         0 B   13.4k
            --cf keyTable --key-range /v/bad/a../v/bad/z
        standard input: 3 ranges, 140k tombstones; reads 3.81 MB, writes ~987 KB, at most 1.77 MB (0 B outside \
        the ranges)

        LEFT OUT  TABLE     TOMBSTONES  RATIO  REASON
        /v/good   keyTable          12   <1 %  BELOW_MIN_TOMBSTONES
            It holds 12 tombstones, the minimum is 10000. Taking it too reads 19.1 MB and writes 19.1 MB.
            --cf keyTable --key-range '/v/good/../v/good/\\xFF'
        """);
    assertThat(result.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "                               | worse fso bad",
      "--cf keyTable                  | worse bad",
      "--cf keyTable,fileTable        | worse fso bad",
      "--volume w                     | worse",
      "--volume v                     | fso bad",
      "--bucket /v/good               | good",
      "--bucket /v/bad --min-ratio 90% | ",
      "--min-tombstones 40k           | worse fso",
      "--min-ratio 60%                | worse fso",
      "--top 1                        | worse",
      "--max-total-bytes 300KB        | worse",
      "--cf keyTable --key-range /v/bad/a../v/bad/z | bad"})
  void planAppliesTargetsAndThresholds(String options, String buckets) throws Exception {
    JsonNode list = new ObjectMapper().readTree(plan((options == null ? "" : options + " ") + "--json").out());
    assertThat(list.at("/ranges").findValuesAsText("bucket"))
        .containsExactly(buckets == null ? new String[0] : buckets.split(" "));
    assertThat(list.at("/totalCount").asInt()).isEqualTo(list.at("/ranges").size());
  }

  @Test
  void planNamesTheFileInPlaceOfANode() throws Exception {
    Path file = Files.writeString(directory.resolve("tree.txt"), TREE);
    Cli.Result result = cli.run("plan", file.toString(), "--bucket", "/v/bad");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out().replaceAll("\\s+", " ")).contains(file + ": 1 range, 20.0k tombstones; reads 977 KB");
  }

  @Test
  void planSaysHowManyRangesAreNotShown() {
    Cli.Result result = plan("-l 1 --show-skipped");
    assertThat(result.err()).isEqualTo("These are the best 1 of 3 ranges; --length shows more.\n");
    assertThat(plan("-l 1 -q").err()).isEmpty();
    assertThat(plan("--top 1 -l 1 --show-skipped").out())
        .contains("The first 1 of 3 that are left out, most tombstones first; --length shows more.");
    assertThat(plan("--min-tombstones 1M").err())
        .isEqualTo("Add --show-skipped to see what is left out, and why.\n");
  }

  @Test
  void csvHasARowForEachRange() {
    assertThat(plan("-o csv").out().lines()).hasSize(4).first().asString()
        .startsWith("nodeId,rank,table,volume,bucket,");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--cf deletedTable                        | --cf: standard input holds no table deletedTable.",
      "--cf deletedTable --key-range a..b       | --cf: standard input holds no table deletedTable.",
      "--bucket /v/nope                         | --bucket: standard input holds no bucket /v/nope.",
      "--volume nope                            | --volume: standard input holds no bucket of volume nope."})
  void targetThatTheFileLacksIsRefused(String options, String message) {
    cli.input(TREE.getBytes(StandardCharsets.UTF_8));
    Cli.Result result = cli.run(("plan - " + options).split(" "));
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).startsWith("BAD_REQUEST: " + message + "\nSee 'ozone admin om compaction plan --help'.\n");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "table t levels 7 base 6;span /v/b a b | Line 1: a table is written: table NAME levels N base N target BYTES"
          + " [max BYTES]",
      "#;;span /v/b a b                      | Line 3: a table comes before its spans.",
      "table t levels 7 base 6 target 9;file 6 \u001b[2J a b 1 bytes 1 entries 1 tombstones"
          + " | Line 2: a control character is written \\xHH.",
      "#;#                                   | It holds no table: write one with 'sst-files --tree'."})
  void wrongFileIsRefusedWithItsLine(String text, String message) throws Exception {
    Path file = Files.writeString(directory.resolve("tree.txt"), text.replace(';', '\n'));
    Cli.Result result = cli.run("plan", file.toString());
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().replace("\n", " ")).startsWith("BAD_REQUEST: " + file + ": " + message);
  }

  @Test
  void fileThatIsNotUtf8IsRefusedWithItsLine() {
    byte[] bytes = TREE.getBytes(StandardCharsets.UTF_8);
    bytes[TREE.indexOf("/w/worse/a")] = (byte) 0xFF;
    cli.input(bytes);
    assertThat(cli.run("plan", "-").err()).startsWith("BAD_REQUEST: standard input: Line 8: it is not UTF-8;");
    bytes = "#ä".getBytes(StandardCharsets.UTF_8);
    cli.input(Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(cli.run("plan", "-").err()).startsWith("BAD_REQUEST: standard input: Line 1: it is not UTF-8;");
  }

  @Test
  void fileBeyond64MegabytesIsRefused() {
    cli.input(new byte[(64 << 20) + 1]);
    Cli.Result result = cli.run("plan", "-");
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("larger than 64.0 MB");
  }

  @Test
  void damagedFileIsPlannedOrRefused() {
    Random random = new Random(11);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = TREE.getBytes(StandardCharsets.UTF_8);
      for (int damage = 0; damage < 1 + random.nextInt(4); damage++) {
        int at = random.nextInt(TREE.indexOf('>'));
        bytes[at] = random.nextBoolean() ? (byte) random.nextInt(256) : bytes[random.nextInt(bytes.length)];
      }
      cli.input(bytes);
      Cli.Result result = cli.run("plan", "-", "--show-skipped", "--min-ratio", random.nextBoolean() ? "0" : "0.3");
      assertThat(result.exit()).as("%s%n%s", new String(bytes, StandardCharsets.UTF_8), result.err())
          .isIn(ExitCode.DONE, ExitCode.USAGE);
    }
  }
}
