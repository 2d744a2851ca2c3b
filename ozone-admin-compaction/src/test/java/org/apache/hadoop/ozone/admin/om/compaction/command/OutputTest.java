// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.render.CsvText;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.SstFile;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --output} and {@code --quiet}. */
class OutputTest extends CliOverRing {
  private static final String REASON = "A list takes 349 ms because 34,000 tombstones lie before its \"first\" key.";

  @BeforeEach
  void answer() {
    leader.answer("/buckets", page("abc", bucket("om3", "logs", 34_000).why(REASON), bucket("om3", "a,b", 1)));
    leader.answer("/ranges", plan("om3"));
    leader.answer("/jobs", new JobList().totalCount(1L).addJobsItem(job(5, JobState.RUNNING)));
  }

  @ParameterizedTest
  @ValueSource(classes = {Node.class, Bucket.class, Range.class, Job.class, Turn.class, SstFile.class})
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
    assertThat(lines.get(0)).startsWith("nodeId,table,volume,bucket,begin.text,begin.base64,")
        .contains(",tombstones.low,tombstones.high,", ",run.tombstones.low,", ",seek.micros,", ",why,");
    assertThat(lines.get(1)).startsWith("om3,keyTable,v,logs,").contains(",34000,34000,",
        ",\"" + REASON.replace("\"", "\"\"") + "\",");
    assertThat(lines.get(2)).startsWith("om3,keyTable,v,\"a,b\",");
    assertThat(lines.get(2).replaceAll("\"[^\"]*\"", "quoted").chars().filter(c -> c == ',').count())
        .isEqualTo(lines.get(0).chars().filter(c -> c == ',').count());
  }

  @Test
  void wideOutputPutsRemarksInTheLastColumn() {
    assertThat(cli.run("list", "-o", "wide").out().lines())
        .anyMatch(line -> line.startsWith("/v/logs ") && line.endsWith("before its \"first\" key"))
        .anyMatch(line -> line.startsWith("BUCKET ") && line.endsWith("REMARKS"));
  }

  @ParameterizedTest
  @CsvSource({"list", "preview --bucket /v/logs", "nodes", "status"})
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

  @Test
  void quietPrintsOnlyTheResult() {
    assertThat(cli.run("list", "--all").err()).contains("To get the next page");
    assertThat(cli.run("list", "--all", "-q").err()).isEmpty();
    assertThat(cli.run("list", "--all", "-q").out()).isEqualTo(cli.run("list", "--all").out());
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
    jobIs(JobState.SUCCEEDED);
    Cli.Result result = cli.run("status", JOB, "--output", "csv");
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("nodeId,state,");
  }
}
