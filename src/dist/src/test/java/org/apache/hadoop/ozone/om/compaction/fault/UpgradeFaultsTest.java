// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.fault.ProcessRing.Release;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceState;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A ring of processes is upgraded from the release before, one OM after the other, and one is taken back, while clients
 * are at work. Either contract will do: an older one must be told apart, the same one must not be.
 */
@Tag("nightly")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIfSystemProperty(named = UpgradeFaultsTest.BEFORE, matches = ".+", disabledReason = "There is no release to"
    + " upgrade from: say which with -Dfaults.before=/path/to/ozone-compaction-VERSION.tar.gz")
class UpgradeFaultsTest extends OneFaultyRing {
  static final String BEFORE = "faults.before";

  /** What contract 1 does not know. */
  private static final List<List<String>> NEWER_COMMANDS = List.of(
      List.of("trigger", "--bucket", "/vol/dead-6", "--max-total-bytes", "1GB"),
      List.of("service", "pause"),
      List.of("service", "resume"));
  private static final String LEADER_IS_OLDER = "the leader only 1. Upgrade the OMs first.";

  /** Of an OM of the release before. */
  private static boolean olderContract;
  private static String first;
  private static String second;
  private static String last;

  @BeforeAll
  static void start() throws Exception {
    ring = FaultyRing.start("upgrade", processes -> processes
        .beginningWith(Path.of(System.getProperty(BEFORE)).toAbsolutePath())
        .set("ozone.om.range.compaction.service.enabled", "true")
        .set("ozone.om.range.compaction.service.mode", "compact")
        .set("ozone.om.range.compaction.service.interval", "1s")
        .set("ozone.om.range.compaction.service.max.age", "1s"));
    last = ring.processes().awaitLeader();
    first = ring.processes().follower(node -> true);
    second = ring.processes().follower(node -> !node.equals(first));
    AdminCli.Result pause = ring.processes().run("service", "pause");
    olderContract = pause.exitCode() != 0;
    if (olderContract) {
      assertThat(pause.out() + pause.err()).contains(LEADER_IS_OLDER);
    }
  }

  @Test
  @Order(1)
  void theReleaseBeforeCompactsAndRefusesWhatItDoesNotKnow() {
    assertAllCompact("dead-1");
    assertNewerCommandsAreRefused(LEADER_IS_OLDER);
  }

  @Test
  @Order(2)
  void anUpgradedOmLeadsThoseThatAreNot() throws Exception {
    restart(first, Release.THIS);
    lead(first);
    assertAllCompact("dead-2");
    assertNewerCommandsAreRefused(isOlderOn(second, last));
    assertNoRoundBegins(isOlderOn(second, last));
  }

  @Test
  @Order(3)
  void anUpgradedOmFollowsOneThatIsNot() {
    lead(second);
    assertAllCompact("dead-3");
    assertNewerCommandsAreRefused(LEADER_IS_OLDER);
  }

  @Test
  @Order(4)
  void roundsBeginOnceTheLastIsUpgraded() throws Exception {
    restart(second, Release.THIS);
    lead(second);
    assertAllCompact("dead-4");
    assertNewerCommandsAreRefused(isOlderOn(last));
    assertNoRoundBegins(isOlderOn(last));

    restart(last, Release.THIS);
    if (!olderContract) {
      assertThat(ring.processes().rounds()).as("rounds of a service that was paused before the upgrade").isEmpty();
      ring.processes().runs("service", "resume");
    }
    ProcessRing.await("a round").until(() ->
        ring.processes().rounds().stream().anyMatch(round -> round.getState() == JobState.SUCCEEDED));
    ring.processes().admin(Release.BEFORE, "om", "compaction", "trigger", "--bucket", "/vol/dead-4", "--wait");
  }

  /** As docs/install.md has it: nothing that only the newer contract knows may be open meanwhile. */
  @Test
  @Order(5)
  void anOmIsTakenBackAndComesAgain() throws Exception {
    pause();
    int rounds = ring.processes().rounds().size();
    restart(first, Release.BEFORE);
    lead(second);
    assertAllSucceed("busy");
    assertNewerCommandsAreRefused(isOlderOn(first));
    lead(first);
    assertAllSucceed("busy");
    assertNewerCommandsAreRefused(LEADER_IS_OLDER);

    restart(first, Release.THIS);
    lead(first);
    ProcessRing.await("the pause").until(() -> ring.processes().service().getState() == ServiceState.PAUSED);
    assertThat(ring.processes().rounds()).hasSize(rounds);
    ring.processes().runs("service", "resume");
    ProcessRing.await("the service at work").untilAsserted(() ->
        assertThat(ring.processes().service().getState()).isIn(ServiceState.IDLE, ServiceState.RUNNING));
    pause();
  }

  private static void pause() {
    ProcessRing.await("the pause").until(() -> ring.processes().run("service", "pause").exitCode() == 0);
    ProcessRing.await("the end of all jobs").until(() -> ring.processes().openJobs().isEmpty());
  }

  private static void restart(String node, Release release) throws Exception {
    ring.processes().om(node).terminate();
    ring.clients().awaitWork(50);
    ring.processes().launch(node, release);
    ring.processes().awaitUp(node);
    ring.clients().awaitWork(50);
  }

  private static void lead(String node) {
    ProcessRing.await("leader " + node).until(() -> {
      if (!ring.processes().awaitLeader().equals(node)) {
        ring.processes().transferLeadership(node);
      }
      return ring.processes().awaitLeader().equals(node);
    });
  }

  /** In one job, whoever leads and whatever each is. */
  private static void assertAllCompact(String bucket) {
    assertThat(assertAllSucceed(bucket).getTurns())
        .allSatisfy(turn -> assertThat(turn.getFigures().getRangesDone()).isPositive());
  }

  private static Job assertAllSucceed(String bucket) {
    Job job = ring.processes().awaitJob(ring.job("--bucket", "/vol/" + bucket), JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(ProcessRing.NODES.size());
    return job;
  }

  private static String isOlderOn(String... nodes) {
    return "The version of this add-on on " + Stream.of(nodes).sorted().collect(Collectors.joining(", "))
        + " does not know this: upgrade all OMs.";
  }

  private static void assertNewerCommandsAreRefused(String reason) {
    if (!olderContract) {
      return;
    }
    for (List<String> command : NEWER_COMMANDS) {
      // Just after an election the leader has not heard yet what each is.
      ProcessRing.await("refusal").untilAsserted(() -> {
        AdminCli.Result result = ring.processes().run(command.toArray(String[]::new));
        assertThat(result.exitCode()).as("%s", command).isNotZero();
        assertThat(result.out() + result.err()).as("%s", command).contains(reason);
      });
    }
  }

  /** Although the service acts, and has found what is worth it. */
  private static void assertNoRoundBegins(String reason) throws Exception {
    if (!olderContract) {
      return;
    }
    ProcessRing.await("what holds rounds up").untilAsserted(() -> {
      Service service = ring.processes().service();
      assertThat(service.getHold()).isEqualTo(ServiceHold.VERSION);
      assertThat(service.getMessage()).contains(reason);
      assertThat(service.getRangesChosen()).isPositive();
    });
    assertThat(ring.processes().rounds()).isEmpty();
  }
}
