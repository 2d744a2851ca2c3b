// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.Models.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.Models.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code status} by state, bucket and time. It is 2030-06-01 14:00 in Berlin. */
class StatusFilterTest extends CliOverRing {

  private Cli.Result status(String arguments) {
    return cli.run(("status " + arguments).split(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--state running                      | state=RUNNING",
      "--state queued,Running --state FAILED | state=QUEUED,RUNNING,FAILED",
      "--bucket /v/b                        | bucket=/v/b",
      "--since 36h                          | since=2030-05-31T00:00:00Z",
      "--since 7d                           | since=2030-05-25T12:00:00Z",
      "--since 13:30                        | since=2030-06-01T11:30:00Z",
      "--since 14:00                        | since=2030-06-01T12:00:00Z",
      "--since 22:00                        | since=2030-05-31T20:00:00Z",
      "--since 2030-05-01T22:00             | since=2030-05-01T20:00:00Z",
      "--since 2030-05-01T22:00:00Z         | since=2030-05-01T22:00:00Z"})
  void reachesTheRing(String arguments, String query) {
    leader.answer("/jobs", new JobList().totalCount(1L).addJobsItem(job(5, JobState.RUNNING)));
    assertThat(status(arguments).exit()).isZero();
    assertThat(leader.asked()).singleElement().satisfies(asked ->
        assertThat(URLDecoder.decode(asked, StandardCharsets.UTF_8)).endsWith("jobs?" + query + "&limit=20"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--state runing", "--state running,", "--since yesterday", "--since 25:00"})
  void whatIsNoneIsRefusedByItsOption(String arguments) {
    Cli.Result result = status(arguments);
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains(arguments.split(" ")[0]);
    assertThat(leader.asked()).isEmpty();
  }

  @Test
  void oneJobIsNotNarrowed() {
    Cli.Result result = status(JOB + " --state running");
    assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("leave JOB out");
  }
}
