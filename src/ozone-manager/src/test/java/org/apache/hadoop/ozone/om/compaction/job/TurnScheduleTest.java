// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnScheduleTest extends OneSchedule {

  @Test
  void followersGoFirstInTheJobsOrderAndTheLeaderLast() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    List<String> order = new ArrayList<>();
    for (int turn = 0; turn < 3; turn++) {
      String next = granted(ring("om1")).get(0);
      order.add(next);
      apply(grant(1, next), start(1, next));
      assertThat(granted(ring("om1"))).as("while %s is under way", next).isEmpty();
      apply(end(1, TURN_SUCCEEDED, next));
    }
    assertThat(order).containsExactly("om2", "om3", "om1");
  }

  @Test
  void newLeaderContinuesAndGoesLastItself() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"), end(1, TURN_SUCCEEDED, "om2"));
    assertThat(granted(ring("om3"))).containsExactly("om1");
  }

  @Test
  void twoJobsShareTheRingOneTurnAtATime() throws RefusedException {
    apply(submit(spec(1, "/v/a")), submit(spec(2, "/v/b")));
    assertThat(granted(ring("om1"))).containsExactly("om2");
    apply(grant(1, "om2"));
    TurnSchedule.Decision decision = decide(ring("om1"));
    assertThat(decision.getCommands()).isEmpty();
    assertThat(decision.getWaits().get(id(2)).getReason()).isEqualTo(WaitReason.WAIT_OTHER_TURN);
  }

  @Test
  void urgentJobGoesBeforeAnOlderOneAtTheSameKeys() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(NOW)), submit(spec(2, "/v/b")));
    TurnSchedule.Decision decision = decide(ring("om1"));
    assertThat(decision.getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(2)));
    // Between its turns, too.
    apply(grant(2, "om2"), start(2, "om2"), end(2, TURN_SUCCEEDED, "om2"));
    decision = decide(ring("om1"));
    assertThat(decision.getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(2)));
    assertThat(decision.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_OTHER_TURN);
    assertThat(decision.getWaits().get(id(1)).getMessage()).contains(id(2));
    apply(end(2, TurnState.TURN_SKIPPED, "om1", "om3"));
    assertThat(decide(ring("om1")).getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(1)));
  }

  @Test
  void jobsAtTheSameKeysNeverRunAtOnce() throws RefusedException {
    List<String> nodes = List.of("om1", "om2", "om3", "om4", "om5");
    RingHealth ring = new RingHealth("om1", nodes.stream().map(node -> RingHealth.Member.voter(node, 0, 0)).toList());
    apply(submit(spec(1, "/v/b").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(2).setNotBeforeMs(NOW)),
        submit(spec(2, "/v/b").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(1)), grant(2, "om2"));
    assertThat(granted(ring)).isEmpty();
    apply(submit(spec(3, "/v/c").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(2)));
    assertThat(decide(ring).getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(3)));
  }

  @Test
  void urgentJobWaitsForTheRunningRangeOfThePreemptedJob() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"), submit(spec(2, "/v/b").setPreempt(true)));
    TurnSchedule.Decision decision = decide(ring("om1"));
    assertThat(decision.getCommands()).isEmpty();
    assertThat(decision.getWaits().get(id(2)).getReason()).isEqualTo(WaitReason.WAIT_OTHER_TURN);
    assertThat(decision.getWaits().get(id(2)).getMessage()).contains(id(1));
    apply(end(1, TurnState.TURN_CANCELLED, "om2"));
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void begunJobGoesFirstEvenOutsideItsWindow() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(NOW + 1)), submit(spec(2, "/v/b")), grant(1, "om2"));
    assertThat(decide(ring("om1")).getCommands()).isEmpty();
    assertThat(decide(ring("om1")).getWaits().get(id(2)).getMessage()).contains(id(1));
  }

  @Test
  void pausedJobGetsNoTurnAndSaysWho() throws RefusedException {
    apply(submit(spec(1, "/v/b")), Jobs.pause(1));
    TurnSchedule.Decision decision = decide(ring("om1", "om2=200000"));
    assertThat(decision.getCommands()).as("nor is a silent OM skipped").isEmpty();
    assertThat(decision.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_PAUSED);
    assertThat(decision.getWaits().get(id(1)).getMessage()).startsWith("paused by alice since 1970-01-01T00:00:00.260Z")
        .contains("resume " + id(1));
    apply(Jobs.resume(1));
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void pausedJobExpiresWithItsWindow() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotAfterMs(NOW)), Jobs.pause(1));
    assertThat(ended(ring("om1")).getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
  }

  @Test
  void pausedJobHoldsUpNoOtherAndGoesBehindWhatBeganMeanwhile() throws RefusedException {
    apply(submit(spec(1, "/v/b")), grant(1, "om2"), start(1, "om2"), Jobs.pause(1));
    refused(ErrorCode.JOB_OVERLAPS, submit(spec(2, "/v/b")));
    apply(Jobs.giveBack(1, "om2", 1), submit(spec(2, "/v/b")));
    assertThat(decide(ring("om1")).getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(2)));
    apply(grant(2, "om2"), start(2, "om2"), end(2, TURN_SUCCEEDED, "om2"), Jobs.resume(1));
    TurnSchedule.Decision decision = decide(ring("om1"));
    assertThat(decision.getCommands()).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(2)));
    assertThat(decision.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_OTHER_TURN);
    apply(end(2, TurnState.TURN_SKIPPED, "om1", "om3"));
    assertThat(granted(ring("om1"))).containsExactly("om2");
  }

  @Test
  void changedWindowDecidesWhenAJobBeginsAndEnds() throws RefusedException {
    apply(submit(spec(1, "/v/b").setNotBeforeMs(NOW + 1)));
    assertThat(granted(ring("om1"))).isEmpty();
    apply(Jobs.update(1, JobLimits.newBuilder().setNotBeforeMs(NOW)));
    assertThat(granted(ring("om1"))).containsExactly("om2");
    apply(Jobs.update(1, JobLimits.newBuilder().setNotBeforeMs(NOW - 1).setNotAfterMs(NOW)));
    assertThat(ended(ring("om1")).getReason()).isEqualTo(TurnReason.WINDOW_CLOSED);
  }

  @ParameterizedTest(name = "{0} voters, {1} asked: {2} at once")
  @CsvSource({"1,1,1", "3,1,1", "3,2,1", "5,2,2", "5,5,2", "7,3,3", "7,1,1"})
  void neverMoreThanAMinorityCompacts(int voters, int asked, int atOnce) throws RefusedException {
    List<String> nodes = Stream.iterate(1, i -> i + 1).limit(voters).map(i -> "om" + i).toList();
    apply(submit(spec(1, "/v/b").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(asked)));
    RingHealth ring = new RingHealth("om1", nodes.stream().map(node -> RingHealth.Member.voter(node, 0, 0)).toList());
    int granted = 0;
    for (List<String> next = granted(ring); !next.isEmpty(); next = granted(ring)) {
      apply(grant(1, next.get(0)));
      granted++;
    }
    assertThat(granted).isEqualTo(atOnce);
  }

  @ParameterizedTest
  @CsvSource({"om3=45000, 45 s", "om3=80000, 1 min 20 s"})
  void noTurnBeginsWhileTheRingCannotSpareAnOm(String silent, String since) throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    TurnSchedule.Decision decision = decide(ring("om1", silent));
    assertThat(decision.getCommands()).isEmpty();
    assertThat(decision.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_RING_UNHEALTHY);
    assertThat(decision.getWaits().get(id(1)).getMessage()).isEqualTo("om3 has not answered for " + since);
  }

  @Test
  void fiveVotersCanSpareASilentAndACompactingOne() throws RefusedException {
    List<String> nodes = List.of("om1", "om2", "om3", "om4", "om5");
    apply(submit(spec(1, "/v/b").clearNodeIds().addAllNodeIds(nodes).setMaxParallelNodes(2)));
    RingHealth ring = new RingHealth("om1", nodes.stream()
        .map(node -> RingHealth.Member.voter(node, node.equals("om5") ? 60_000 : 0, 0)).toList());
    assertThat(granted(ring)).containsExactly("om2");
    apply(grant(1, "om2"));
    assertThat(granted(ring)).isEmpty();
  }

  @Test
  void laggingFollowerCountsAsMissing() throws RefusedException {
    apply(submit(spec(1, "/v/b")));
    RingHealth ring = new RingHealth("om1", List.of(RingHealth.Member.voter("om1", 0, 0),
        RingHealth.Member.voter("om2", 0, 0),
        RingHealth.Member.voter("om3", 0, RingHealth.HEALTHY_LAG + 1)));
    assertThat(decide(ring).getWaits().get(id(1)).getMessage()).contains("om3 is 10001 log entries behind");
  }

  @Test
  void listenersDoNotCountAsVoters() throws RefusedException {
    apply(submit(spec(1, "/v/b").addNodeIds("listener")));
    List<RingHealth.Member> members = new ArrayList<>(ring("om1").getMembers());
    members.add(RingHealth.Member.listener("listener", 0, 0));
    apply(end(1, TurnState.TURN_SKIPPED, "om2", "om3"));
    assertThat(granted(new RingHealth("om1", members))).containsExactly("listener");
  }

  @Test
  void omThatLeftTheRingIsSkipped() throws RefusedException {
    apply(submit(spec(1, "/v/b").addNodeIds("gone")));
    assertThat(ended(ring("om1")).getMessage()).isEqualTo("gone has left the ring.");
  }

  @Test
  void turnsWaitForTheirWindowAndExpireAfterIt() throws RefusedException {
    apply(submit(spec(1, "/v/a").setNotBeforeMs(NOW + 1)));
    assertThat(decide(ring("om1")).getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_WINDOW);
    apply(Jobs.cancel(""));
    apply(submit(spec(2, "/v/b").setNotAfterMs(NOW)), grant(2, "om2"), start(2, "om2"));
    EndTurns expired = ended(ring("om1"));
    assertThat(expired.getState()).isEqualTo(TurnState.TURN_EXPIRED);
    assertThat(expired.getNodeIdsList()).containsExactly("om1", "om3");
  }

  @Test
  void jobOfANonAdministratorEndsBeforeItsFirstTurn() throws RefusedException {
    image = JobCommands.apply(image, submit(spec(1, "/v/b")), "mallory", ++index).getImage();
    EndTurns refused = ended(ring("om1"));
    assertThat(refused.getReason()).isEqualTo(TurnReason.NOT_AUTHORISED);
    assertThat(refused.getNodeIdsList()).containsExactlyElementsOf(Jobs.RING);
  }

  /** Groups come from LDAP, say, which may not answer for a while. */
  @Test
  void jobWaitsWhileItIsNotKnownWhetherItsUserIsAnAdministrator() throws RefusedException {
    LateAdministrators late = new LateAdministrators();
    TurnSchedule unsure = new TurnSchedule(CompactionConfig.from(new OzoneConfiguration()), late,
        new LastChangeTimes(() -> steady));
    apply(submit(spec(1, "/v/b")));

    TurnSchedule.Decision waits = unsure.decide(image, ring("om1"), now);
    assertThat(waits.getCommands()).isEmpty();
    assertThat(waits.getWaits().get(id(1)).getReason()).isEqualTo(WaitReason.WAIT_ADMINISTRATOR);
    steady += Duration.ofHours(1).toMillis() - 1;
    assertThat(unsure.decide(image, ring("om1"), now).getCommands()).isEmpty();
    late.found(true);
    assertThat(unsure.decide(image, ring("om1"), now).getCommands()).singleElement()
        .satisfies(command -> assertThat(command.hasGrantTurn()).isTrue());
    late.found(false);
    unsure.decide(image, ring("om1"), now);
    steady += Duration.ofHours(1).toMillis();
    assertThat(unsure.decide(image, ring("om1"), now).getCommands()).singleElement().satisfies(
        command -> {
          assertThat(command.getEndTurns().getReason()).isEqualTo(TurnReason.NOT_AUTHORISED);
          assertThat(command.getEndTurns().getMessage()).startsWith("For 60 min no group of ");
        });
  }

  @Test
  void jobWithAFutureWindowDoesNotDelayTheNextJob() throws RefusedException {
    apply(submit(spec(1, "/v/a").setNotBeforeMs(NOW + 1)), submit(spec(2, "/v/b")));
    List<Command.Builder> commands = decide(ring("om1")).getCommands();
    assertThat(commands).singleElement().satisfies(
        command -> assertThat(command.getGrantTurn().getJobId()).isEqualTo(id(2)));
  }

  @ParameterizedTest(name = "{0} of {1} voters silent, {2} compacting: healthy {3}")
  @CsvSource({"0,1,1,true", "0,2,1,true", "1,2,1,false", "0,3,1,true", "1,3,1,false", "1,3,0,true", "1,5,1,true",
      "2,5,1,false", "1,5,2,false", "0,5,2,true", "0,4,1,true", "1,4,1,false"})
  void ringIsHealthyIfItCanLoseTheCompactingOms(int silent, int voters, int compacting, boolean healthy) {
    String[] nodes = Stream.iterate(1, i -> i + 1).limit(voters).map(i -> "om" + i).toArray(String[]::new);
    List<RingHealth.Member> members = new ArrayList<>();
    for (int i = 0; i < voters; i++) {
      members.add(RingHealth.Member.voter(nodes[i], i < silent ? RingHealth.HEALTHY_SILENCE_MS : 0, 0));
    }
    Set<String> busy = Set.copyOf(Arrays.asList(nodes).subList(voters - compacting, voters));
    assertThat(new RingHealth(nodes[0], members).unhealthy(busy).isEmpty()).isEqualTo(healthy);
  }
}
