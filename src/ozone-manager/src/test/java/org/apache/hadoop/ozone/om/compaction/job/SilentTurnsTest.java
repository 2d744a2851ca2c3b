// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends of turns of which nothing is heard. */
class SilentTurnsTest extends OneSchedule {
  private static final long TIMEOUT = 120_000;
  private static final long TURN_TIMEOUT = 3_600_000;

  @Test
  void silentOmLosesItsTurnAndTheOthersWaitForAHealthyRing() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    EndTurns skipped = ended(ring("om1", "om2=" + TIMEOUT));
    assertThat(skipped.getNodeIdsList()).containsExactly("om2");
    assertThat(skipped.getState()).isEqualTo(TurnState.TURN_SKIPPED);
    assertThat(skipped.getReason()).isEqualTo(TurnReason.UNREACHABLE);
  }

  @Test
  void turnsEndIfTheRingStaysUnhealthy() throws RefusedException {
    apply(submit(spec(1, "/v/b").clearNodeIds().addNodeIds("om2")));
    assertThat(decide(ring("om1", "om3=60000")).getCommands()).isEmpty();
    steady += TURN_TIMEOUT - 1;
    assertThat(decide(ring("om1", "om3=60000")).getCommands()).isEmpty();
    steady += 1;
    EndTurns failed = ended(ring("om1", "om3=60000"));
    assertThat(failed.getReason()).isEqualTo(TurnReason.RING_UNHEALTHY);
    assertThat(failed.getState()).isEqualTo(TurnState.TURN_FAILED);
  }

  @Test
  void ringStaysUnhealthyForAJobWhileAnotherOneExpires() throws RefusedException {
    apply(submit(spec(2, "/v/c").clearNodeIds().addNodeIds("om2").setNotAfterMs(NOW + 1)),
        submit(spec(1, "/v/b").clearNodeIds().addNodeIds("om2")));
    assertThat(decide(ring("om1", "om3=60000")).getCommands()).isEmpty();
    steady += TURN_TIMEOUT - 1;
    now = NOW + 1;
    assertThat(ended(ring("om1", "om3=60000")).getJobId()).isEqualTo(id(2));
    apply(end(2, TurnState.TURN_EXPIRED, "om2"));
    steady += 1;
    EndTurns failed = ended(ring("om1", "om3=60000"));
    assertThat(failed.getJobId()).isEqualTo(id(1));
    assertThat(failed.getReason()).isEqualTo(TurnReason.RING_UNHEALTHY);
  }

  @Test
  void omThatDoesNotTakeItsTurnIsSkipped() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"));
    assertThat(decide(ring("om1")).getCommands()).isEmpty();
    steady += TIMEOUT;
    EndTurns skipped = ended(ring("om1"));
    assertThat(skipped.getReason()).isEqualTo(TurnReason.NO_ADD_ON);
    assertThat(skipped.getMessage()).contains("without this add-on, is still at a range", "applies nothing");
    assertThat(skipped.getState()).isEqualTo(TurnState.TURN_SKIPPED);
  }

  /** An OM that has been down may catch up for minutes, by a checkpoint or by the log. */
  @Test
  void omThatCatchesUpIsNotGrantedATurnThatItCouldNotTake() throws RefusedException {
    apply(submit(spec(1, "/v/b").clearNodeIds().addNodeIds("om2")));
    TurnSchedule.Decision decision = decide(catchingUp("om2"));
    assertThat(decision.getCommands()).isEmpty();
    assertThat(decision.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_RING_UNHEALTHY);
    assertThat(decision.getWaits().get(id(1)).getMessage()).isEqualTo("om2 is 10001 log entries behind");
    steady += TURN_TIMEOUT - 1;
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void omThatCatchesUpLetsOthersGoFirst() throws RefusedException {
    List<String> five = List.of("om1", "om2", "om3", "om4", "om5");
    apply(submit(spec(1, "/v/b").clearNodeIds().addAllNodeIds(five)));
    RingHealth ring = new RingHealth("om1", five.stream().map(node -> RingHealth.Member.voter(node, 0,
        node.equals("om2") ? RingHealth.HEALTHY_LAG + 1 : 0)).toList());
    assertThat(granted(ring)).containsExactly("om3");
  }

  @Test
  void omThatFallsBehindAfterItWasGrantedATurnIsNotSaidToBeSilent() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"));
    decide(catchingUp("om2"));
    steady += TIMEOUT;
    EndTurns skipped = ended(catchingUp("om2"));
    assertThat(skipped.getReason()).isEqualTo(TurnReason.NO_ADD_ON);
    assertThat(skipped.getMessage()).contains("applies nothing").doesNotContain("does not answer");
  }

  private static RingHealth catchingUp(String behind) {
    return new RingHealth("om1", Jobs.RING.stream().map(node -> RingHealth.Member.voter(node, 0,
        node.equals(behind) ? RingHealth.HEALTHY_LAG + 1 : 0)).toList());
  }

  @Test
  void turnWithoutReportsFails() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"));
    decide(ring("om1"));
    steady += TIMEOUT - 1;
    apply(progress(1, "om2", 1));
    assertThat(decide(ring("om1")).getCommands()).isEmpty();
    steady += TIMEOUT;
    EndTurns failed = ended(ring("om1"));
    assertThat(failed.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(failed.getReason()).isEqualTo(TurnReason.UNREACHABLE);
  }

  @ParameterizedTest
  @CsvSource({"alice, 0, false", "alice, 0, true", "alice, 1000000, false", "alice, 1000000, true",
      "mallory, 0, false"})
  void turnWithoutReportsFailsAlsoInACancelledJob(String requester, long notAfter, boolean cancelled)
      throws RefusedException {
    image = JobCommands.apply(image,
        submit(spec(1, "/v/b").clearNodeIds().addNodeIds("om2").setNotAfterMs(notAfter)), requester,
        ++index).getImage();
    apply(grant(1, "om2"), start(1, "om2"));
    if (cancelled) {
      apply(Jobs.cancel(id(1)));
    }
    assertThat(decide(ring("om1", "om2=20000")).getCommands()).isEmpty();
    steady += TIMEOUT;
    EndTurns failed = ended(ring("om1", "om2=" + TIMEOUT));
    assertThat(failed.getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(failed.getReason()).isEqualTo(TurnReason.UNREACHABLE);
    assertThat(failed.getNodeIdsList()).containsExactly("om2");
  }

  @Test
  void nextTurnWaitsForTheRangeOfAGivenUpTurnUpToTheTimeout() throws RefusedException {
    apply(submit(spec(1, "/v/a").clearNodeIds().addNodeIds("om2")), grant(1, "om2"), start(1, "om2"),
        submit(spec(2, "/v/b").clearNodeIds().addNodeIds("om3")));
    decide(ring("om1"));
    steady += TIMEOUT;
    apply(decide(ring("om1")).getCommands().get(0).setSentAtMs(NOW).build());
    assertThat(image.openJobs()).extracting(job -> job.getSpec().getJobId()).containsExactly(id(2));

    TurnSchedule.Decision waiting = decide(ring("om1"));
    assertThat(waiting.getCommands()).isEmpty();
    assertThat(waiting.getWaits().get(id(2)).getReason()).isEqualTo(WaitReason.WAIT_OTHER_TURN);
    assertThat(waiting.getWaits().get(id(2)).getMessage())
        .isEqualTo("om2 may still be at a range of a turn that was given up");
    steady += TIMEOUT - 1;
    assertThat(granted(ring("om1"))).isEmpty();
    steady += 1;
    assertThat(granted(ring("om1"))).containsExactly("om3");
  }

  @ParameterizedTest
  @ValueSource(ints = {-7, -1, 1, 5})
  void clockStepsEndNoTurnAndDelayNone(int hours) throws RefusedException {
    apply(submit(spec(1, "/v/a").clearNodeIds().addNodeIds("om2")), grant(1, "om2"), start(1, "om2"),
        submit(spec(2, "/v/b").clearNodeIds().addNodeIds("om3")));
    now = Duration.ofDays(1).toMillis();
    decide(ring("om1"));
    now += Duration.ofHours(hours).toMillis();
    assertThat(decide(ring("om1")).getCommands()).as("om2 goes on, and om3 waits for it").isEmpty();

    steady += TIMEOUT;
    apply(decide(ring("om1")).getCommands().get(0).setSentAtMs(now).build());
    assertThat(granted(ring("om1"))).as("om2 may be at its range still").isEmpty();
    now -= Duration.ofHours(hours).toMillis();
    steady += TIMEOUT;
    assertThat(granted(ring("om1"))).containsExactly("om3");
  }

  @Test
  void turnGivenUpLongAgoDelaysNobody() throws RefusedException {
    apply(submit(spec(1, "/v/a").clearNodeIds().addNodeIds("om2")), grant(1, "om2"), start(1, "om2"),
        Command.newBuilder().setSentAtMs(NOW - TIMEOUT).setEndTurns(EndTurns.newBuilder().setJobId(id(1))
            .addNodeIds("om2").setState(TurnState.TURN_FAILED).setReason(TurnReason.UNREACHABLE)).build(),
        submit(spec(2, "/v/b")));
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void noTurnEndsTwiceInOneRound() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotAfterMs(NOW)), grant(1, "om2"), start(1, "om2"), grant(1, "om3"));
    decide(ring("om1"));
    steady += TIMEOUT;
    List<String> ended = decide(ring("om1", "om2=" + TIMEOUT, "om3=" + TIMEOUT)).getCommands().stream()
        .flatMap(command -> command.getEndTurns().getNodeIdsList().stream()).toList();
    assertThat(ended).containsExactlyInAnyOrder("om1", "om2", "om3");
  }
}
