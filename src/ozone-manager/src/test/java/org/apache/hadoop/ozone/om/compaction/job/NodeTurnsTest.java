// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.progress;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.run.TurnOutcome;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class NodeTurnsTest {
  /** Only a failing test waits for so long. */
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final TurnOutcome DONE = TurnOutcome.of(TurnState.TURN_SUCCEEDED, TurnReason.TURN_REASON_NONE, "");

  private final OzoneConfiguration conf = new OzoneConfiguration();
  private final JobRegistry registry = Jobs.registry();
  private final CompactionMetrics metrics = new CompactionMetrics();
  private final AtomicLong index = new AtomicLong();
  private final AtomicInteger toFail = new AtomicInteger();
  private final AtomicInteger toEndNothing = new AtomicInteger();
  private Predicate<String> administrators = user -> true;
  private boolean leaderHasAddOn = true;
  private volatile JobRegistry leader = registry;

  /** Stands in for the ring: applies each command at once. */
  private Optional<Answer> ring(Command.Builder command) throws IOException {
    if (toFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IOException("no leader");
    }
    if (command.hasEndTurns() && toEndNothing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      applied(progress(1, "om1", toEndNothing.get()));
      return Optional.empty();
    }
    try {
      Command applied = command.setSentAtMs(1).build();
      Answer answer = leader.apply(applied, "om", index.incrementAndGet()).answerTo(applied);
      return leaderHasAddOn ? Optional.of(answer) : Optional.empty();
    } catch (RefusedException e) {
      throw new OMException(e.getMessage(), OMException.ResultCodes.INVALID_REQUEST);
    }
  }

  private void applied(Command command) {
    applied(registry, command);
  }

  private void applied(JobRegistry om, Command command) {
    try {
      om.apply(command, "alice", index.incrementAndGet());
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private NodeTurns node(NodeTurns.Work work) {
    return new NodeTurns("om1", CompactionConfig.from(conf), registry, this::ring, administrators, work, metrics);
  }

  private TurnRecord turn() {
    return registry.image().find(id(1)).orElseThrow().getTurns(0);
  }

  @Test
  void doesNothingUntilItsTurnIsGranted() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om2"));
    node((spec, context) -> {
      throw new AssertionError("not my turn");
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_WAITING);
  }

  @Test
  void reportsBeginFiguresAndEnd() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      assertThat(turn().getState()).isEqualTo(TurnState.TURN_RUNNING);
      context.progress(TurnFigures.newBuilder().setRangesDone(7).build());
      return DONE;
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(7);
  }

  @Test
  void reportsZerosIfThereWasNothingToDo() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> DONE).run();
    assertThat(turn().hasFigures()).isTrue();
    assertThat(turn().getFigures()).isEqualTo(TurnFigures.getDefaultInstance());
  }

  @Test
  void continuesATurnThatRanWhenTheOmWentDown() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    applied(start(1, "om1"));
    node((spec, context) -> DONE).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void figuresContinueFromTheLastReport() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    applied(start(1, "om1"));
    applied(progress(1, "om1", 4));
    node((spec, context) -> {
      assertThat(context.earlier().getRangesDone()).isEqualTo(4);
      return DONE;
    }).run();
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(4);
    assertThat(CompactionMetricsTest.value(metrics, "RangesCompacted")).isZero();
  }

  private static Stream<TurnFigures> news() {
    return Stream.of(TurnFigures.newBuilder().setRangesDone(1), TurnFigures.newBuilder().setWriteBytes(5),
        TurnFigures.newBuilder().setLargeStepBytes(5),
        TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_WRITE_RATE))
        .map(TurnFigures.Builder::build);
  }

  /** A crash leaves only the last report, and nothing else is shown, so figures never decrease after a restart. */
  @ParameterizedTest
  @MethodSource("news")
  void progressIsReportedBeforeTheNextHeartbeat(TurnFigures latest) throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    long began = System.nanoTime();
    node((spec, context) -> {
      context.progress(latest);
      Awaitility.await().until(() -> turn().getFigures().equals(latest));
      return DONE;
    }).run();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(9));
  }

  @Test
  void stopsTheWorkOfACancelledJob() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      assertThat(context.stop()).isEmpty();
      applied(cancel(id(1)));
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_CANCELLED);
    assertThat(turn().getMessage()).isEqualTo("Cancelled by alice.");
  }

  /** The entry itself arrives only when the OM has caught up, possibly never. */
  @Test
  void laggingOmLearnsOfCancelFromHeartbeatReply() throws InterruptedException {
    JobRegistry ahead = Jobs.registry();
    for (JobRegistry om : List.of(registry, ahead)) {
      applied(om, submit(spec(1, "/v/b")));
      applied(om, grant(1, "om1"));
    }
    node((spec, context) -> {
      applied(ahead, start(1, "om1"));
      applied(ahead, cancel(id(1)));
      leader = ahead;
      context.progress(TurnFigures.newBuilder().setRangesDone(1).build());
      Awaitility.await().until(() -> context.stop().isPresent());
      assertThat(registry.image().find(id(1)).orElseThrow().getCancelledBy()).isEmpty();
      leader = registry;
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_CANCELLED);
    assertThat(turn().getMessage()).isEqualTo("Cancelled by alice.");
  }

  @Test
  void pausedTurnWaitsAgainAndGoesOnAfterTheResume() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    NodeTurns node = node((spec, context) -> {
      if (context.earlier().getAttempts() > 0) {
        return DONE;
      }
      context.progress(TurnFigures.newBuilder().setAttempts(1).build());
      applied(Jobs.pause(1));
      return context.stop().orElseThrow();
    });
    node.run();
    assertThat(turn()).returns(TurnState.TURN_WAITING, TurnRecord::getState)
        .returns("Paused by alice.", TurnRecord::getMessage);
    applied(grant(1, "om1"));
    node.run();
    assertThat(turn().getState()).as("no grant while it is paused").isEqualTo(TurnState.TURN_WAITING);
    applied(Jobs.resume(1));
    applied(grant(1, "om1"));
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  /** A turn takes the limits from the newer of two records, its own and the leader's. */
  @Test
  void limitsAreThoseOfTheLatestRecordAlsoOfALeaderThatIsAhead() throws InterruptedException {
    JobRegistry ahead = Jobs.registry();
    for (JobRegistry om : List.of(registry, ahead)) {
      applied(om, submit(spec(1, "/v/b").setMaxWriteRate(9000)));
      applied(om, grant(1, "om1"));
    }
    node((spec, context) -> {
      assertThat(context.limits().getMaxWriteRate()).isEqualTo(9000);
      applied(Jobs.update(1, JobLimits.newBuilder().setMaxWriteRate(8000)));
      assertThat(context.limits().getMaxWriteRate()).isEqualTo(8000);
      applied(ahead, start(1, "om1"));
      applied(ahead, Jobs.update(1, JobLimits.newBuilder().setMaxWriteRate(7000).setMaxTotalBytes(5)));
      leader = ahead;
      context.progress(TurnFigures.newBuilder().setRangesDone(1).build());
      Awaitility.await().until(() -> context.limits().getMaxWriteRate() == 7000);
      assertThat(context.limits().getMaxTotalBytes()).isEqualTo(5);
      leader = registry;
      applied(Jobs.update(1, JobLimits.newBuilder().setMaxWriteRate(6000)));
      assertThat(context.limits().getMaxWriteRate()).isEqualTo(6000);
      return DONE;
    }).run();
  }

  @Test
  void runningTurnStopsIfANonAdministratorChangesItsJob() throws Exception {
    administrators = Set.of("alice", "om")::contains;
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      try {
        registry.apply(Jobs.update(1, JobLimits.newBuilder().setMaxWriteRate(1L << 40)), "mallory",
            index.incrementAndGet());
      } catch (RefusedException e) {
        throw new AssertionError(e);
      }
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn().getReason()).isEqualTo(TurnReason.NOT_AUTHORISED);
    assertThat(turn().getMessage()).startsWith("mallory ");
  }

  @Test
  void returnsARecalledTurnAndContinuesItOnceGrantedAgain() throws Exception {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    NodeTurns node = node((spec, context) -> {
      context.progress(TurnFigures.newBuilder().setRangesDone(context.earlier().getRangesDone() + 7)
          .setAttempts(context.earlier().getAttempts() + 1).build());
      if (context.earlier().getAttempts() > 0) {
        return DONE;
      }
      applied(Jobs.recall(1, "om1"));
      return context.stop().orElseThrow();
    });
    toFail.set(1);
    node.run();
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_WAITING);
    assertThat(turn().getMessage()).isEqualTo("om3 is silent");
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(7);
    assertThat(node.runningJob()).isEmpty();
    assertThat(CompactionMetricsTest.value(metrics, "RangesCompacted")).isEqualTo(7);

    node.run();
    assertThat(turn().getState()).as("not granted again").isEqualTo(TurnState.TURN_WAITING);
    applied(grant(1, "om1"));
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(14);
    assertThat(turn().getFigures().getAttempts()).isEqualTo(2);
    assertThat(CompactionMetricsTest.value(metrics, "RangesCompacted")).isEqualTo(14);
    assertThat(CompactionMetricsTest.value(metrics, "TurnsSucceeded")).isOne();
  }

  @Test
  void stopNamesThePreemptingJob() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      applied(submit(spec(2, "/v/b").setPreempt(true)));
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_CANCELLED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.PREEMPTED);
    assertThat(turn().getMessage()).contains(id(2));
  }

  @Test
  void stopsTheWorkOfATurnThatWasGivenUp() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      applied(Jobs.end(1, TurnState.TURN_FAILED, "om1"));
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(turn().getMessage()).isEqualTo("because");
  }

  @Test
  void stopsIfTheRingIsUnreachableForTooLong() throws InterruptedException {
    conf.set("ozone.om.range.compaction.node.unreachable.timeout", "200ms");
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      toFail.set(Integer.MAX_VALUE);
      Optional<TurnOutcome> stop = Awaitility.await().atMost(PATIENCE).until(context::stop, Optional::isPresent);
      toFail.set(0);
      return stop.orElseThrow();
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(turn().getReason()).isEqualTo(TurnReason.UNREACHABLE);
  }

  @Test
  void reportsItsProgressWhileItWorks() throws InterruptedException {
    conf.set("ozone.om.range.compaction.node.unreachable.timeout", "200ms");
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      context.progress(TurnFigures.newBuilder().setRangesDone(3).build());
      Awaitility.await().atMost(PATIENCE).until(() -> turn().getFigures().getRangesDone() == 3);
      return DONE;
    }).run();
    assertThat(turn().getReportedAtMs()).isEqualTo(1);
  }

  @Test
  void repeatsTheEndUntilTheRingAcceptsIt() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      toFail.set(2);
      return DONE;
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void waitsBeforeRepeatingTheEndEvenIfJobsChange() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    toEndNothing.set(2);
    long began = System.nanoTime();
    node((spec, context) -> DONE).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void failedReportOfTheBeginIsRetriedLater() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    toFail.set(1);
    NodeTurns node = node((spec, context) -> DONE);
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_WAITING);
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void doesNotBeginWithoutTheLeadersAnswer() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    leaderHasAddOn = false;
    node((spec, context) -> {
      throw new AssertionError("nobody would look after this turn");
    }).run();
    leaderHasAddOn = true;
    node((spec, context) -> DONE).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @ParameterizedTest
  @CsvSource({"mallory, om", "alice, mallory"})
  void refusesATurnRequestedOrGrantedByANonAdministrator(String requester, String grantedBy)
      throws Exception {
    administrators = Set.of("alice", "om")::contains;
    registry.apply(submit(spec(1, "/v/b")), requester, index.incrementAndGet());
    registry.apply(grant(1, "om1"), grantedBy, index.incrementAndGet());
    node((spec, context) -> {
      throw new AssertionError("not authorised");
    }).run();
    assertThat(turn().getReason()).isEqualTo(TurnReason.NOT_AUTHORISED);
    assertThat(turn().getMessage()).startsWith("mallory ");
    assertThat(CompactionMetricsTest.value(metrics, "TurnsFailed")).isOne();
  }

  @Test
  void skipsItsTurnIfSwitchedOff() throws InterruptedException {
    conf.set("ozone.om.range.compaction.enabled", "false");
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      throw new AssertionError("switched off");
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SKIPPED);
    assertThat(turn().getMessage()).contains("ozone.om.range.compaction.enabled");
    assertThat(CompactionMetricsTest.value(metrics, "TurnsSkipped")).isOne();
  }

  @Test
  void turnThatRanBeforeTheOmWasSwitchedOffFails() throws InterruptedException {
    conf.set("ozone.om.range.compaction.enabled", "false");
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    applied(start(1, "om1"));
    applied(progress(1, "om1", 4));
    node((spec, context) -> {
      throw new AssertionError("switched off");
    }).run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(4);
    assertThat(turn().getMessage()).contains("ozone.om.range.compaction.enabled");
  }
}
