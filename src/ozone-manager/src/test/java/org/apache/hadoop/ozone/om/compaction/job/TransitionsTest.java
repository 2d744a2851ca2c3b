// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_EXPIRED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransitionsTest {
  private static final Set<TurnState> STATES = EnumSet.of(TURN_WAITING, TURN_RUNNING, TURN_SUCCEEDED, TURN_FAILED,
      TURN_CANCELLED, TURN_EXPIRED, TURN_SKIPPED);
  private static final Map<TurnState, Set<TurnState>> TABLE = Map.of(
      TURN_WAITING, EnumSet.of(TURN_RUNNING, TURN_FAILED, TURN_CANCELLED, TURN_EXPIRED, TURN_SKIPPED),
      TURN_RUNNING, EnumSet.of(TURN_WAITING, TURN_SUCCEEDED, TURN_FAILED, TURN_CANCELLED, TURN_EXPIRED));

  @Test
  void allowedTransitionsAreThoseOfTheTable() {
    for (TurnState from : STATES) {
      for (TurnState to : STATES) {
        assertThat(Transitions.allowed(from, to)).as("%s to %s", from, to)
            .isEqualTo(TABLE.getOrDefault(from, Set.of()).contains(to));
      }
    }
  }

  @Test
  void endedTurnStaysEnded() {
    assertThat(STATES.stream().filter(Transitions::ended)).containsExactlyInAnyOrder(TURN_SUCCEEDED, TURN_FAILED,
        TURN_CANCELLED, TURN_EXPIRED, TURN_SKIPPED);
    for (TurnState ended : STATES) {
      if (Transitions.ended(ended)) {
        assertThat(STATES.stream().filter(to -> Transitions.allowed(ended, to))).as("from %s", ended).isEmpty();
      }
    }
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
      "WAITING WAITING WAITING, QUEUED",
      "RUNNING WAITING WAITING, RUNNING",
      "SKIPPED WAITING WAITING, RUNNING",
      "SUCCEEDED SUCCEEDED WAITING, RUNNING",
      "SUCCEEDED SUCCEEDED SUCCEEDED, SUCCEEDED",
      "SUCCEEDED SKIPPED SUCCEEDED, PARTIAL",
      "SUCCEEDED FAILED SUCCEEDED, PARTIAL",
      "FAILED FAILED SKIPPED, FAILED",
      "SKIPPED SKIPPED SKIPPED, FAILED",
      "SUCCEEDED CANCELLED CANCELLED, CANCELLED",
      "SUCCEEDED EXPIRED EXPIRED, EXPIRED",
      "EXPIRED CANCELLED SUCCEEDED, CANCELLED",
  })
  void jobStateFollowsFromTurns(String turns, String job) {
    List<TurnRecord> records = Stream.of(turns.split(" "))
        .map(state -> TurnRecord.newBuilder().setState(TurnState.valueOf("TURN_" + state)).build()).toList();
    assertThat(Transitions.jobState(records)).isEqualTo(JobState.valueOf("JOB_" + job));
  }

  @Test
  void jobWithARecalledTurnHasBegun() {
    TurnRecord waiting = TurnRecord.newBuilder().setState(TURN_WAITING).build();
    TurnRecord recalled = waiting.toBuilder().setStartedAtMs(1).build();

    assertThat(Transitions.jobState(List.of(waiting, recalled))).isEqualTo(JobState.JOB_RUNNING);
    assertThat(Transitions.begun(JobRecord.newBuilder().addTurns(recalled).build())).isTrue();
    assertThat(Transitions.underWay(recalled)).isFalse();
  }

  @Test
  void jobEndsExactlyWhenAllItsTurnsHaveEnded() {
    for (TurnState a : STATES) {
      for (TurnState b : STATES) {
        for (TurnState c : STATES) {
          List<TurnRecord> turns = new ArrayList<>();
          for (TurnState state : List.of(a, b, c)) {
            turns.add(TurnRecord.newBuilder().setState(state).build());
          }
          boolean all = Transitions.ended(a) && Transitions.ended(b) && Transitions.ended(c);
          assertThat(Transitions.ended(Transitions.jobState(turns))).as("%s %s %s", a, b, c).isEqualTo(all);
        }
      }
    }
  }
}
