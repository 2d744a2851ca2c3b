// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.LsmReader;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceRange;
import org.apache.hadoop.ozone.om.compaction.model.ServiceState;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The service over a real om.db in which 12,000 of 15,000 keys of one bucket are deleted, 100 of 200 of another, and
 * none of a large one between them.
 */
class AutoServiceTest {
  private static final String PREFIX = "ozone.om.range.compaction.service.";
  private static final int DELETED = 12_000;

  private final LoneLeader leader = new LoneLeader();
  private final OzoneConfiguration conf = new OzoneConfiguration();
  private OmDatabaseFixture om;
  private ReconfigurableService service;

  @BeforeEach
  void open(@TempDir Path directory) throws Exception {
    om = new OmDatabaseFixture(directory);
    om.volume("lake");
    bucket("staging", 15_000);
    bucket("quiet", 200);
    bucket("running", 30_000);
    om.compact("keyTable");
    delete("staging", DELETED);
    delete("quiet", 100);
    om.flush("keyTable");
    conf.set(PREFIX + "enabled", "true");
    conf.set(PREFIX + "interval", "1s");
  }

  @AfterEach
  void close() throws Exception {
    if (service != null) {
      service.close();
    }
    om.stop();
  }

  private void bucket(String name, int keys) throws Exception {
    om.bucket("lake", name, BucketLayout.OBJECT_STORE);
    for (int i = 0; i < keys; i++) {
      om.put("keyTable", String.format("/lake/%s/%05d", name, i));
    }
  }

  private void delete(String name, int keys) throws Exception {
    for (int i = 0; i < keys; i++) {
      om.delete("keyTable", String.format("/lake/%s/%05d", name, i));
    }
  }

  private ReconfigurableService start() {
    NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), new ExactCounts(),
        CompactionConfig.from(conf));
    service = new ReconfigurableService(conf, settings -> new AutoService(leader, settings,
        CompactionConfig.from(conf), planner, new KnownSeeks(), Clock.systemUTC()));
    service.start();
    return service;
  }

  private Service looked() {
    return Awaitility.await("a look").atMost(30, TimeUnit.SECONDS)
        .until(service::current, current -> current.getLooked() != null);
  }

  private static Targets bucket(String name) {
    return Targets.newBuilder().addBuckets("/lake/" + name).build();
  }

  @Test
  void showsWhatARoundWouldCompactAndCompactsNothing() throws Exception {
    long keys = om.metadata().getStore().getEstimatedKeyCount();
    start();
    Service seen = looked();
    assertThat(seen.getState()).isEqualTo(ServiceState.OBSERVING);
    assertThat(seen.getHold()).isNull();
    assertThat(seen.getMessage()).startsWith("Rounds would compact 1 of 1 range now: they would remove 12,")
        .contains("; the slowest list there takes ");
    assertThat(seen.getRanges()).singleElement().satisfies(range -> {
      assertThat(range.getBucket()).isEqualTo("staging");
      assertThat(range.getChoice()).isEqualTo(ServiceChoice.CHOSEN);
      assertThat(range.getTombstones()).isBetween((long) DELETED, DELETED + 100L);
      assertThat(range.getSeek().getMicros()).isPositive();
      assertThat(Instant.parse(range.getOldest())).isBetween(Instant.now().minusSeconds(600), Instant.now());
    });
    assertThat(om.metadata().getStore().getEstimatedKeyCount()).isEqualTo(keys);
  }

  @ParameterizedTest
  @CsvSource({
      "staging, DEBT, CHOSEN, 'Its 12,'",
      "quiet, , BELOW_MINIMUM, 'holds 100 tombstones, the minimum is 1000'"})
  void explainsABucketAsItIsJudgedAmongAllOthers(String bucket, ServiceUrgency urgency, ServiceChoice choice,
      String message) throws Exception {
    conf.set(PREFIX + "hurting.seek", "1m");
    ServiceRange range = start().lookAt(bucket(bucket)).getRanges().get(0);
    assertThat(range.getBucket()).isEqualTo(bucket);
    assertThat(range.getUrgency()).isEqualTo(urgency);
    assertThat(range.getChoice()).isEqualTo(choice);
    assertThat(range.getMessage()).contains(message);
  }

  @Test
  void aSlowListIsOneThatHurts() throws Exception {
    conf.set(PREFIX + "hurting.seek", "1us");
    assertThat(start().lookAt(bucket("staging")).getRanges().get(0).getUrgency()).isEqualTo(ServiceUrgency.HURTING);
  }

  @Test
  void saysWhatHoldsRoundsUpAndWhatTheyWouldDo() throws Exception {
    start();
    leader.hasJob(JobSpec.newBuilder());
    assertThat(service.lookAt(bucket("staging")).getHold()).isEqualTo(ServiceHold.JOB_OPEN);
    leader.hasStockServiceOn(true);
    Service held = service.lookAt(bucket("staging"));
    assertThat(held.getHold()).isEqualTo(ServiceHold.STOCK_SERVICE);
    assertThat(held.getMessage()).startsWith("No round would begin now. Ozone's own compaction service is on");
    assertThat(held.getRangesChosen()).isOne();
  }

  @Test
  void aRoundIsAJobForTheRangesThatItChose() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set(PREFIX + "max.write.rate", "7MB");
    start();
    JobRecord round = round();
    assertThat(round.getSpec().getTargets().getKeyRangesList()).singleElement().satisfies(keys -> {
      assertThat(keys.getTable()).isEqualTo("keyTable");
      assertThat(keys.getBegin().toStringUtf8()).isEqualTo("/lake/staging/");
    });
    assertThat(round.getSpec().getRound().getPredictedTombstones()).isBetween((long) DELETED, DELETED + 100L);
    assertThat(round.getSpec().getRound().getOverdue()).isFalse();
    assertThat(round.getSpec().getNodeIdsList()).containsExactly("om1");
    assertThat(round.getSpec().getThresholds().getMinTombstones()).isEqualTo(AutoPolicy.MIN_TOMBSTONES);
    assertThat(round.getSpec().getMaxWriteRate()).isEqualTo(7L << 20);
    assertThat(round.getSpec().getThresholds().getMaxTotalBytes()).as("half of a day's bytes, for debts")
        .isEqualTo(10L << 30);
    assertThat(round.getSpec().getNotAfterMs()).isZero();
    String jobId = round.getSpec().getJobId();
    Service running = Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(service::current, current -> current.getHold() == ServiceHold.ROUND_OPEN);
    assertThat(running.getState()).isEqualTo(ServiceState.RUNNING);
    assertThat(running.getMessage()).contains("Round " + jobId + " is under way");
    assertThat(running.getLastRound().getJobId()).isEqualTo(jobId);
    assertThat(rounds()).hasSize(1);
    end(round, TurnFigures.newBuilder().setTombstonesBefore(DELETED).setTombstonesAfter(DELETED));
    Service ended = service.current();
    assertThat(ended.getState()).as("before the next look as after it").isEqualTo(ServiceState.IDLE);
    assertThat(ended.getMessage()).doesNotContain("is under way");
  }

  @Test
  void whatARoundDidNotRemoveRests() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    start();
    end(round(), TurnFigures.newBuilder().setTombstonesBefore(DELETED).setTombstonesAfter(DELETED - 10)
        .setWriteBytes(1_000_000));
    Service idle = Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(service::current, current -> current.getHold() == ServiceHold.NOTHING_TO_DO);
    assertThat(idle.getState()).isEqualTo(ServiceState.IDLE);
    assertThat(idle.getRanges()).first().satisfies(range -> {
      assertThat(range.getChoice()).isEqualTo(ServiceChoice.RESTING);
      assertThat(range.getMessage()).contains("removed less than half");
    });
    assertThat(idle.getSpentBytes()).isEqualTo(1_000_000);
    assertThat(idle.getLastRound().getTombstonesRemoved()).isEqualTo(10);
    assertThat(rounds()).hasSize(1);
  }

  @Test
  void noRoundBeginsBeforeAllVotersKnowWhatOneIs() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    leader.hasVoter("om2");
    leader.hasVoter("om3");
    leader.greeted("om2", 0);
    leader.greeted("om3", 2);
    start();
    Service held = looked();
    assertThat(held.getState()).isEqualTo(ServiceState.HELD);
    assertThat(held.getHold()).isEqualTo(ServiceHold.VERSION);
    assertThat(held.getMessage()).contains("om2 has not said to run a version");
    leader.greeted("om2", 2);
    assertThat(round().getSpec().getNodeIdsList()).containsExactly("om1", "om2", "om3");
  }

  @Test
  void aRoundEndsBeforeAPersonsWindowOpens() {
    conf.set(PREFIX + "mode", "compact");
    long opens = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(1);
    leader.hasJob(JobSpec.newBuilder().setNotBeforeMs(opens));
    start();
    assertThat(round().getSpec().getNotAfterMs()).isEqualTo(opens);
  }

  @Test
  void aJobWhoseWindowOpensSoonIsAsGoodAsOpen() {
    conf.set(PREFIX + "mode", "compact");
    leader.hasJob(JobSpec.newBuilder().setNotBeforeMs(System.currentTimeMillis() + 50_000));
    start();
    assertThat(looked().getHold()).isEqualTo(ServiceHold.JOB_OPEN);
    leader.hasNoOpenJob();
    assertThat(round().getSpec().getNotAfterMs()).isZero();
  }

  @Test
  void aPauseHoldsRoundsUpAtOnceAndEndsByItself() {
    conf.set(PREFIX + "mode", "compact");
    leader.apply(Command.newBuilder().setPauseService(PauseService.newBuilder().setForSeconds(5)));
    Service paused = start().current();
    assertThat(paused.getState()).isEqualTo(ServiceState.PAUSED);
    assertThat(paused.getPausedBy()).isEqualTo("om");
    assertThat(Instant.parse(paused.getPausedUntil())).isAfter(Instant.now());
    assertThat(paused.getMessage()).contains("om has paused the service until")
        .endsWith("('ozone admin om compaction service resume').");
    assertThat(looked().getHold()).isEqualTo(ServiceHold.PAUSED);
    assertThat(rounds()).isEmpty();
    round();
    assertThat(service.current().getPausedBy()).isNull();
  }

  /** By the OM that led then, as this one has nothing to do there. */
  @Test
  void whatARoundThatWasCutOffHasLeftToDoIsGoneOnWithOnce() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    conf.set(PREFIX + "hurting.seek", "1m");
    conf.set("ozone.om.range.compaction.min.tombstones", "100000");
    JobRecord first = submit("/lake/a", "om1", "om2");
    leader.apply(Command.newBuilder().setPauseService(PauseService.getDefaultInstance()));
    leader.apply(Command.newBuilder().setResumeService(ResumeService.getDefaultInstance()));
    start();
    Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(() -> rounds().size() == 2);
    JobRecord next = rounds().get(1);
    assertThat(next.getSpec().getTargets()).isEqualTo(first.getSpec().getTargets());
    assertThat(next.getSpec().getRound().getPredictedTombstones()).isZero();
    end(next, TurnFigures.newBuilder());
    Awaitility.await("the next look").atMost(30, TimeUnit.SECONDS)
        .until(() -> service.current().getHold() == ServiceHold.NOTHING_TO_DO);
    assertThat(rounds()).hasSize(2);
  }

  private JobRecord submit(String key, String... nodeIds) throws Exception {
    leader.submit(JobSpec.newBuilder().setJobId(UUID.randomUUID().toString()).addAllNodeIds(List.of(nodeIds))
        .setTargets(Targets.newBuilder().addKeyRanges(KeyRange.newBuilder().setTable("keyTable")
            .setBegin(ByteString.copyFromUtf8(key)).setEnd(ByteString.copyFromUtf8(key))))
        .setRound(Round.newBuilder().setPredictedTombstones(1_000)).build());
    return rounds().get(rounds().size() - 1);
  }

  @Test
  void aServiceThatStoodDownGoesOnOnceItIsResumed() throws Exception {
    conf.set(PREFIX + "mode", "compact");
    for (String elsewhere : List.of("/lake/a", "/lake/b", "/lake/c")) {
      end(submit(elsewhere, "om1"), TurnFigures.newBuilder());
    }
    Service stoodDown = start().current();
    assertThat(stoodDown.getState()).isEqualTo(ServiceState.STOOD_DOWN);
    assertThat(stoodDown.getMessage()).contains("The last 3 rounds, each at other keys, removed less than half");
    looked();
    int before = rounds().size();
    leader.apply(Command.newBuilder().setResumeService(ResumeService.getDefaultInstance()));
    Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(() -> rounds().size() > before);
  }

  private List<JobRecord> rounds() {
    return leader.jobs().jobs().stream().filter(job -> job.getSpec().hasRound()).toList();
  }

  private JobRecord round() {
    return Awaitility.await("a round").atMost(30, TimeUnit.SECONDS).until(this::rounds, any -> !any.isEmpty()).get(0);
  }

  private void end(JobRecord round, TurnFigures.Builder figures) {
    String jobId = round.getSpec().getJobId();
    leader.apply(Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(jobId).setNodeId("om1")));
    leader.apply(Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId("om1")));
    leader.apply(Command.newBuilder().setEndTurns(EndTurns.newBuilder().setJobId(jobId).addNodeIds("om1")
        .setState(TurnState.TURN_SUCCEEDED).setFigures(figures)));
  }

  @Test
  void isSwitchedOnAndToActAndOffAgainWhileTheOmRuns() {
    conf.unset(PREFIX + "enabled");
    start();
    assertThat(service.reconfigure(PREFIX + "enabled", "true")).isEqualTo("true");
    assertThat(looked().getState()).isEqualTo(ServiceState.OBSERVING);
    service.reconfigure(PREFIX + "mode", "compact");
    round();
    service.reconfigure(PREFIX + "enabled", null);
    assertThat(service.current().getState()).isEqualTo(ServiceState.OFF);
  }

  @Test
  void whatCannotBeUsedIsRefusedAndChangesNothing() {
    start();
    assertThatThrownBy(() -> service.reconfigure(PREFIX + "windows", "Mon-Fri 25:00-26:00"))
        .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(PREFIX + "windows");
    assertThat(looked().getWindows()).isEqualTo("always");
  }

  @Test
  void aFaultySettingIsCorrectedWhileTheOmRuns() {
    conf.set(PREFIX + "interval", "soon");
    conf.set(PREFIX + "windows", "never");
    assertThat(start().current().getState()).isEqualTo(ServiceState.FAULTY);
    service.reconfigure(PREFIX + "windows", "always");
    assertThat(service.current().getProblems()).singleElement().asString().contains("interval");
    service.reconfigure(PREFIX + "interval", "1s");
    assertThat(looked().getState()).isEqualTo(ServiceState.OBSERVING);
  }

  @Test
  void aClosedWindowHoldsRoundsUp() throws Exception {
    int hour = (ZonedDateTime.now(ZoneOffset.UTC).getHour() + 12) % 24;
    conf.set(PREFIX + "windows", String.format("%02d:00-%02d:30 UTC", hour, hour));
    Service held = start().lookAt(bucket("staging"));
    assertThat(held.getHold()).isEqualTo(ServiceHold.WINDOW_CLOSED);
    assertThat(held.getMessage()).contains(hour + ":00-").contains("they open at 20");
  }

  @Test
  void aFollowerLeavesItToTheLeaderAndExplainsAllTheSame() throws Exception {
    leader.leads(false);
    start();
    assertThat(service.current().getState()).isEqualTo(ServiceState.FOLLOWING);
    assertThat(service.lookAt(bucket("staging")).getMessage()).startsWith("Were the service to decide here: Rounds");
    leader.leads(true);
    assertThat(looked().getState()).isEqualTo(ServiceState.OBSERVING);
    leader.leads(false);
    assertThat(service.current().getState()).isEqualTo(ServiceState.FOLLOWING);
  }

  @Test
  void isOffUnlessItIsSwitchedOn() throws Exception {
    conf.unset(PREFIX + "enabled");
    start();
    assertThat(service.current().getState()).isEqualTo(ServiceState.OFF);
    assertThat(service.current().getMessage()).contains(PREFIX + "enabled");
    assertThat(service.lookAt(bucket("staging")).getRanges()).isNotEmpty();
  }

  @Test
  void isOffWhereRangeCompactionIs() {
    conf.set("ozone.om.range.compaction.enabled", "false");
    start();
    assertThat(service.current().getState()).isEqualTo(ServiceState.OFF);
    assertThat(service.current().getMessage()).contains("(ozone.om.range.compaction.enabled)");
  }

  /** Unlike the service's own look, it is not repeated. */
  @Test
  void whoAsksForABucketIsNotToldOfAnotherLook() throws Exception {
    assertThat(start().lookAt(bucket("staging")).getLooksAgain()).isNull();
    assertThat(looked().getLooksAgain()).isNotNull();
  }

  @Test
  void doesNotStartWithSettingsThatCannotBeUsedAndNamesThem() {
    conf.set(PREFIX + "windows", "whenever");
    conf.set(PREFIX + "daily.bytes", "-1");
    start();
    assertThat(service.current().getState()).isEqualTo(ServiceState.FAULTY);
    assertThat(service.current().getProblems()).hasSize(2).anySatisfy(problem ->
        assertThat(problem).startsWith(PREFIX + "windows = 'whenever' cannot be used ("));
  }

  @Test
  void withoutADatabaseTheLastLookStays() throws Exception {
    start();
    looked();
    om.stop();
    assertThat(service.current().getState()).isEqualTo(ServiceState.OBSERVING);
    assertThat(catchThrowable(() -> service.lookAt(bucket("staging"))))
        .isInstanceOf(DatabaseUnavailableException.class);
    om.reopen(1_000);
    assertThat(service.lookAt(bucket("staging")).getRanges()).isNotEmpty();
  }
}
