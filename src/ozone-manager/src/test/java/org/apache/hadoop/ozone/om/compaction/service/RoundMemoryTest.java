// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.junit.jupiter.api.Test;

class RoundMemoryTest {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** One that removed nothing of its keys. */
  private static JobRecord.Builder round(long index, long ended, String bucket, RoundHistory history) {
    return JobRecord.newBuilder().setCreatedIndex(index).setState(JobState.JOB_SUCCEEDED).setEndedAtMs(ended)
        .setSpec(JobSpec.newBuilder().setJobId(new UUID(0, index).toString()).addNodeIds("om1").addNodeIds("om2")
            .setTargets(Targets.newBuilder().addKeyRanges(CompactionProtos.KeyRange.newBuilder().setTable("keyTable")
                .setBegin(ByteString.copyFromUtf8(bucket)).setEnd(ByteString.copyFromUtf8(bucket + "~"))))
            .setRound(Round.newBuilder().setPredictedTombstones(100).setHistory(history)))
        .addTurns(turn("om1", 10)).addTurns(turn("om2", 1));
  }

  private static TurnRecord.Builder turn(String nodeId, long bytes) {
    return TurnRecord.newBuilder().setNodeId(nodeId).setFigures(TurnFigures.newBuilder().setWriteBytes(bytes));
  }

  private static TableKeys keys(String bucket) {
    return new TableKeys("keyTable", new KeyRange(bytes(bucket), bytes(bucket + "~")));
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** Rounds every minute, all of them at keys that cannot go, and never more than the record of the last. */
  @Test
  void theLastRecordIsEnoughAndStaysSmall() throws Exception {
    List<JobRecord> last = List.of();
    long now = 0;
    for (long index = 1; index <= 2 * DAY / MINUTE; index++) {
      now = index * MINUTE;
      RoundHistory history = RoundMemory.carried(last, now);
      JobRecord round = round(index, now, "/v/" + "b".repeat(40) + index % 500, history).build();
      JobSpecRules.check(round.getSpec());
      last = List.of(round);
    }
    assertThat(RoundBudget.spent(RoundMemory.of(last, now), now)).as("a day and less than an hour")
        .isBetween(10 * DAY / MINUTE, 10 * (DAY / MINUTE + 60));
    assertThat(last.get(0).getSpec().getRound().getHistory().getSerializedSize()).isLessThan(24 << 10);
  }

  @Test
  void keysThatRestLongestAreKeptWhereNotAllHaveRoom() {
    List<JobRecord> jobs = new ArrayList<>();
    long now = 100 * DAY;
    jobs.add(round(1, now - 5 * DAY, "/v/long", RoundHistory.getDefaultInstance()).build());
    jobs.add(round(2, now - DAY, "/v/long", RoundHistory.getDefaultInstance()).build());
    for (int index = 3; index < 1_000; index++) {
      jobs.add(round(index, now - MINUTE, "/v/short" + index, RoundHistory.getDefaultInstance()).build());
    }
    RoundHistory history = RoundMemory.carried(jobs, now);
    assertThat(history.getSerializedSize()).isLessThan(24 << 10);
    long until = Rests.after(RoundMemory.of(List.of(round(1_000, now, "/v/other", history).build()), now))
        .until(keys("/v/long"));
    assertThat(until).isEqualTo(now - DAY + Rests.LONGEST_MILLIS);
  }

  /** An OM that ran without the add-on comes to lead and has not heard of the second round. */
  @Test
  void aRoundThatALaterLeaderDidNotKnowOfStillCountsWhereItIsKnown() {
    long now = DAY;
    JobRecord first = round(1, now - 3 * MINUTE, "/v/a", RoundHistory.getDefaultInstance()).build();
    JobRecord second = round(2, now - 2 * MINUTE, "/v/b", RoundMemory.carried(List.of(first), now)).build();
    JobRecord third = round(3, now - MINUTE, "/v/c", RoundMemory.carried(List.of(first), now)).build();
    assertThat(RoundBudget.spent(RoundMemory.of(List.of(first, third), now), now)).isEqualTo(20);
    assertThat(RoundBudget.spent(RoundMemory.of(List.of(first, second, third), now), now)).isEqualTo(30);
    assertThat(RoundMemory.of(List.of(third), now)).last()
        .satisfies(last -> assertThat(last.lastMillis()).isEqualTo(now - MINUTE));
  }
}
