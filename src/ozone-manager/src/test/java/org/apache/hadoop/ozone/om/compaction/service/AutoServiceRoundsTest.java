// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Rounds that the service submits, and what blocks them. */
class AutoServiceRoundsTest extends ServiceOverOmDb {
  @Test
  void roundIsAJobOfEverything() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set(PREFIX + "max.write.rate", "7MB");
    start();
    JobRecord round = round();
    assertThat(round.getSpec().getTargets()).isEqualTo(Targets.getDefaultInstance());
    assertThat(round.getSpec().getRound().getPredictedTombstones()).isBetween(DELETED - 100L, DELETED + 100L);
    assertThat(round.getSpec().getNodeIdsList()).containsExactly("om1");
    assertThat(round.getSpec().getThresholds().hasMinTombstones()).isFalse();
    assertThat(round.getSpec().getMaxWriteRate()).isEqualTo(7L << 20);
    assertThat(round.getSpec().getThresholds().getMaxTotalBytes()).as("a day's bytes")
        .isEqualTo(20L << 30);
    assertThat(round.getSpec().getRound().getMaxBytesForWaits()).isEqualTo(15L << 30);
    assertThat(round.getSpec().getRound().getMaxBytesForOthers()).isEqualTo(15L << 30);
    assertThat(round.getSpec().getNotAfterMs()).isZero();
    assertThat(round.getSpec().getFlush()).isFalse();
    String jobId = round.getSpec().getJobId();
    ServiceJson running = Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(this::current, current -> current.getHold() == ServiceHoldJson.ROUND_OPEN);
    assertThat(running.getState()).isEqualTo(ServiceStateJson.RUNNING);
    assertThat(running.getMessage()).contains("Round " + jobId + " is under way");
    assertThat(running.getLastRound().getJobId()).isEqualTo(jobId);
    assertThat(rounds()).hasSize(1);
    end(round, TurnFigures.newBuilder().setTombstonesBefore(DELETED).setTombstonesAfter(DELETED));
    ServiceJson ended = current();
    assertThat(ended.getState()).as("before the next look as after it").isEqualTo(ServiceStateJson.IDLE);
    assertThat(ended.getMessage()).doesNotContain("is under way");
  }

  @Test
  void roundFlushesTombstonesInMemoryWhereAListWaits() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set(PREFIX + "hurting.seek", "1us");
    delete("running", 6_000); // Fewer than the minimum of a range, which does not matter here.
    start();
    JobRecord round = round();
    assertThat(round.getSpec().getFlush()).isTrue();
    assertThat(round.getSpec().getRound().getPredictedTombstones()).as("those in files, and those flushed")
        .isBetween(DELETED + 6_000L, DELETED + 6_100L);
  }

  @Test
  void roundDoesNotFlushWhereARangeComesFirst() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set(PREFIX + "hurting.seek", "5ms");
    delete("staging", DELETED, DELETED + 2_500);
    start();
    assertThat(round().getSpec().getFlush()).isFalse();
  }

  @Test
  void looksAgainAfterAnError() {
    conf.set(PREFIX + "mode", "compact");
    leader.failsOnce(new AssertionError("of a test"));
    start();
    assertThat(round().getSpec().hasRound()).isTrue();
  }

  @Test
  void restingRangesCauseNoRound() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    start();
    JobRecord round = round();
    planner.cooldown().rest("keyTable", KeyRange.parse("/lake/staging/../lake/staging/z"), "It did not help");
    end(round, TurnFigures.newBuilder().setTombstonesBefore(DELETED).setTombstonesAfter(DELETED - 10)
        .setWriteBytes(1_000_000));
    ServiceJson idle = Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(this::current, current -> current.getHold() == ServiceHoldJson.NOTHING_TO_DO);
    assertThat(idle.getState()).isEqualTo(ServiceStateJson.IDLE);
    assertThat(idle.getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.RESTING);
      assertThat(range.getMessage()).startsWith("It did not help: it rests until ");
    });
    assertThat(idle.getSpentBytes()).isEqualTo(1_000_000);
    assertThat(idle.getLastRound().getTombstonesRemoved()).isEqualTo(10);
    assertThat(rounds()).hasSize(1);
  }

  @Test
  void corruptFileCausesNoRoundAndIsNamed() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    String deleted = om.rocks().getLiveFilesMetaData().stream().filter(file -> file.level() == 0)
        .map(file -> file.fileName().substring(1)).collect(Collectors.joining());
    assertThat(exactCounts.corruptFiles().note(OmDatabase.current(om::metadata), "keyTable", deleted,
        new RocksDBException("block checksum mismatch", new Status(Status.Code.Corruption, Status.SubCode.None, ""))))
        .isTrue();
    start();

    ServiceJson idle = looked();

    assertThat(idle.getState()).isEqualTo(ServiceStateJson.IDLE);
    assertThat(idle.getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoiceJson.RESTING);
      assertThat(range.getMessage()).startsWith("SST file " + deleted + " of keyTable is corrupt (")
          .endsWith("it is left until the file is gone.");
    });
    assertThat(lookAt(bucket("staging")).getRanges()).first()
        .satisfies(range -> assertThat(range.getMessage()).contains(deleted));
    assertThat(rounds()).isEmpty();
    assertThat(planner.corruptFiles()).hasSize(1);
  }

  @Test
  void failedTurnOfTheLastRoundIsNamedWithItsOm() throws Exception {
    start();
    end(submit("om1"), TurnState.TURN_FAILED, "SST file 000012.sst is corrupt");
    assertThat(current().getLastRound().getFailures())
        .containsExactly("om1: SST file 000012.sst is corrupt");
  }

  @Test
  void noRoundBeginsBeforeAllVotersHaveSaidHello() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    leader.hasVoter("om2");
    leader.hasVoter("om3");
    leader.greetedBy("om3");
    start();
    ServiceJson held = looked();
    assertThat(held.getState()).isEqualTo(ServiceStateJson.HELD);
    assertThat(held.getHold()).isEqualTo(ServiceHoldJson.OM_NOT_HEARD);
    assertThat(held.getMessage()).contains("Not heard yet of this add-on on om2.");
    leader.greetedBy("om2");
    assertThat(round().getSpec().getNodeIdsList()).containsExactly("om1", "om2", "om3");
  }

  /** Of three voters, one that compacts beside a silent one leaves no majority untouched. */
  @Test
  void noRoundIsTriedWhileTheRingCannotSpareAnOm() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    leader.hasVoter("om2");
    leader.hasSilentVoter("om3");
    leader.greetedBy("om2");
    leader.greetedBy("om3");
    start();
    ServiceJson held = looked();
    assertThat(held.getState()).isEqualTo(ServiceStateJson.HELD);
    assertThat(held.getHold()).isEqualTo(ServiceHoldJson.RING_UNHEALTHY);
    assertThat(held.getMessage()).contains("om3 has not answered for").doesNotContain("refused");
    assertThat(rounds()).isEmpty();
  }

  @Test
  void roundEndsBeforeAPersonsWindowOpens() {
    conf.set(PREFIX + "mode", "compact");
    long opens = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1);
    leader.hasJob(JobSpec.newBuilder().setNotBeforeMs(opens));
    start();
    assertThat(round().getSpec().getNotAfterMs()).isEqualTo(opens);
  }

  @Test
  void jobWhoseWindowOpensSoonCountsAsOpen() {
    conf.set(PREFIX + "mode", "compact");
    leader.hasJob(JobSpec.newBuilder().setNotBeforeMs(System.currentTimeMillis() + 50_000));
    start();
    assertThat(looked().getHold()).isEqualTo(ServiceHoldJson.JOB_OPEN);
    leader.hasNoOpenJob();
    assertThat(round().getSpec().getNotAfterMs()).isZero();
  }

  @Test
  void pausedJobBlocksRoundsAndIsNamed() {
    conf.set(PREFIX + "mode", "compact");
    leader.hasJob(JobSpec.newBuilder());
    leader.pausesItsJobs();
    start();
    assertThat(looked().getHold()).isEqualTo(ServiceHoldJson.JOB_OPEN);
    assertThat(looked().getMessage()).contains("om has paused job ", "resume or cancel it");
  }

  @Test
  void pauseBlocksRoundsAtOnceAndExpires() {
    conf.set(PREFIX + "mode", "compact");
    pause(3600);
    ServiceJson paused = start().current();
    assertThat(paused.getState()).isEqualTo(ServiceStateJson.PAUSED);
    assertThat(paused.getPausedBy()).isEqualTo("om");
    assertThat(Instant.parse(paused.getPausedUntil())).isAfter(Instant.now());
    assertThat(paused.getMessage()).startsWith("No round begins now. om has paused the service until")
        .endsWith("('ozone admin om compaction service resume').");
    assertThat(looked().getHold()).isEqualTo(ServiceHoldJson.PAUSED);
    assertThat(rounds()).isEmpty();
    pause(1);
    round();
    assertThat(current().getPausedBy()).isNull();
  }

  @Test
  void pauseShowsWhereTheServiceOnlyObserves() {
    pause(3600);
    ServiceJson paused = start().current();
    assertThat(paused.getState()).isEqualTo(ServiceStateJson.PAUSED);
    assertThat(paused.getMessage()).startsWith("No round would begin now. om has paused the service until");
    pause(1);
    Awaitility.await("the pause's end")
        .until(this::current, current -> current.getState() == ServiceStateJson.OBSERVING);
  }

  @Test
  void refusedRoundIsToldWithWhatToDoNext() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    leader.refuses(new OMException(RefusedException.of(ErrorCode.RING_UNHEALTHY, "The ring is not healthy: om2.")
        .withNextStep("Bring it back.").text(), OMException.ResultCodes.INVALID_REQUEST));
    start();
    Awaitility.await("a look").until(() -> current().getMessage(), message -> message.contains("The ring refused a"
        + " round (RING_UNHEALTHY: The ring is not healthy: om2. Bring it back.); the next look tries again."));
    assertThat(rounds()).isEmpty();
  }

  private void pause(long seconds) {
    leader.apply(Command.newBuilder().setPauseService(PauseService.newBuilder().setForSeconds(seconds)));
  }

  /** The round was submitted by another leader: this OM has nothing to compact. */
  @Test
  void cutOffRoundIsContinuedOnce() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set("ozone.om.range.compaction.min.tombstones", "100000");
    submit("om1", "om2");
    leader.apply(Command.newBuilder().setPauseService(PauseService.getDefaultInstance()));
    leader.apply(Command.newBuilder().setResumeService(ResumeService.getDefaultInstance()));
    start();
    Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(() -> rounds().size() == 2);
    JobRecord next = rounds().get(1);
    assertThat(next.getSpec().getRound().getPredictedTombstones()).isZero();
    end(next, TurnFigures.newBuilder());
    Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(() -> current().getHold() == ServiceHoldJson.NOTHING_TO_DO);
    assertThat(rounds()).hasSize(2);
  }

  @Test
  void serviceThatStoodDownContinuesOnceResumed() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    for (int i = 0; i < StandDown.ROUNDS; i++) {
      end(submit("om1"), TurnFigures.newBuilder());
    }
    ServiceJson stoodDown = start().current();
    assertThat(stoodDown.getState()).isEqualTo(ServiceStateJson.STOOD_DOWN);
    assertThat(stoodDown.getMessage()).contains("The last 3 rounds, each at other keys, removed less than half");
    looked();
    int before = rounds().size();
    leader.apply(Command.newBuilder().setResumeService(ResumeService.getDefaultInstance()));
    Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(() -> rounds().size() > before);
  }

  @Test
  void cancelledRoundDelaysTheNext() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    submit("om1");
    leader.hasNoOpenJob();
    ServiceJson held = start().current();
    assertThat(held.getState()).isEqualTo(ServiceStateJson.PAUSED);
    assertThat(held.getMessage()).contains("om has cancelled the last round: the next may begin at ");
    leader.apply(Command.newBuilder().setResumeService(ResumeService.getDefaultInstance()));
    Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(() -> rounds().size() == 2);
  }
}
