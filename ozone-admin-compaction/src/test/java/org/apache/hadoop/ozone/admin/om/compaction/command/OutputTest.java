// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.render.CsvText;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --output} and {@code --quiet}. */
class OutputTest extends CliOverRing {
  private static final String REASON = "A list of /v/logs that comes to \"the end\" passes 34,000 tombstones.";

  @BeforeEach
  void answer() {
    leader.answer("/places", only("om3", ofBucket("om3", "/v/logs").why(REASON), ofBucket("om3", "/v/a,b")));
    leader.answer("/buckets", page("abc", bucket("om3", "logs", 34_000), bucket("om3", "a,b", 1)));
    leader.answer("/ranges", plan("om3"));
    leader.answer("/jobs", new JobListJson().totalCount(1L).addJobsItem(job(5, JobStateJson.RUNNING)));
  }

  @ParameterizedTest
  @ValueSource(classes = {NodeJson.class, SlowPlaceJson.class, BucketJson.class, RangeJson.class, JobJson.class,
      TurnJson.class, SstFileJson.class})
  <T> void csvColumnsAreNamedByTheirPathInJson(Class<T> type) {
    String[] columns = CsvText.of(type, List.of()).trim().split(",");
    assertThat(columns).doesNotHaveDuplicates().hasSizeGreaterThan(8).allMatch(name -> name.matches("[a-z0-9A-Z.]+"));
  }

  @Test
  void csvHasAllColumnsInAllRows() {
    Cli.Result result = cli.run("list", "-o", "csv");
    assertThat(result.exit()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("nodeId,table,begin.text,begin.base64,")
        .contains(",tombstones.low,tombstones.high,", ",waitMicros,", ",why,", ",flush,predictedReadBytes,");
    assertThat(lines.get(1)).startsWith("om3,keyTable,/v/logs/part-0,").contains(",18000,18000,",
        ",\"" + REASON.replace("\"", "\"\"") + "\",");
    assertThat(lines.get(2)).contains(",\"/v/a,b\",");
    assertThat(lines.get(2).replaceAll("\"[^\"]*\"", "quoted").chars().filter(c -> c == ',').count())
        .isEqualTo(lines.get(0).chars().filter(c -> c == ',').count());
    assertThat(cli.run("list", "--all", "-l", "2", "-o", "csv").out().lines()).hasSize(3)
        .first().asString().startsWith("nodeId,table,volume,bucket,begin.text,begin.base64,")
        .contains(",run.tombstones.low,", ",waitMicros,", ",lookedAt,");
  }

  @Test
  void wideOutputPutsRemarksInTheLastColumn() {
    assertThat(cli.run("list", "-o", "wide").out().lines())
        .anyMatch(line -> line.contains("  /v/logs ") && line.endsWith("It took 13.9 ms when it was found"))
        .anyMatch(line -> line.startsWith("LIST WAITS ") && line.endsWith("REMARKS"));
  }

  @ParameterizedTest
  @CsvSource({"list", "list --all -l 2", "preview --bucket /v/logs", "nodes", "status"})
  void outputJsonEqualsTheJsonOption(String command) {
    Cli.Result result = cli.run((command + " -o JSON").split(" "));
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("{").isEqualTo(cli.run((command + " --json").split(" ")).out());
  }

  @Test
  void jsonBesideOutputIsRefused() {
    Cli.Result result = cli.run("list", "--json", "-o", "csv");
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--json is a format too");
    assertThat(leader.asked()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"list -l 2", "list --all -l 2"})
  void quietPrintsOnlyTheResult(String command) {
    leader.answer("/places", only("om3", ofBucket("om3", "/v/logs")).nextKey("abc"));
    assertThat(cli.run(command.split(" ")).err()).contains("To get the next page");
    assertThat(cli.run((command + " -q").split(" ")).err()).isEmpty();
    assertThat(cli.run((command + " -q").split(" ")).out()).isEqualTo(cli.run(command.split(" ")).out());
  }

  @Test
  void quietPrintsErrors() {
    leader.close();
    Cli.Result result = cli.run("list", "--quiet");
    assertThat(result.exit()).isNotZero();
    assertThat(result.err()).isNotEmpty();
  }

  @Test
  void csvOfAJobListsItsTurns() {
    jobIs(JobStateJson.SUCCEEDED);
    Cli.Result result = cli.run("status", JOB, "--output", "csv");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("nodeId,state,");
  }
}
