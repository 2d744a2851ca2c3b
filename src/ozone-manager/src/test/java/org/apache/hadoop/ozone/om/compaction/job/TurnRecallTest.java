// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.giveBack;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.recall;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions under which the leader recalls a granted turn. */
class TurnRecallTest extends OneSchedule {
  private List<RecallTurn> recalled(RingHealth ring) {
    return decide(ring).getCommands().stream().filter(Command.Builder::hasRecallTurn)
        .map(Command.Builder::getRecallTurn).toList();
  }

  @Test
  void runningTurnIsRecalledWhileAVoterIsSilent() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"));
    assertThat(recalled(ring("om1", "om3=9999"))).isEmpty();
    assertThat(recalled(ring("om1", "om3=10000"))).singleElement()
        .returns("om2", RecallTurn::getNodeId).returns(id(1), RecallTurn::getJobId)
        .returns("The ring is not healthy: om3 has not answered for 10 s. The turn goes on once it is.",
            RecallTurn::getMessage);

    apply(recall(1, "om2"));
    assertThat(decide(ring("om1", "om3=11000")).getCommands()).as("it is on its way back").isEmpty();
    apply(giveBack(1, "om2", 3));
    TurnSchedule.Decision waiting = decide(ring("om1", "om3=12000"));
    assertThat(waiting.getCommands()).isEmpty();
    assertThat(waiting.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_RING_UNHEALTHY);
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void grantedTurnThatHasNotBegunIsRecalledToo() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"));
    assertThat(recalled(ring("om1", "om3=10000"))).extracting(RecallTurn::getNodeId).containsExactly("om2");
  }

  @Test
  void turnOfASilentOmIsNotRecalled() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"));
    assertThat(decide(ring("om1", "om2=20000")).getCommands()).isEmpty();
  }

  @Test
  void turnOfANewLeaderIsRecalledUntilTheOthersHaveEnded() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"));
    assertThat(recalled(ring("om2"))).singleElement().returns("om2", RecallTurn::getNodeId)
        .returns("om2 leads the ring now: its turn goes on after the others'.", RecallTurn::getMessage);
    apply(recall(1, "om2"));
    assertThat(decide(ring("om2")).getCommands()).as("nobody begins while it is at its last range").isEmpty();
    apply(giveBack(1, "om2", 3));
    List<String> order = new ArrayList<>();
    for (List<String> next = granted(ring("om2")); !next.isEmpty(); next = granted(ring("om2"))) {
      order.add(next.get(0));
      apply(grant(1, next.get(0)), start(1, next.get(0)), end(1, TURN_SUCCEEDED, next.get(0)));
    }
    assertThat(order).containsExactly("om1", "om3", "om2");
  }

  @Test
  void leadersTurnGoesOnIfNoOtherIsOpen() throws RefusedException {
    apply(submit(spec(1, "/v/b")), end(1, TurnState.TURN_SKIPPED, "om1", "om3"), grant(1, "om2"), start(1, "om2"));
    assertThat(decide(ring("om2")).getCommands()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"om5=10000, om2", "'om4=10000,om5=10000', 'om3,om2'", "om2=10000, ''"})
  void onlyAsManyTurnsAreRecalledAsTheRingNeeds(String silent, String recalled) throws RefusedException {
    List<String> nodes = List.of("om1", "om2", "om3", "om4", "om5");
    apply(submit(spec(1, "/v/b").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(2)), grant(1, "om3"),
        start(1, "om3"), grant(1, "om2"), start(1, "om2"));
    List<RingHealth.Member> members = nodes.stream()
        .map(node -> RingHealth.Member.voter(node, silent.contains(node) ? 10_000 : 0, 0)).toList();
    assertThat(recalled(new RingHealth("om1", members)).stream().map(RecallTurn::getNodeId))
        .containsExactlyInAnyOrder(recalled.isEmpty() ? new String[0] : recalled.split(","));
  }

  @Test
  void cancelledTurnIsNotRecalled() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"), Jobs.cancel(id(1)));
    assertThat(decide(ring("om1", "om3=10000")).getCommands()).isEmpty();
  }
}
