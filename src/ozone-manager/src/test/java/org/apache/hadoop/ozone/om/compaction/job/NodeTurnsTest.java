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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetricsTest;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class NodeTurnsTest extends OneNodesTurns {
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
  void progressIsReportedBeforeTheNextHeartbeat(TurnFigures latest) {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    applied(start(1, "om1"));
    OnlyNews thread = new OnlyNews();
    try (LiveTurn live = new LiveTurn(id(1), turn(), CompactionConfig.from(conf), registry, this::ring, administrators,
        metrics, thread)) {
      live.progress(latest);
      Awaitility.await().atMost(PATIENCE).until(() -> turn().getFigures().equals(latest));
    }
    assertThat(thread.longest).isLessThanOrEqualTo(2_000);
  }

  /** The thread of a turn that sends no heartbeat. */
  private static final class OnlyNews extends ScheduledThreadPoolExecutor {
    private volatile long longest;

    OnlyNews() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable heartbeat, long first, long delay, TimeUnit unit) {
      return super.schedule(heartbeat, 1, TimeUnit.DAYS);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable report, long delay, TimeUnit unit) {
      longest = Math.max(longest, unit.toMillis(delay));
      return super.schedule(report, delay, unit);
    }
  }

  /** A report is an entry in the log of the whole ring. */
  @Test
  void whatChangesWithEachSecondOfAWaitIsNoNews() throws InterruptedException {
    TurnFigures pausing = TurnFigures.newBuilder().setWaitReason(WaitReason.WAIT_WRITE_RATE).setOwedBytes(900)
        .setWaitedMs(1_000).setWaitingFor("in 9 s").build();
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      context.progress(pausing);
      Awaitility.await().until(() -> reported.get() == 1);
      context.progress(pausing.toBuilder().setOwedBytes(800).setWaitedMs(2_000).setWaitingFor("in 8 s").build());
      Awaitility.await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
      assertThat(reported).as("before the next heartbeat").hasValue(1);
      return DONE;
    }).run();
    assertThat(turn().getFigures().getOwedBytes()).isEqualTo(800);
  }

  @Test
  void writeOfALimitedJobIsRecordedOnceTheRingHasTakenItsReport() throws InterruptedException {
    conf.set("ozone.om.range.compaction.node.unreachable.timeout", "200ms");
    applied(submit(spec(1, "/v/b").setThresholds(Thresholds.newBuilder().setMaxTotalBytes(100))));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      assertThat(context.isRecorded()).isTrue();
      toFail.set(Integer.MAX_VALUE);
      context.progress(TurnFigures.newBuilder().setWriteBytes(5).build());
      Awaitility.await().atMost(PATIENCE).until(() -> toFail.get() < Integer.MAX_VALUE - 1);
      assertThat(context.isRecorded()).isFalse();
      toFail.set(0);
      Awaitility.await().atMost(PATIENCE).until(context::isRecorded);
      assertThat(turn().getFigures().getWriteBytes()).isEqualTo(5);
      return DONE;
    }).run();
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
  void turnIsTriedAgainWhileItIsNotKnownWhetherWhoAskedIsAnAdministrator() throws Exception {
    LateAdministrators late = new LateAdministrators();
    administrators = late;
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    NodeTurns node = node((spec, context) -> DONE);
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_WAITING);
    late.found(true);
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void turnThatTheLeaderEndsIsCountedOnce() throws Exception {
    node((spec, context) -> DONE);
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    applied(end(1, TurnState.TURN_SKIPPED, "om1"));
    applied(end(1, TurnState.TURN_SKIPPED, "om1"));
    assertThat(CompactionMetricsTest.value(metrics, "TurnsSkipped")).isOne();
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

  @Test
  void omThatIsSwitchedOffBeforeItHasAppliedItsStartWaitsForThat() throws Exception {
    JobRegistry ahead = Jobs.registry();
    for (JobRegistry om : List.of(registry, ahead)) {
      applied(om, submit(spec(1, "/v/b")));
      applied(om, grant(1, "om1"));
    }
    leader = ahead;
    NodeTurns node = node((spec, context) -> {
      throw new AssertionError("switched off");
    });
    node.run();
    config.reconfigure(CompactionConfig.ENABLED, "false");
    CompletableFuture<Void> round = CompletableFuture.runAsync(() -> {
      try {
        node.run();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    });
    Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> !round.isDone());
    assertThat(ended).as("ends that the leader would not take").hasValue(0);

    leader = registry;
    applied(registry, start(1, "om1"));
    round.get(50, TimeUnit.SECONDS);
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_FAILED);
    assertThat(ended).hasValue(1);
  }

  @Test
  void bytesOfARoundAfterItsTurnWasGivenUpComeWithTheNextRound() throws InterruptedException {
    List<TurnFigures> begunWith = new ArrayList<>();
    NodeTurns node = node((spec, context) -> {
      begunWith.add(context.earlier());
      if (begunWith.size() == 1) {
        applied(end(1, TurnState.TURN_FAILED, "om1"));
        context.progress(TurnFigures.newBuilder().setWriteBytes(50).setWriteBytesForWaits(20).setFlushedBytes(30)
            .build());
      } else {
        context.progress(context.earlier().toBuilder().setWriteBytes(7).build());
      }
      return DONE;
    });
    for (int round = 1; round <= 3; round++) {
      applied(submit(spec(round).setRound(Round.getDefaultInstance())));
      applied(grant(round, "om1"));
      node.run();
      for (String other : List.of("om2", "om3")) {
        applied(end(round, TurnState.TURN_SKIPPED, other));
      }
    }
    assertThat(begunWith).extracting(TurnFigures::getUnreportedWriteBytes).containsExactly(0L, 80L, 0L);
    assertThat(begunWith).extracting(TurnFigures::getUnreportedWriteBytesForWaits).as("flushed ones too")
        .containsExactly(0L, 50L, 0L);
  }
}
