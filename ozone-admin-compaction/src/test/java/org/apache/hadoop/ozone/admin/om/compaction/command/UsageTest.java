// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong usage ends with exit code 2 and the name of the option, before anything is sent. */
class UsageTest {
  private final Cli cli = new Cli();

  @AfterEach
  void close() {
    cli.close();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
      "nodes extra | extra",
      "nodes --service-id nope | --service-id",
      "list --min-ratio 1.5 | --min-ratio",
      "list --min-ratio -0.1 | --min-ratio",
      "list --min-ratio many | --min-ratio",
      "list --min-ratio NaN | --min-ratio",
      "list --min-ratio 130% | --min-ratio",
      "list --min-tombstones -1 | --min-tombstones",
      "list --min-tombstones 1.5 | --min-tombstones",
      "list --min-tombstones 99999999999999999999 | --min-tombstones",
      "list -l 0 | --length: '0' is not a whole number from 1 to 20000.",
      "trigger --everything --max-write-rate 0.1 | --max-write-rate",
      "list --bucket vol/bucket | --bucket",
      "list --bucket /v/a --bucket b | --bucket",
      "list --volume w --bucket /v/b | --volume",
      "list --sort WORST | --sort",
      "list --length many | --length",
      "list --top 3 | --top",
      "list -o xml | --output",
      "trigger --everything -o csv | -o",
      "preview --max-entries 0 | --max-entries",
      "preview --max-bytes 0 | --max-bytes",
      "preview --max-bytes -1MB | --max-bytes",
      "preview --max-bytes 5parsecs | --max-bytes",
      "preview --max-total-bytes 0 | --max-total-bytes",
      "trigger --everything --max-total-bytes -1GB | --max-total-bytes",
      "preview --top 0 | --top",
      "preview --min-tombstones 20 --max-entries 10 | --min-tombstones",
      "preview --key-range a..b | --key-range: A key range lies in one table",
      "preview --key-range :a..b | --key-range",
      "preview --cf keyTable,fileTable --key-range a..b | --key-range",
      "preview --cf keyTable --key-range a | --key-range",
      "preview --cf keyTable --key-range b..a | --key-range",
      "preview --cf keyTable --key-range a\\xZZ..b | --key-range",
      "preview --cf keyTable --volume v --key-range a..b | --key-range",
      "preview --prefix logs/ | --prefix: A prefix is that of keys in one bucket",
      "list --volume v --prefix logs/ | --prefix",
      "trigger --bucket /v/b --bucket /v/c --prefix logs/ | --prefix",
      "trigger --cf keyTable --key-range a..b --prefix logs/ | --prefix",
      "list --path /v/b | --path: '/v/b' is the path of a bucket",
      "preview --path v/b/dir | --path: 'v/b/dir' is not the path of a directory",
      "trigger --path /v/b/dir --bucket /v/b | --path: A path stands for itself",
      "trigger --everything --path /v/b/dir | --everything",
      "trigger --job-id 42 | --job-id",
      "trigger --max-write-rate -50MB | --max-write-rate",
      "trigger --max-write-rate 0 | --max-write-rate",
      "trigger --max-parallel-nodes 0 | --max-parallel-nodes",
      "trigger --max-parallel-nodes 99 | --max-parallel-nodes",
      "trigger --not-after 2020-01-01T00:00:00Z | --not-after",
      "trigger --not-after soon | --not-after",
      "trigger --not-before 25:00 | --not-before",
      "trigger --not-before 2031-01-01T00:00Z --not-after 2030-12-31T00:00Z | --not-before",
      "trigger --window tonight | --window",
      "trigger --window service | --window",
      "trigger --window Sat --not-before 22:00 | --window",
      "trigger --timeout never | --timeout",
      "trigger --timeout 10m | --wait",
      "status --timeout 10m | --wait",
      "nodes --timeout 10m | --wait",
      "nodes --node-id om1 | --wait",
      "cancel --all --timeout 10m | --wait",
      "trigger --cf keyTable --key-range .. | --key-range",
      "trigger --everything --exact | --dry-run",
      "trigger | --everything",
      "trigger --node-id om1 --top 3 | --everything",
      "trigger --everything --bucket /v/b | --everything",
      "trigger --everything --volume v | --everything",
      "trigger --everything --cf keyTable --key-range a..b | --everything",
      "list --everything | --everything",
      "status x42 | JOB: 'x42' is not a job id",
      "status zzzz | JOB: 'zzzz' is not a job id, nor the beginning of one",
      "status 6f0b -l 5 | JOB: One job is shown whatever it is",
      "status a b | b",
      "status --last 6f0b | leave JOB out, or --last",
      "status --last -l 5 | --last: It is one job: leave --last out",
      "cancel | --all",
      "cancel x42 | JOB: 'x42' is not a job id",
      "retry | JOB",
      "retry x42 | JOB: 'x42' is not a job id",
      "retry 6f0b --timeout 5m | --wait",
      "pause | JOB",
      "pause x42 | JOB: 'x42' is not a job id",
      "resume a b | b",
      "update 6f0b | Nothing says what to change",
      "update 6f0b --max-write-rate 0 | --max-write-rate",
      "update 6f0b --max-write-rate 50 | --max-write-rate: 50 bytes per second are too few",
      "update 6f0b --max-write-rate NaN | --max-write-rate",
      "update 6f0b --max-write-rate -5MB | --max-write-rate",
      "update 6f0b --max-total-bytes 0 | --max-total-bytes",
      "update 6f0b --not-after 2020-01-01T00:00:00Z | --not-after",
      "update 6f0b --not-after soon | --not-after",
      "update 6f0b --not-before 2031-01-01T00:00Z --not-after 2030-12-31T00:00Z | --not-before",
      "cancel --all 6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11 | argument at index 2: '6f0b2a4e",
      "sst-files | --cf",
      "sst-files --cf keyTable,fileTable | --cf",
      "sst-files --cf keyTable --bucket b | --bucket",
      "sst-files --cf keyTable --key-range b..a | --key-range",
      "sst-files --cf keyTable --node-id all | --node-id",
      "sst-files --cf keyTable --node-id om1,om2 | --node-id",
      "sst-files --cf keyTable --all --start k | --start",
      "sst-files --cf keyTable --length 0 | --length",
      "service pause --for never | --for",
      "service pause --for 0s | --for",
      "service pause --for 400d | --for",
      "service stop | stop",
      "compact | compact"})
  void wrongUsageIsRefusedBeforeAnyRequest(String command, String named) {
    isRefused(named, command.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "trigger --volume", "trigger --bucket", "trigger --cf", "trigger --node-id", "trigger --cf keyTable --key-range",
      "trigger --key-range", "trigger --path", "preview --path",
      "list --bucket /v/b --prefix", "preview --volume", "preview --bucket", "preview --cf", "preview --node-id",
      "preview --cf keyTable --key-range", "sst-files --cf", "sst-files --cf keyTable --bucket",
      "sst-files --cf keyTable --key-range", "sst-files --cf keyTable --node-id",
      "list --volume", "list --bucket", "list --cf", "list --node-id"})
  void emptyValueIsRefused(String command) {
    String option = command.substring(command.lastIndexOf("--"));
    for (String empty : List.of("", " ", "\t")) {
      isRefused(option, Stream.concat(Stream.of(command.split(" ")), Stream.of(empty)).toArray(String[]::new));
      isRefused(option, (command + '=' + empty).split(" (?=\\S)"));
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--cf      | a,,b", "--cf      | a,", "--cf      | ,a", "--cf      | ,",
      "--node-id | a,,b", "--node-id | a,", "--node-id | ,a", "--node-id | ,"})
  void emptyItemOfAListIsRefused(String option, String list) {
    for (String command : List.of("trigger", "preview", "list")) {
      isRefused(option, command, option, list);
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "list --min-ratio 1.5   | Invalid value for option '--min-ratio': '1.5' is not possible; | list",
      "list --length          | Missing required parameter for option '--length' (N) | list",
      "service pause --for 0s | Invalid value for option '--for': '0s' is not a time to wait | service pause",
      "pause                  | Missing required parameter: 'JOB' | pause"})
  void wrongValueIsAnsweredInTwoLines(String words, String message, String command) {
    List<String> lines = cli.run(words.split(" ")).err().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith(message);
    assertThat(lines.get(1)).isEqualTo("See 'ozone admin om compaction " + command + " --help'.");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "list --min-tombstone 5 | --min-tombstones | See 'ozone admin om compaction list --help'.",
      "statsu                 | Did you mean: .*status.* | See 'ozone admin om compaction --help'."})
  void misspeltWordIsAnsweredWithTheOneThatWasMeant(String words, String meant, String next) {
    String answer = cli.run(words.split(" ")).err();
    assertThat(answer.replace('\n', ' ')).containsPattern(meant);
    assertThat(answer).endsWith(next + "\n").doesNotContain("Usage:");
  }

  private void isRefused(String named, String... words) {
    Cli.Result result = cli.run(words);
    assertThat(result.exit()).as("%s: %s", List.of(words), result.err()).isEqualTo(2);
    assertThat(result.err()).contains(named);
    assertThat(result.out()).isEmpty();
    assertThat(cli.ring().commands()).isEmpty();
    assertThat(cli.ring().om("om3").asked()).isEmpty();
  }
}
