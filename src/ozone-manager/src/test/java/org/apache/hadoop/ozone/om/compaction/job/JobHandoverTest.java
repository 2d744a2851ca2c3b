// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three OMs at one log, some of them without the add-on for a while. */
@Timeout(60)
class JobHandoverTest {
  private final Map<String, JobRegistry> oms = new TreeMap<>();
  private final Set<String> stock = new HashSet<>();
  private String leader = "om1";
  private long term = 1;
  private long index;
  private long steady;
  private boolean prepared;

  @BeforeEach
  void allHaveTheAddOn() {
    Jobs.RING.forEach(nodeId -> oms.put(nodeId, Jobs.registry()));
  }

  /** As the ring takes a command: the leader's add-on looks first, whoever has the add-on applies. */
  private List<JobRecord> ring(Command.Builder builder) throws IOException {
    if (prepared) {
      throw new OMException("prepared", OMException.ResultCodes.NOT_SUPPORTED_OPERATION_WHEN_PREPARED);
    }
    Command command = builder.setVersion(1).setSentAtMs(index + 1).build();
    try {
      if (!stock.contains(leader)) {
        oms.get(leader).book().apply(command, "om", Long.MAX_VALUE);
      }
      return log(command);
    } catch (RefusedException e) {
      throw new OMException(e.getMessage(), OMException.ResultCodes.INVALID_REQUEST);
    }
  }

  private List<JobRecord> log(Command command) throws RefusedException {
    long at = ++index;
    List<JobRecord> answer = List.of();
    RefusedException refused = null;
    for (Map.Entry<String, JobRegistry> om : oms.entrySet()) {
      if (stock.contains(om.getKey())) {
        continue;
      }
      try {
        List<JobRecord> touched = om.getValue().apply(command, "om", at).getTouched();
        answer = om.getKey().equals(leader) ? touched : answer;
      } catch (RefusedException e) {
        refused = om.getKey().equals(leader) ? e : refused;
      }
    }
    if (refused != null) {
      throw refused;
    }
    return answer;
  }

  private void log(Command... commands) throws RefusedException {
    for (Command command : commands) {
      log(command);
    }
  }

  private JobHandover handover(String nodeId) {
    return new JobHandover(oms.get(nodeId), () -> Optional.of(term), this::ring, () -> steady += 1000);
  }

  private static boolean allows(JobHandover handover) throws InterruptedException {
    AtomicBoolean ran = new AtomicBoolean();
    handover.before(() -> ran.set(true)).run();
    return ran.get();
  }

  private void untilAgreed() {
    List<JobHandover> all = Jobs.RING.stream().map(this::handover).toList();
    Awaitility.await().until(() -> {
      all.forEach(JobHandover::run);
      for (JobHandover handover : all) {
        if (!allows(handover)) {
          return false;
        }
      }
      return true;
    });
  }

  private JobRecord job(String nodeId, int number) {
    return oms.get(nodeId).book().find(id(number)).orElseThrow();
  }

  private void everybodyHoldsTheSame() {
    List<JobRecord> jobs = List.copyOf(oms.get("om1").book().jobs());
    assertThat(oms.values()).allSatisfy(
        registry -> assertThat(List.copyOf(registry.book().jobs())).isEqualTo(jobs));
  }

  @Test
  void anOmThatWasStockWhenItsTurnWasGivenUpCompactsNothingAndLearnsHowTheJobEnded() throws Exception {
    log(submit(spec(1, "/v/b")), grant(1, "om3"), start(1, "om3"));
    stock.add("om3");
    log(end(1, TurnState.TURN_FAILED, "om3"), cancel(id(1)));
    stock.clear();

    JobHandover handover = handover("om3");
    JobHandover leaders = handover("om1");
    CompactionLoop.Round turns = handover.before(new NodeTurns("om3", CompactionConfig.from(new OzoneConfiguration()),
        oms.get("om3"), this::ring, user -> true, (spec, context) -> {
          throw new AssertionError("cancelled");
        }, new CompactionMetrics()));
    turns.run();
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_RUNNING);
    Awaitility.await().until(() -> {
      handover.run();
      turns.run();
      leaders.run();
      return allows(handover);
    });
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    everybodyHoldsTheSame();
  }

  @Test
  void anOmThatMissedPartOfAJobThatGoesOnTakesTheLeadersRecord() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om3");
    log(grant(1, "om2"), start(1, "om2"));
    stock.clear();
    log(progress(1, "om2", 5));
    untilAgreed();
    everybodyHoldsTheSame();
    assertThat(job("om3", 1).getTurns(1).getFigures().getRangesDone()).isEqualTo(5);
  }

  @Test
  void aLeaderThatMissedAJobTakesItFromWhoeverKnowsIt() throws Exception {
    stock.add("om1");
    log(submit(spec(1, "/v/b")));
    stock.clear();
    untilAgreed();
    everybodyHoldsTheSame();
    assertThat(job("om1", 1).getState()).isEqualTo(JobState.JOB_QUEUED);
  }

  @Test
  void aLeaderThatHasMissedTheEndOfAJobIsToldByTheOthers() throws Exception {
    log(submit(spec(1, "/v/b")), grant(1, "om1"), start(1, "om1"));
    stock.add("om1");
    log(end(1, TurnState.TURN_FAILED, "om1"), cancel(id(1)));
    stock.clear();
    untilAgreed();
    Awaitility.await().untilAsserted(this::everybodyHoldsTheSame);
    assertThat(job("om1", 1).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void aJobThatTheRingHasForgottenEndsWhereItIsStillOpen() throws Exception {
    log(submit(spec(1, "/v/b")), grant(1, "om3"), start(1, "om3"));
    stock.add("om3");
    log(end(1, TurnState.TURN_FAILED, "om3"), cancel(id(1)));
    for (int i = 101; i <= 100 + JobBook.MAX_ENDED; i++) {
      log(submit(spec(i, "/v/c")), cancel(id(i)));
    }
    stock.clear();
    untilAgreed();
    assertThat(oms.get("om3").book().openJobs()).isEmpty();
    assertThat(oms.get("om1").book().find(id(1))).isEmpty();
  }

  @Test
  void aJobThatTheLeaderDoesNotTakeDoesNotKeepTheOthersBack() throws Exception {
    log(submit(spec(1, "/v/a")), submit(spec(2, "/v/b")));
    JobRecord odd = job("om2", 1).toBuilder().setCreatedIndex(90).build();
    oms.put("om2", Jobs.registry(odd, job("om2", 2)));
    oms.put("om1", Jobs.registry());
    JobHandover handover = handover("om2");
    handover.run();
    assertThat(oms.get("om1").book().find(id(2))).isPresent();
    assertThat(allows(handover)).isTrue();
  }

  @Test
  void nothingIsSaidTwiceToTheSameLeaderAndEverythingAgainToTheNext() throws Exception {
    log(submit(spec(1, "/v/b")));
    JobHandover handover = handover("om2");
    handover.run();
    assertThat(allows(handover)).isTrue();
    long said = index;
    handover.run();
    assertThat(index).isEqualTo(said);
    term++;
    assertThat(allows(handover)).isFalse();
    Awaitility.await().until(() -> {
      handover.run();
      return allows(handover);
    });
    assertThat(index).isGreaterThan(said);
  }

  @Test
  void noTurnIsTakenUpUnderALeaderWithoutTheAddOnAndItIsToldOnce() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om1");
    JobHandover handover = handover("om2");
    handover.run();
    long said = index;
    handover.run();
    assertThat(index).isEqualTo(said);
    assertThat(allows(handover)).isFalse();
  }

  @Test
  void aRingThatIsPreparedIsAskedAgainLater() throws Exception {
    log(submit(spec(1, "/v/b")));
    JobHandover handover = handover("om2");
    prepared = true;
    handover.run();
    assertThat(allows(handover)).isFalse();
    prepared = false;
    Awaitility.await().until(() -> {
      handover.run();
      return allows(handover);
    });
  }

  @Test
  void whateverAnOmHasMissedAllHoldTheSameOpenJobsAfterwardsAndWhatHadEndedStaysSo() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      allHaveTheAddOn();
      Map<String, JobHandover> handovers = new TreeMap<>();
      Jobs.RING.forEach(nodeId -> handovers.put(nodeId, handover(nodeId)));
      for (int step = 0; step < 120; step++) {
        if (step == 30) {
          stock.add("om3");
        } else if (step == 80) {
          stock.clear();
          handovers.put("om3", handover("om3"));
        }
        if (step % 20 == 0) {
          leader = random.nextBoolean() ? "om1" : "om2";
          term++;
        }
        for (String nodeId : Jobs.RING) {
          boolean stillSilent = nodeId.equals("om3") && step < 100;
          if (!stillSilent && random.nextBoolean()) {
            handovers.get(nodeId).run();
          }
        }
        submitted(random, round * 100);
      }
      Set<String> ended = new HashSet<>();
      oms.get("om1").book().jobs().stream().filter(Transitions::ended)
          .forEach(job -> ended.add(job.getSpec().getJobId()));
      for (int settling = 0; settling < 5; settling++) {
        handovers.values().forEach(JobHandover::run);
        openJobsMoveOn();
      }
      handovers.values().forEach(JobHandover::run);
      List<JobRecord> open = oms.get("om1").book().openJobs();
      for (String nodeId : Jobs.RING) {
        assertThat(allows(handovers.get(nodeId))).as("seed %d round %d %s", seed, round, nodeId).isTrue();
        assertThat(oms.get(nodeId).book().openJobs()).as("seed %d round %d %s", seed, round, nodeId).isEqualTo(open)
            .noneMatch(job -> ended.contains(job.getSpec().getJobId()));
      }
    }
  }

  private void openJobsMoveOn() throws IOException {
    for (JobRecord job : oms.get(leader).book().openJobs()) {
      for (TurnRecord turn : job.getTurnsList()) {
        ring(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(job.getSpec().getJobId())
            .setNodeId(turn.getNodeId())));
        ring(Command.newBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(job.getSpec().getJobId())
            .setNodeId(turn.getNodeId())));
      }
    }
  }

  /** Any command of a client, the leader or a node. */
  private void submitted(Random random, int firstJob) {
    int known = oms.get(leader).book().jobs().size();
    int job = firstJob + (known == 0 ? 0 : random.nextInt(known));
    String node = Jobs.RING.get(random.nextInt(3));
    List<TurnState> ends = List.of(TurnState.TURN_SUCCEEDED, TurnState.TURN_FAILED, TurnState.TURN_SKIPPED);
    List<Command> any = List.of(submit(spec(firstJob + known, "/v/b" + known)), grant(job, node), start(job, node),
        progress(job, node, random.nextInt(9)), end(job, ends.get(random.nextInt(3)), node), cancel(id(job)));
    try {
      ring(any.get(random.nextInt(any.size())).toBuilder());
    } catch (IOException e) {
      // refused, like much of what is random
    }
  }
}
