// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.job.Jobs.cancel;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.grant;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.id;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.spec;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.start;
import static org.apache.hadoop.ozone.om.compaction.job.Jobs.submit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetricsTest;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what a running turn does when its job is cancelled, changed, paused or recalled. */
@Timeout(60)
class StoppedTurnsTest extends OneNodesTurns {
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

  /** Hadoop tells no failed look-up of groups from a user without groups. */
  @Test
  void runningTurnWaitsAgainWhileItIsNotKnownWhetherWhoChangedItsJobIsAnAdministrator() throws Exception {
    AtomicBoolean looksUp = new AtomicBoolean(true);
    administrators = new Administrators() {
      @Override
      public boolean test(String user) {
        return looksUp.get();
      }

      @Override
      public boolean isUnknown(String user) {
        return !looksUp.get();
      }
    };
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    NodeTurns node = node((spec, context) -> {
      if (context.earlier().getAttempts() > 0) {
        return DONE;
      }
      context.progress(TurnFigures.newBuilder().setAttempts(1).setRangesDone(3).build());
      applied(Jobs.update(1, JobLimits.newBuilder().setMaxWriteRate(1L << 40)));
      assertThat(context.stop()).isEmpty();
      looksUp.set(false);
      return context.stop().orElseThrow();
    });
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_WAITING);
    assertThat(turn().getMessage()).startsWith("No group of alice, who has changed the job, could be looked up on om1");
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(3);

    looksUp.set(true);
    applied(grant(1, "om1"));
    node.run();
    assertThat(turn().getState()).isEqualTo(TurnState.TURN_SUCCEEDED);
  }

  @Test
  void runningTurnStopsWhenRangeCompactionIsSwitchedOff() throws InterruptedException {
    applied(submit(spec(1, "/v/b")));
    applied(grant(1, "om1"));
    node((spec, context) -> {
      assertThat(context.stop()).isEmpty();
      context.progress(TurnFigures.newBuilder().setRangesDone(3).build());
      config.reconfigure(CompactionConfig.ENABLED, "false");
      return context.stop().orElseThrow();
    }).run();
    assertThat(turn()).returns(TurnState.TURN_FAILED, TurnRecord::getState)
        .returns(TurnReason.NO_ADD_ON, TurnRecord::getReason)
        .returns("Range compaction is switched off on om1 (" + CompactionConfig.ENABLED + ").", TurnRecord::getMessage);
    assertThat(turn().getFigures().getRangesDone()).isEqualTo(3);
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
}
