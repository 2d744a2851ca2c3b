// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.LeaderMoveJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderMoveTextTest {
  private static final String ASKED = "2030-06-01T12:00:00Z";

  @ParameterizedTest
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      "RUNNING   | false | -   | -                    | -          | moves to an OM whose turn has succeeded,"
          + " before its own turn",
      "SUCCEEDED | false | -   | -                    | -          | has not moved: its own turn did not come up",
      "RUNNING   | true  | -   | -                    | Nobody.    | has not moved: Nobody.",
      "SUCCEEDED | true  | om2 | 2030-06-01T12:00:01Z | -          | moved from om1 to om2 at 2030-06-01 12:00:01"
          + " +00:00",
      "RUNNING   | true  | om2 | -                    | -          | om2 was asked to take over from om1 at"
          + " 2030-06-01 12:00:00 +00:00; it has not said yet that it leads",
      "RUNNING   | true  | om2 | -                    | om1 leads. | om2 was asked to take over from om1 at"
          + " 2030-06-01 12:00:00 +00:00, but did not: om1 leads."})
  void outcomeIsTold(JobStateJson state, boolean tried, String to, String moved, String failure, String text) {
    LeaderMoveJson move = new LeaderMoveJson().failure(failure);
    if (to != null) {
      move.from("om1").to(to).asked(ASKED).moved(moved);
    }
    JobJson job = job(1, state).moveLeader(true).leaderMove(tried ? move : null);
    assertThat(LeaderMoveText.of(job, ZoneOffset.UTC)).hasValue(text);
  }

  @Test
  void jobThatDoesNotAskForItSaysNothing() {
    assertThat(LeaderMoveText.of(job(1, JobStateJson.RUNNING), ZoneOffset.UTC)).isEmpty();
  }
}
