// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.Jobs;
import org.apache.hadoop.ozone.om.compaction.job.LeaderTurns;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.job.RingSubmitter;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMove;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs of om1, om2 and om3 in a ring of five that move leadership off om1, which leads at first. */
class LeaderMoveTest {
  private static final String JOB = id(1);
  private static final String NOBODY =
      "No other OM that votes, is healthy and is at no turn has succeeded in this job.";

  private final JobRegistry registry = Jobs.registry();
  private final List<String> ring = new ArrayList<>(List.of("om1", "om2", "om3", "om4", "om5"));
  private final List<String> silent = new ArrayList<>();
  private final List<String> listeners = new ArrayList<>();
  private final List<String> transfers = new ArrayList<>();
  /** Empty for a transfer that succeeds. */
  private Optional<String> failure = Optional.empty();
  private String leads = "om1";
  private long index;

  private static String id(int number) {
    return new UUID(0, number).toString();
  }

  private void apply(Command.Builder command) throws RefusedException {
    registry.apply(command.setVersion(1).setSentAtMs(1000 + index).build(), "om", ++index);
  }

  private Optional<RingHealth> seenBy(String self) {
    return !self.equals(leads) ? Optional.empty() : Optional.of(new RingHealth(self, ring.stream()
        .map(nodeId -> listeners.contains(nodeId) ? RingHealth.Member.listener(nodeId, 0, 0)
            : RingHealth.Member.voter(nodeId, silent.contains(nodeId) ? 60_000 : 0, 0)).toList()));
  }

  private LeaderTurns turnsOf(String self, RingSubmitter submitter) {
    return new LeaderTurns(CompactionConfig.from(new OzoneConfiguration()), registry, () -> seenBy(self), submitter,
        user -> true, nodeId -> {
          transfers.add(nodeId);
          leads = failure.isPresent() ? leads : nodeId;
          return failure;
        });
  }

  private LeaderTurns turnsOf(String self) {
    return turnsOf(self, command -> {
      try {
        apply(command);
        return Optional.empty();
      } catch (RefusedException e) {
        throw new IOException(e);
      }
    });
  }

  private static JobSpec.Builder spec(int number, String... nodeIds) {
    return JobSpec.newBuilder().setJobId(id(number)).addAllNodeIds(List.of(nodeIds)).setMoveLeader(true)
        .setMaxParallelNodes(2).setTargets(Targets.newBuilder().addBuckets("/v/b" + number));
  }

  private void submit(JobSpec.Builder spec) throws RefusedException {
    apply(Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(spec)));
  }

  private void begin(int job, String nodeId) throws RefusedException {
    apply(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(id(job)).setNodeId(nodeId)));
    apply(Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(id(job)).setNodeId(nodeId)));
  }

  private void end(String nodeId, TurnState state) throws RefusedException {
    if (state == TurnState.TURN_SUCCEEDED) {
      begin(1, nodeId);
    }
    apply(Command.newBuilder().setEndTurns(
        EndTurns.newBuilder().setJobId(JOB).addNodeIds(nodeId).setState(state)));
  }

  /** Submits the job and lets both followers have their turn. */
  private void reachTheLeadersTurn() throws RefusedException {
    submit(spec(1, "om1", "om2", "om3"));
    end("om2", TurnState.TURN_SUCCEEDED);
    end("om3", TurnState.TURN_SUCCEEDED);
  }

  private static Command.Builder move(String jobId, String from, String to) {
    return Command.newBuilder().setMoveLeader(MoveLeader.newBuilder().setJobId(jobId).setFrom(from).setTo(to));
  }

  private static Command.Builder moved(String jobId, String why) {
    return Command.newBuilder().setLeaderMoved(LeaderMoved.newBuilder().setJobId(jobId).setFailure(why));
  }

  private JobRecord job() {
    return registry.image().find(JOB).orElseThrow();
  }

  private LeaderMove recorded() {
    return job().getLeaderMove();
  }

  private boolean leaderHasItsTurn() {
    return job().getTurns(0).getGrantedAtMs() != 0;
  }

  @Test
  void leadershipMovesOnceAndTheNewLeaderGrantsTheOldOneItsTurn() throws Exception {
    reachTheLeadersTurn();
    LeaderTurns om1 = turnsOf("om1");
    LeaderTurns om2 = turnsOf("om2");
    om1.run();
    assertThat(transfers).containsExactly("om2");
    assertThat(recorded()).returns("om1", LeaderMove::getFrom).returns("om2", LeaderMove::getTo)
        .returns(0L, LeaderMove::getMovedAtMs);
    om1.run();
    om2.run();
    assertThat(recorded().getMovedAtMs()).isGreaterThan(recorded().getAskedAtMs());
    assertThat(recorded().getFailure()).isEmpty();
    assertThat(leaderHasItsTurn()).isFalse();
    om2.run();
    assertThat(leaderHasItsTurn()).isTrue();
    begin(1, "om1");
    leads = "om1";
    om1.run();
    assertThat(transfers).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(nullValues = "-", value = {
      "SUCCEEDED, SUCCEEDED, -,   -,   -,   om2",
      "SKIPPED,   SUCCEEDED, -,   -,   -,   om3",
      "FAILED,    SUCCEEDED, -,   -,   -,   om3",
      "SUCCEEDED, SUCCEEDED, om2, -,   -,   om3",
      "SUCCEEDED, SUCCEEDED, -,   om2, -,   om3",
      "SUCCEEDED, SUCCEEDED, -,   -,   om2, om3",
      "SUCCEEDED, SKIPPED,   om2, -,   -,   -",
      "SUCCEEDED, SKIPPED,   -,   om2, -,   -",
      "SUCCEEDED, SKIPPED,   -,   -,   om2, -",
      "SKIPPED,   FAILED,    -,   -,   -,   -"})
  void firstOmThatQualifiesIsAsked(String om2, String om3, String isSilent, String listens, String compacts, String to)
      throws Exception {
    submit(spec(1, "om1", "om2", "om3"));
    end("om2", TurnState.valueOf("TURN_" + om2));
    end("om3", TurnState.valueOf("TURN_" + om3));
    Optional.ofNullable(isSilent).ifPresent(silent::add);
    Optional.ofNullable(listens).ifPresent(listeners::add);
    if (compacts != null) {
      submit(spec(2, compacts).setMoveLeader(false));
      begin(2, compacts);
    }
    LeaderTurns om1 = turnsOf("om1");
    om1.run();
    if (to == null) {
      assertThat(recorded()).isEqualTo(LeaderMove.newBuilder().setFailure(NOBODY).build());
      om1.run();
      assertThat(leaderHasItsTurn()).isTrue();
    }
    assertThat(transfers).isEqualTo(to == null ? List.of() : List.of(to));
  }

  @Test
  void singleOmHasItsTurnAndSaysWhy() throws Exception {
    ring.subList(1, 5).clear();
    submit(spec(1, "om1"));
    LeaderTurns om1 = turnsOf("om1");
    om1.run();
    assertThat(recorded().getFailure()).isEqualTo(NOBODY);
    om1.run();
    assertThat(leaderHasItsTurn()).isTrue();
    assertThat(transfers).isEmpty();
  }

  @Test
  void jobThatDoesNotAskMovesNothing() throws Exception {
    submit(spec(1, "om1", "om2").setMoveLeader(false));
    end("om2", TurnState.TURN_SUCCEEDED);
    turnsOf("om1").run();
    assertThat(leaderHasItsTurn()).isTrue();
    assertThat(job().hasLeaderMove()).isFalse();
  }

  @Test
  void failedTransferIsSaidAndTheLeaderHasItsTurn() throws Exception {
    reachTheLeadersTurn();
    failure = Optional.of("x".repeat(900));
    LeaderTurns om1 = turnsOf("om1");
    om1.run();
    assertThat(recorded().getFailure()).isEqualTo("x".repeat(500));
    om1.run();
    om1.run();
    assertThat(leaderHasItsTurn()).isTrue();
    assertThat(transfers).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"om1, om1 leads the ring.", "om3, om3 leads the ring.", "om2, ''"})
  void attemptOfALeaderThatWentDownIsNotRepeated(String next, String why) throws Exception {
    reachTheLeadersTurn();
    apply(move(JOB, "om1", "om2"));
    leads = next;
    LeaderTurns leader = turnsOf(next);
    leader.run();
    assertThat(recorded().getFailure()).isEqualTo(why);
    assertThat(recorded().getMovedAtMs() != 0).isEqualTo(why.isEmpty());
    leader.run();
    assertThat(leaderHasItsTurn()).isTrue();
    assertThat(transfers).isEmpty();
  }

  @Test
  void attemptWhoseAnswerIsLostIsNotMade() throws Exception {
    reachTheLeadersTurn();
    turnsOf("om1", command -> {
      try {
        apply(command);
      } catch (RefusedException e) {
        throw new AssertionError(e);
      }
      throw new IOException("timed out");
    }).run();
    assertThat(recorded().getTo()).isEqualTo("om2");
    turnsOf("om1").run();
    assertThat(recorded().getFailure()).isEqualTo("om1 leads the ring.");
    assertThat(transfers).isEmpty();
  }

  @Test
  void attemptThatAnotherLeaderRecordedFirstIsNotMade() throws Exception {
    reachTheLeadersTurn();
    turnsOf("om1", command -> {
      try {
        apply(move(JOB, "om3", "om2"));
        apply(command);
        return Optional.empty();
      } catch (RefusedException e) {
        throw new AssertionError(e);
      }
    }).run();
    assertThat(recorded().getFrom()).isEqualTo("om3");
    assertThat(transfers).isEmpty();
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        Arguments.of(ErrorCode.UNKNOWN_JOB, move(id(9), "om1", "om2")),
        Arguments.of(ErrorCode.UNKNOWN_JOB, moved(id(9), "why")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(id(2), "om1", "om2")),
        Arguments.of(ErrorCode.BAD_REQUEST, moved(id(2), "why")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "om9", "om2")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "", "om2")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "om1", "")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "om1", "om9")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "om3", "om1")),
        Arguments.of(ErrorCode.BAD_REQUEST, move(JOB, "om2", "om2")),
        Arguments.of(ErrorCode.BAD_REQUEST, moved(JOB, "")));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void moveThatNoLeaderMakesIsRefused(ErrorCode code, Command.Builder command) throws RefusedException {
    reachTheLeadersTurn();
    submit(spec(2, "om1", "om2").setMoveLeader(false));
    JobRecord before = job();
    assertThatThrownBy(() -> apply(command)).isInstanceOfSatisfying(RefusedException.class,
        refusal -> assertThat(refusal.getCode()).isEqualTo(code));
    assertThat(job()).isEqualTo(before);
  }

  static Stream<Command.Builder> stops() {
    return Stream.of(Command.newBuilder().setPauseJob(PauseJob.newBuilder().setJobId(JOB)),
        Command.newBuilder().setCancel(CancelJobs.newBuilder().setJobId(JOB)));
  }

  @ParameterizedTest
  @MethodSource("stops")
  void jobThatIsPausedOrOverMovesNothing(Command.Builder stop) throws Exception {
    reachTheLeadersTurn();
    apply(stop);
    apply(move(JOB, "om1", "om2"));
    turnsOf("om1").run();
    assertThat(job().hasLeaderMove()).isFalse();
    assertThat(transfers).isEmpty();
  }

  @Test
  void firstAttemptAndItsFirstEndStay() throws RefusedException {
    reachTheLeadersTurn();
    apply(move(JOB, "om1", "om2"));
    apply(move(JOB, "om1", "om3"));
    apply(moved(JOB, "why"));
    LeaderMove ended = recorded();
    apply(moved(JOB, ""));
    apply(moved(JOB, "another"));
    apply(move(JOB, "om1", "om3"));
    assertThat(recorded()).isEqualTo(ended).returns("om2", LeaderMove::getTo).returns("why", LeaderMove::getFailure);
  }
}
