// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong before anyone is asked: exit code 2, the option's name, nothing sent. */
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
      "list --min-tombstones -1 | --min-tombstones",
      "list --bucket vol/bucket | --bucket",
      "list --bucket /v/a --bucket /v/b | --bucket",
      "list --volume w --bucket /v/b | --volume",
      "list --sort WORST | --sort",
      "list --length many | --length",
      "list --top 3 | --top",
      "preview --max-entries 0 | --max-entries",
      "preview --max-bytes 0 | --max-bytes",
      "preview --max-bytes -1MB | --max-bytes",
      "preview --max-bytes 5parsecs | --max-bytes",
      "preview --top 0 | --top",
      "preview --min-tombstones 20 --max-entries 10 | --min-tombstones",
      "preview --key-range a..b | --key-range",
      "preview --cf keyTable,fileTable --key-range a..b | --key-range",
      "preview --cf keyTable --key-range a | --key-range",
      "preview --cf keyTable --key-range b..a | --key-range",
      "preview --cf keyTable --key-range a\\xZZ..b | --key-range",
      "preview --cf keyTable --volume v --key-range a..b | --key-range",
      "trigger --job-id 42 | --job-id",
      "trigger --max-write-rate -50MB | --max-write-rate",
      "trigger --max-write-rate 0 | --max-write-rate",
      "trigger --max-parallel-nodes 0 | --max-parallel-nodes",
      "trigger --max-parallel-nodes 99 | --max-parallel-nodes",
      "trigger --not-after 2020-01-01T00:00:00Z | --not-after",
      "trigger --not-after soon | --not-after",
      "trigger --not-before 25:00 | --not-before",
      "trigger --not-before 2031-01-01T00:00Z --not-after 2030-12-31T00:00Z | --not-before",
      "trigger --timeout never | --timeout",
      "trigger --timeout 10m | --wait",
      "status --timeout 10m | --wait",
      "cancel --all --timeout 10m | --wait",
      "trigger --cf keyTable --key-range .. | --key-range",
      "status 42 | 42",
      "status a b | b",
      "cancel | --all",
      "cancel 42 | 42",
      "cancel --all 6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11 | --all",
      "compact | compact"})
  void wrongUsage(String command, String named) {
    Cli.Result result = cli.run(command.split(" "));
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains(named);
    assertThat(result.out()).isEmpty();
    assertThat(cli.ring().commands()).isEmpty();
    assertThat(cli.ring().om("om3").asked()).isEmpty();
  }
}
