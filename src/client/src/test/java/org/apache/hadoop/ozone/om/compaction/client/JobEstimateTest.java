// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;
import org.apache.hadoop.ozone.om.compaction.model.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a job will have ended. Turns of 1,000 bytes to move, in seconds before now. */
class JobEstimateTest {
  private static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");

  private static Turn turn(TurnState state, Integer startedAgo, Integer endedAgo, long moved) {
    Turn turn = SampleModels.turn("om", state, 1).started(ago(startedAgo)).ended(ago(endedAgo));
    turn.getFigures().predictedReadBytes(600L).predictedWriteBytes(400L).readBytes(moved).writeBytes(0L);
    return turn;
  }

  private static String ago(Integer seconds) {
    return seconds == null ? null : NOW.minusSeconds(seconds).toString();
  }

  private static Long seconds(JobState state, Turn... turns) {
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
    assertThat(seconds(JobState.RUNNING, turn(TurnState.RUNNING, 10, null, moved))).isEqualTo(left);
  }

  @Test
  void waitingTurnsTakeTheAverageOfTheOthers() {
    assertThat(seconds(JobState.RUNNING, turn(TurnState.SUCCEEDED, 50, 20, 1_000),
        turn(TurnState.RUNNING, 5, null, 500), turn(TurnState.WAITING, null, null, 0))).isEqualTo(5 + (30 + 10) / 2);
  }

  @Test
  void waitingTurnsRunAsManyAtOnceAsNow() {
    assertThat(seconds(JobState.RUNNING, turn(TurnState.RUNNING, 10, null, 500),
        turn(TurnState.RUNNING, 10, null, 500), turn(TurnState.WAITING, null, null, 0),
        turn(TurnState.WAITING, null, null, 0))).isEqualTo(10 + 20);
  }

  @Test
  void waitingTimeDoesNotCountAsWork() {
    Turn turn = turn(TurnState.RUNNING, 100, null, 500);
    turn.getFigures().waitedMillis(90_000L);
    assertThat(seconds(JobState.RUNNING, turn)).isEqualTo(10);
  }

  @Test
  void skippedTurnIsIgnored() {
    assertThat(seconds(JobState.RUNNING, turn(TurnState.SKIPPED, null, 20, 0).figures(null),
        turn(TurnState.RUNNING, 10, null, 500))).isEqualTo(10);
  }

  @Test
  void estimateIsAbsentWithoutProgress() {
    Turn waits = turn(TurnState.RUNNING, 10, null, 500).waitingFor(new Wait());
    Turn twice = turn(TurnState.RUNNING, 10, null, 500);
    twice.getFigures().attempts(2);
    assertThat(seconds(JobState.QUEUED, turn(TurnState.WAITING, null, null, 0))).as("nothing began").isNull();
    assertThat(seconds(JobState.RUNNING, turn(TurnState.WAITING, null, null, 0))).as("between turns").isNull();
    assertThat(seconds(JobState.RUNNING, turn(TurnState.RUNNING, 10, null, 0))).as("nothing moved").isNull();
    assertThat(seconds(JobState.RUNNING, turn(TurnState.RUNNING, 10, null, 1).figures(null))).as("no report").isNull();
    assertThat(seconds(JobState.RUNNING, turn(TurnState.RUNNING, -3600, null, 500))).as("clock ahead").isNull();
    assertThat(seconds(JobState.RUNNING, waits)).as("it waits").isNull();
    assertThat(seconds(JobState.RUNNING, twice)).as("figures of several attempts").isNull();
    assertThat(seconds(JobState.SUCCEEDED, turn(TurnState.SUCCEEDED, 10, 5, 1_000))).as("it has ended").isNull();
  }

  @Test
  void jobEndsWithItsSlowestTurn() {
    Job both = job(1, JobState.RUNNING, turn(TurnState.RUNNING, 10, null, 500), turn(TurnState.RUNNING, 10, null, 100));
    assertThat(JobEstimate.end(both, NOW)).hasValue(NOW.plusSeconds(90));
  }
}
