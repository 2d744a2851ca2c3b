// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.junit.jupiter.api.Test;

class RoundMemoryTest {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  private static JobRecord round(long index, long ended, RoundHistory history) {
    return JobRecord.newBuilder().setCreatedIndex(index).setState(JobState.JOB_SUCCEEDED).setEndedAtMs(ended)
        .setSpec(JobSpec.newBuilder().setJobId(new UUID(0, index).toString()).addNodeIds("om1").addNodeIds("om2")
            .setRound(Round.newBuilder().setPredictedTombstones(100).setHistory(history)))
        .addTurns(turn("om1", 10)).addTurns(turn("om2", 2)).build();
  }

  private static TurnRecord.Builder turn(String nodeId, long bytes) {
    return TurnRecord.newBuilder().setNodeId(nodeId).setFigures(TurnFigures.newBuilder().setWriteBytes(bytes)
        .setWriteBytesForWaits(bytes / 2));
  }

  /** A round each minute, and only the record of the last one. */
  @Test
  void lastRecordIsEnoughAndStaysSmall() throws Exception {
    List<JobRecord> last = List.of();
    long now = 0;
    for (long index = 1; index <= 2 * DAY / MINUTE; index++) {
      now = index * MINUTE;
      last = List.of(round(index, now, RoundMemory.carried(last, now)));
      JobSpecRules.check(last.get(0).getSpec());
    }
    List<PastRound> past = RoundMemory.of(last, now);
    assertThat(RoundBudget.spent(past, now)).as("a day and less than an hour")
        .isBetween(10 * DAY / MINUTE, 10 * (DAY / MINUTE + 60));
    assertThat(past.stream().mapToLong(round -> round.bytesForWaits("om1")).sum())
        .isEqualTo(past.stream().mapToLong(round -> round.bytesForOthers("om1")).sum());
    assertThat(last.get(0).getSpec().getRound().getHistory().getSerializedSize()).isLessThan(2 << 10);
  }

  /** An OM that ran without the add-on becomes leader and does not know the second round. */
  @Test
  void roundUnknownToALaterLeaderStillCountsWhereItIsKnown() {
    long now = DAY;
    JobRecord first = round(1, now - 3 * MINUTE, RoundHistory.getDefaultInstance());
    JobRecord second = round(2, now - 2 * MINUTE, RoundMemory.carried(List.of(first), now));
    JobRecord third = round(3, now - MINUTE, RoundMemory.carried(List.of(first), now));
    assertThat(RoundBudget.spent(RoundMemory.of(List.of(first, third), now), now)).isEqualTo(20);
    assertThat(RoundBudget.spent(RoundMemory.of(List.of(first, second, third), now), now)).isEqualTo(30);
    assertThat(RoundMemory.of(List.of(third), now)).last()
        .satisfies(last -> assertThat(last.lastMillis()).isEqualTo(now - MINUTE));
  }
}
