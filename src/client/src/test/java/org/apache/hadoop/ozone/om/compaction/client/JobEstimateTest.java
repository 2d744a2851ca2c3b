// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a job will have ended. Turns of 1,000 bytes to move, in seconds before now. */
class JobEstimateTest {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  private static TurnJson turn(TurnStateJson state, Integer startedAgo, Integer endedAgo, long moved) {
    TurnJson turn = SampleModels.turn("om", state, 1).started(ago(startedAgo)).ended(ago(endedAgo));
    turn.getFigures().predictedReadBytes(600L).predictedWriteBytes(400L).readBytes(moved).writeBytes(0L);
    return turn;
  }

  private static String ago(Integer seconds) {
    return seconds == null ? null : NOW.minusSeconds(seconds).toString();
  }

  private static Long seconds(JobStateJson state, TurnJson... turns) {
    return JobEstimate.end(job(1, state, turns), NOW).map(end -> Duration.between(NOW, end).getSeconds())
        .orElse(null);
  }

  @ParameterizedTest
  @CsvSource({
      "250,  30",
      "500,  10",
      "1000,  0",
      "1400,  0"})
  void remainingTimeFollowsTheSpeedSoFar(long moved, long left) {
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, 10, null, moved))).isEqualTo(left);
  }

  @Test
  void waitingTurnsTakeTheAverageOfTheOthers() {
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.SUCCEEDED, 50, 20, 1_000),
        turn(TurnStateJson.RUNNING, 5, null, 500), turn(TurnStateJson.WAITING, null, null, 0)))
        .isEqualTo(5 + (30 + 10) / 2);
  }

  @Test
  void waitingTurnsRunAsManyAtOnceAsNow() {
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, 10, null, 500),
        turn(TurnStateJson.RUNNING, 10, null, 500), turn(TurnStateJson.WAITING, null, null, 0),
        turn(TurnStateJson.WAITING, null, null, 0))).isEqualTo(10 + 20);
  }

  @Test
  void waitingTimeDoesNotCountAsWork() {
    TurnJson turn = turn(TurnStateJson.RUNNING, 100, null, 500);
    turn.getFigures().waitedMillis(90_000L);
    assertThat(seconds(JobStateJson.RUNNING, turn)).isEqualTo(10);
  }

  @Test
  void skippedTurnIsIgnored() {
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.SKIPPED, null, 20, 0).figures(null),
        turn(TurnStateJson.RUNNING, 10, null, 500))).isEqualTo(10);
  }

  @Test
  void estimateIsAbsentWithoutProgress() {
    TurnJson waits = turn(TurnStateJson.RUNNING, 10, null, 500).waitingFor(new WaitJson());
    TurnJson twice = turn(TurnStateJson.RUNNING, 10, null, 500);
    twice.getFigures().attempts(2);
    assertThat(seconds(JobStateJson.QUEUED, turn(TurnStateJson.WAITING, null, null, 0))).as("nothing began").isNull();
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.WAITING, null, null, 0))).as("between turns").isNull();
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, 10, null, 0))).as("nothing moved").isNull();
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, 10, null, 1).figures(null))).as("no report")
        .isNull();
    assertThat(seconds(JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, -3600, null, 500))).as("clock ahead").isNull();
    assertThat(seconds(JobStateJson.RUNNING, waits)).as("it waits").isNull();
    assertThat(seconds(JobStateJson.RUNNING, twice)).as("figures of several attempts").isNull();
    assertThat(seconds(JobStateJson.SUCCEEDED, turn(TurnStateJson.SUCCEEDED, 10, 5, 1_000))).as("it has ended")
        .isNull();
  }

  @Test
  void jobEndsWithItsSlowestTurn() {
    JobJson both = job(1, JobStateJson.RUNNING, turn(TurnStateJson.RUNNING, 10, null, 500),
        turn(TurnStateJson.RUNNING, 10, null, 100));
    assertThat(JobEstimate.end(both, NOW)).hasValue(NOW.plusSeconds(90));
  }
}
