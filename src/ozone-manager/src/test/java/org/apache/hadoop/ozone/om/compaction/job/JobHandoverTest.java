// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.adopt;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.end;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What OMs tell each other of their jobs. */
@Timeout(60)
class JobHandoverTest extends ThreeOms {

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
    Awaitility.await().atMost(PATIENCE).until(() -> {
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

  @ParameterizedTest(name = "a leader that cannot be asked: {0}")
  @ValueSource(booleans = {false, true})
  void aLeaderThatMissedAJobTakesItFromWhoeverKnowsIt(boolean older) throws Exception {
    olderLeader = older;
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
    Awaitility.await().atMost(PATIENCE).untilAsserted(this::everybodyHoldsTheSame);
    assertThat(job("om1", 1).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void anOmThatWasStockWhenAJobWasSubmittedLearnsOfItUnderTheSameLeader() throws Exception {
    untilAgreed();
    stock.add("om3");
    log(submit(spec(1, "/v/b")));
    JobHandover back = comesBack("om3");
    assertThat(allows(back)).isFalse();
    untilAgreed(back);
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_QUEUED);
    everybodyHoldsTheSame();
  }

  @Test
  void aTurnThatIsGrantedToAnOmBeforeItKnowsTheJobIsThere() throws Exception {
    stock.add("om3");
    log(submit(spec(1, "/v/b")));
    JobHandover back = comesBack("om3");
    ring(grant(1, "om3").toBuilder());
    untilAgreed(back);
    assertThat(Transitions.underWay(job("om3", 1).getTurns(2))).isTrue();
  }

  @Test
  void anOpenJobStaysOpenThoughAnOmThatMissedItRemembersOnlyYoungerOnes() throws Exception {
    stock.add("om3");
    log(submit(spec(1, "/v/b")));
    stock.clear();
    manyJobsComeAndEnd();
    term++;
    untilAgreed();
    handover("om3").run();
    everybodyHoldsTheSame();
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_QUEUED);
  }

  @Test
  void aJobWhoseEndNobodyRemembersIsOpenAgainAsOnTheOmThatHasMissedIt() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om3");
    log(cancel(id(1)));
    manyJobsComeAndEnd();
    assertThat(oms.get("om1").image().find(id(1))).isEmpty();
    stock.clear();
    untilAgreed();
    assertThat(oms.values()).allSatisfy(om -> assertThat(om.image().openJobs()).hasSize(1));
  }

  @Test
  void anOmThatIsBehindSaysNothingBeforeItHasCaughtUp() throws Exception {
    log(submit(spec(1, "/v/b")));
    behind.put("om3", new ArrayList<>());
    log(cancel(id(1)));
    manyJobsComeAndEnd();
    JobHandover handover = handover("om3");
    handover.run();
    long said = index;
    handover.run();
    assertThat(index).isEqualTo(said);
    assertThat(allows(handover)).isFalse();
    catchesUp("om3");
    handover.run();
    assertThat(allows(handover)).isTrue();
    assertThat(index).isEqualTo(said);
    everybodyHoldsTheSame();
  }

  @Test
  void whatCouldNotBeToldIsToldLater() throws Exception {
    log(submit(spec(1, "/v/a")), submit(spec(2, "/v/b")));
    JobRecord open = job("om1", 1);
    JobRecord another = job("om1", 2);
    stock.add("om1");
    log(cancel(id(1)), cancel(id(2)));
    stock.clear();
    log(adopt(open), adopt(another));
    JobHandover handover = handover("om2");
    lostCalls = 1;
    handover.run();
    assertThat(oms.get("om1").image().openJobs()).hasSize(2);
    handover.run();
    assertThat(oms.get("om1").image().openJobs()).isEmpty();
  }

  @Test
  void anotherDatabaseUnderTheRecordsNeedsAnotherAgreement() throws Exception {
    log(submit(spec(1, "/v/b")));
    AtomicReference<List<JobRecord>> database = new AtomicReference<>(List.of(job("om1", 1)));
    oms.put("om3", new JobRegistry(new JobRegistry.Records() {
      @Override
      public Object identity() {
        return database.get();
      }

      @Override
      public List<JobRecord> readAll() {
        return database.get();
      }
    }));
    JobHandover handover = handover("om3");
    handover.run();
    assertThat(allows(handover)).isTrue();
    database.set(List.of());
    assertThat(allows(handover)).isFalse();
    untilAgreed(handover);
    assertThat(oms.get("om3").image().find(id(1))).isPresent();
  }

  @Test
  void anOmThatCannotTakeWhatItIsToldAsksLessAndLessOften() throws Exception {
    stock.add("om3");
    for (int i = 1; i <= JobImage.MAX_OPEN; i++) {
      log(submit(spec(i, "/v/b" + i)));
    }
    JobRecord[] others = oms.get("om1").image().jobs().stream().map(job -> job.toBuilder()
        .setSpec(job.getSpec().toBuilder().setJobId(id(1000 + (int) job.getCreatedIndex()))).build())
        .toArray(JobRecord[]::new);
    oms.put("om3", Jobs.registry(others));
    stock.clear();
    JobHandover handover = handover("om3");
    handover.run();
    long said = index;
    for (int i = 0; i < 600; i++) {
      handover.run();
    }
    assertThat(index - said).isLessThan(20L * JobImage.MAX_OPEN);
  }

  @Test
  void aJobThatTheLeaderDoesNotTakeDoesNotKeepTheOthersBack() throws Exception {
    log(submit(spec(1, "/v/a")), submit(spec(2, "/v/b")));
    JobRecord odd = job("om2", 1).toBuilder().setCreatedIndex(90).build();
    oms.put("om2", Jobs.registry(odd, job("om2", 2)));
    oms.put("om1", Jobs.registry());
    JobHandover handover = handover("om2");
    handover.run();
    assertThat(oms.get("om1").image().find(id(2))).isPresent();
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
    untilAgreed(handover);
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
    untilAgreed(handover);
  }

  private void manyJobsComeAndEnd() throws RefusedException {
    for (int i = 101; i <= 100 + JobImage.MAX_ENDED; i++) {
      log(submit(spec(i, "/v/c")), cancel(id(i)));
    }
  }
}
