// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastRoundTest {
  @ParameterizedTest
  @CsvSource({"1000, 500, GAIN", "1000, 499, NO_GAIN", "1000, 0, NO_GAIN", "0, 1, GAIN", "0, 0, UNKNOWN"})
  void outcomeIsThatOfTheOmThatRemovedMost(long predicted, long removed, PastRound.Outcome outcome) {
    JobRecord job = JobRecord.newBuilder().setEndedAtMs(1)
        .setSpec(JobSpec.newBuilder().setRound(Round.newBuilder().setPredictedTombstones(predicted)))
        .addTurns(turn(removed)).addTurns(turn(removed / 2)).build();
    assertThat(PastRound.of(List.of(job), 2)).singleElement()
        .satisfies(round -> assertThat(round.outcome()).isEqualTo(outcome));
  }

  /** Such as one that waited for an hour until RocksDB had caught up. */
  @Test
  void roundOfWhichNoTurnRanToItsEndIsNoRoundWithoutGain() {
    JobRecord.Builder job = JobRecord.newBuilder().setEndedAtMs(1)
        .setSpec(JobSpec.newBuilder().setRound(Round.newBuilder().setPredictedTombstones(1_000)));
    TurnRecord failed = turn(0).toBuilder().setState(TurnState.TURN_FAILED).setReason(TurnReason.WAITED_TOO_LONG)
        .build();
    assertThat(outcome(job.addTurns(failed).addTurns(failed))).isEqualTo(PastRound.Outcome.UNKNOWN);
    assertThat(outcome(job.addTurns(turn(0)))).isEqualTo(PastRound.Outcome.NO_GAIN);
  }

  private static PastRound.Outcome outcome(JobRecord.Builder job) {
    return PastRound.of(List.of(job.build()), 2).get(0).outcome();
  }

  @Test
  void roundThatLeftWhatCannotBeReadIsNoRoundWithoutGain() {
    JobRecord.Builder job = JobRecord.newBuilder().setEndedAtMs(1)
        .setSpec(JobSpec.newBuilder().setRound(Round.newBuilder().setPredictedTombstones(1_000)));
    TurnRecord.Builder turn = turn(0).toBuilder();
    turn.getFiguresBuilder().setRangesUnreadable(1);
    assertThat(PastRound.of(List.of(job.addTurns(turn).build()), 2)).singleElement()
        .satisfies(round -> assertThat(round.outcome()).isEqualTo(PastRound.Outcome.UNKNOWN));
  }

  @Test
  void bytesThatAnEarlierRoundDidNotReportCount() {
    TurnRecord.Builder turn = TurnRecord.newBuilder().setNodeId("om1");
    turn.getFiguresBuilder().setWriteBytes(10).setWriteBytesForWaits(4).setUnreportedWriteBytes(5)
        .setUnreportedWriteBytesForWaits(2);
    JobRecord job = JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setRound(Round.getDefaultInstance()))
        .addTurns(turn).build();
    assertThat(PastRound.of(List.of(job), 2)).singleElement()
        .returns(15L, round -> round.bytes("om1")).returns(6L, round -> round.bytesForWaits("om1"));
  }

  @Test
  void bytesOfAFlushCountAsWrittenWhereAListWaits() {
    TurnRecord.Builder turn = TurnRecord.newBuilder().setNodeId("om1");
    turn.getFiguresBuilder().setWriteBytes(10).setFlushedBytes(3);
    JobRecord job = JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setRound(Round.getDefaultInstance()))
        .addTurns(turn).build();
    assertThat(PastRound.of(List.of(job), 2)).singleElement()
        .returns(13L, round -> round.bytes("om1")).returns(3L, round -> round.bytesForWaits("om1"));
    assertThat(PastRound.written(job)).isEqualTo(13);
  }

  private static TurnRecord turn(long removed) {
    return TurnRecord.newBuilder().setState(TurnState.TURN_SUCCEEDED)
        .setFigures(TurnFigures.newBuilder().setTombstonesBefore(removed)).build();
  }
}
