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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetrics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An OM, or a leader, that missed changes of jobs. */
@Timeout(60)
class AgreementTest extends ThreeOms {

  @Test
  void omThatWasStockWhenItsTurnWasGivenUpCompactsNothingAndLearnsHowTheJobEnded() throws Exception {
    log(submit(spec(1, "/v/b")), grant(1, "om3"), start(1, "om3"));
    stock.add("om3");
    log(end(1, TurnState.TURN_FAILED, "om3"), cancel(id(1)));
    stock.clear();

    Agreement agreement = agreement("om3");
    Agreement leaders = agreement("om1");
    CompactionLoop.Task turns = agreement.onceAgreed(new NodeTurns("om3",
        CompactionConfig.from(new OzoneConfiguration()), oms.get("om3"), this::ring, user -> true, (spec, context) -> {
          throw new AssertionError("cancelled");
        }, new CompactionMetrics()));
    turns.run();
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_RUNNING);
    Awaitility.await().atMost(PATIENCE).until(() -> {
      agreement.run();
      turns.run();
      leaders.run();
      return allows(agreement);
    });
    assertThat(job("om3", 1).getState()).isEqualTo(JobState.JOB_CANCELLED);
    everybodyHoldsTheSame();
  }

  @Test
  void jobWithDifferentRecordsEndsEverywhereAndSaysWhy() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om3");
    log(grant(1, "om2"), start(1, "om2"));
    stock.clear();
    log(progress(1, "om2", 5));
    untilAgreed();
    assertThat(Jobs.RING).allSatisfy(nodeId -> {
      assertThat(job(nodeId, 1).getState()).isEqualTo(JobState.JOB_FAILED);
      assertThat(job(nodeId, 1).getTurnsList()).allSatisfy(turn ->
          assertThat(turn.getReason()).isEqualTo(TurnReason.RECORDS_DIFFER));
    });
    assertThat(job("om1", 1).getTurns(1).getFigures().getRangesDone()).isEqualTo(5);
  }

  @Test
  void omThatWasStockWhenTheServiceWasPausedLearnsOfThePauseFromOthers() throws Exception {
    stock.add("om3");
    log(Command.newBuilder().setVersion(1).setPauseService(PauseService.getDefaultInstance()).build());
    stock.clear();
    leader = "om3";
    term++;
    untilAgreed();
    assertThat(oms.get("om3").image().service()).isEqualTo(oms.get("om1").image().service());
    assertThat(ServiceEdits.isPaused(oms.get("om3").image().service(), 0)).isTrue();
  }

  @Test
  void jobUnknownToTheLeaderEndsOnAllOms() throws Exception {
    stock.add("om1");
    log(submit(spec(1, "/v/b")));
    stock.clear();
    untilAgreed();
    assertThat(oms.get("om1").image().find(id(1))).isEmpty();
    assertThat(List.of("om2", "om3")).allSatisfy(nodeId ->
        assertThat(job(nodeId, 1).getTurns(0).getReason()).isEqualTo(TurnReason.RECORDS_DIFFER));
  }

  @Test
  void leaderThatMissedTheEndOfAJobLearnsOfItFromOthers() throws Exception {
    log(submit(spec(1, "/v/b")), grant(1, "om1"), start(1, "om1"));
    stock.add("om1");
    log(end(1, TurnState.TURN_FAILED, "om1"), cancel(id(1)));
    stock.clear();
    untilAgreed();
    Awaitility.await().atMost(PATIENCE).untilAsserted(this::everybodyHoldsTheSame);
    assertThat(job("om1", 1).getState()).isEqualTo(JobState.JOB_CANCELLED);
  }

  @Test
  void turnOfAnOmThatWasStockAtTheSubmissionIsSkippedAndTheOthersGoOn() throws Exception {
    untilAgreed();
    stock.add("om3");
    log(submit(spec(1, "/v/b")));
    Agreement back = comesBack("om3");
    assertThat(allows(back)).isFalse();
    untilAgreed(back);
    assertThat(oms.get("om3").image().find(id(1))).isEmpty();
    assertThat(job("om1", 1)).isEqualTo(job("om2", 1));
    assertThat(job("om1", 1).getTurnsList()).extracting(TurnRecord::getState)
        .containsExactly(TurnState.TURN_WAITING, TurnState.TURN_WAITING, TurnState.TURN_SKIPPED);
    assertThat(job("om1", 1).getTurns(2).getReason()).isEqualTo(TurnReason.NO_ADD_ON);
    assertThat(job("om1", 1).getTurns(2).getMessage()).contains("om3", "Retry the job");
  }

  @Test
  void turnGrantedToAnOmThatDoesNotKnowTheJobIsSkipped() throws Exception {
    stock.add("om3");
    log(submit(spec(1, "/v/b")), grant(1, "om3"));
    untilAgreed(comesBack("om3"));
    assertThat(job("om1", 1).getTurns(2).getState()).isEqualTo(TurnState.TURN_SKIPPED);
  }

  @Test
  void jobWhoseEndIsForgottenEndsOnTheOmThatMissedIt() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om3");
    log(cancel(id(1)));
    manyJobsComeAndEnd();
    assertThat(oms.get("om1").image().find(id(1))).isEmpty();
    stock.clear();
    untilAgreed();
    assertThat(oms.values()).allSatisfy(om -> assertThat(om.image().openJobs()).isEmpty());
    assertThat(job("om3", 1).getTurns(0).getReason()).isEqualTo(TurnReason.RECORDS_DIFFER);
  }

  @Test
  void laggingOmSendsNoSecondHelloBeforeItHasCaughtUp() throws Exception {
    log(submit(spec(1, "/v/b")));
    behind.put("om3", new ArrayList<>());
    log(cancel(id(1)));
    manyJobsComeAndEnd();
    Agreement agreement = agreement("om3");
    agreement.run();
    long said = index;
    agreement.run();
    assertThat(index).isEqualTo(said);
    assertThat(allows(agreement)).isFalse();
    catchesUp("om3");
    agreement.run();
    assertThat(allows(agreement)).isTrue();
    assertThat(index).isEqualTo(said);
    everybodyHoldsTheSame();
  }

  @Test
  void failedDisputeIsSentAgainLater() throws Exception {
    log(submit(spec(1, "/v/a")), submit(spec(2, "/v/b")));
    stock.add("om1");
    log(cancel(id(1)), cancel(id(2)));
    stock.clear();
    Agreement agreement = agreement("om2");
    lostCalls = 1;
    agreement.run();
    assertThat(oms.get("om1").image().openJobs()).hasSize(2);
    untilAgreed(agreement);
    assertThat(oms.get("om1").image().openJobs()).isEmpty();
  }

  @Test
  void databaseSwapRequiresANewAgreement() throws Exception {
    log(submit(spec(1, "/v/b")));
    AtomicReference<List<JobRecord>> database = new AtomicReference<>(List.of(job("om1", 1)));
    oms.put("om3", new JobRegistry(new JobRegistry.Records() {
      @Override
      public Object identity() {
        return database.get();
      }

      @Override
      public JobImage read() {
        return JobImage.of(database.get());
      }
    }));
    Agreement agreement = agreement("om3");
    agreement.run();
    assertThat(allows(agreement)).isTrue();
    database.set(List.of());
    assertThat(allows(agreement)).isFalse();
    untilAgreed(agreement);
    assertThat(job("om1", 1).getTurns(2).getState()).isEqualTo(TurnState.TURN_SKIPPED);
  }

  @Test
  void retriesOfAnAgreementBackOff() throws Exception {
    log(submit(spec(1, "/v/a")));
    JobRecord open = job("om1", 1);
    log(cancel(id(1)));
    oms.put("om1", Jobs.registry(open.toBuilder().setSpec(open.getSpec().toBuilder().clearNodeIds()
        .addNodeIds("om9")).clearTurns().addTurns(open.getTurns(0).toBuilder().setNodeId("om9")).build()));
    Agreement agreement = agreement("om3");
    agreement.run();
    long said = index;
    for (int i = 0; i < 600; i++) {
      agreement.run();
    }
    assertThat(index - said).isLessThan(20);
    assertThat(allows(agreement)).isFalse();
  }

  @Test
  void helloIsSentOncePerLeader() throws Exception {
    log(submit(spec(1, "/v/b")));
    Agreement agreement = agreement("om2");
    agreement.run();
    assertThat(allows(agreement)).isTrue();
    long said = index;
    agreement.run();
    assertThat(index).isEqualTo(said);
    term++;
    assertThat(allows(agreement)).isFalse();
    untilAgreed(agreement);
    assertThat(index).isGreaterThan(said);
  }

  @Test
  void noTurnBeginsUnderALeaderWithoutTheAddOn() throws Exception {
    log(submit(spec(1, "/v/b")));
    stock.add("om1");
    Agreement agreement = agreement("om2");
    agreement.run();
    long said = index;
    agreement.run();
    assertThat(index).isEqualTo(said);
    assertThat(allows(agreement)).isFalse();
  }

  @Test
  void preparedRingIsAskedAgainLater() throws Exception {
    log(submit(spec(1, "/v/b")));
    Agreement agreement = agreement("om2");
    prepared = true;
    agreement.run();
    assertThat(allows(agreement)).isFalse();
    prepared = false;
    untilAgreed(agreement);
  }

  @Test
  void runsThatTryNothingLeaveTheThrottleOfTheLogAlone() {
    Agreement agreement = agreement("om2");
    lostCalls = Integer.MAX_VALUE;
    tick = 100;
    List<String> lines = new ArrayList<>();
    AppenderSkeleton log = new AppenderSkeleton() {
      @Override
      protected void append(LoggingEvent event) {
        lines.add(event.getRenderedMessage());
      }

      @Override
      public void close() {
        // keeps nothing open
      }

      @Override
      public boolean requiresLayout() {
        return false;
      }
    };
    Logger.getLogger(Agreement.class).addAppender(log);
    for (int i = 0; i < 2_000; i++) {
      agreement.run();
    }
    Logger.getLogger(Agreement.class).removeAppender(log);
    assertThat(Integer.MAX_VALUE - lostCalls).as("tries").isBetween(8, 15);
    assertThat(lines).as("of the tries 1, 2, 4 and 8").hasSize(4).allMatch(line -> line.contains("nobody"));
  }

  private void manyJobsComeAndEnd() throws RefusedException {
    for (int i = 101; i <= 100 + JobDelta.MAX_ENDED; i++) {
      log(submit(spec(i, "/v/c")), cancel(id(i)));
    }
  }
}
