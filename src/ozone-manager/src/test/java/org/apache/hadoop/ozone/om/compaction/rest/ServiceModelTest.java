// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.service.Hold;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision;
import org.apache.hadoop.ozone.om.compaction.service.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceModelTest {
  static Object[][] words() {
    return new Object[][] {
        {Standing.State.values(), ServiceStateJson.values()}, {Hold.Reason.values(), ServiceHoldJson.values()},
        {RoundDecision.Choice.values(), ServiceChoiceJson.values()},
        {ServiceConfig.Mode.values(), ServiceModeJson.values()}};
  }

  @ParameterizedTest
  @MethodSource("words")
  void wordsOfTheServiceAreThoseOfTheContract(Enum<?>[] ofService, Enum<?>[] ofContract) {
    assertThat(ofService).extracting(Enum::name).containsExactly(
        Arrays.stream(ofContract).map(Enum::name).toArray(String[]::new));
  }

  private static JobRecord.Builder round() {
    return JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setJobId("j")
        .setRound(Round.newBuilder().setPredictedTombstones(9_000)));
  }

  private static TurnRecord turn(long before, long after, long bytes) {
    return TurnRecord.newBuilder().setFigures(TurnFigures.newBuilder().setTombstonesBefore(before)
        .setTombstonesAfter(after).setWriteBytes(bytes)).build();
  }

  @Test
  void endedRoundReportsTheOmThatDidMost() {
    assertThat(ServiceModel.ended(ServiceModel.round(round().setState(JobState.JOB_PARTIAL).setEndedAtMs(1)
        .addTurns(turn(10_000, 1_000, 5)).addTurns(turn(0, 20, 2_048)).build())))
        .isEqualTo("Round j has ended PARTIAL: it removed 9,000 tombstones and wrote 2.00 KB. The next look decides on"
            + " another.");
  }

  /** Clients went on deleting. */
  @Test
  void removedTombstonesAreNeverNegative() {
    assertThat(ServiceModel.round(round().setState(JobState.JOB_SUCCEEDED).setEndedAtMs(1).addTurns(turn(0, 20, 1))
        .build()).getTombstonesRemoved()).isZero();
  }
}
