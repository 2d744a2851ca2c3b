// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.ozone.om.compaction.fault.ProcessRing.Release;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A ring of processes is upgraded from the previous release, one OM after the other, and one is downgraded again, while
 * clients are at work. Both releases have the same contract.
 */
@Tag("nightly")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIfSystemProperty(named = UpgradeFaultsTest.BEFORE, matches = ".+", disabledReason = "There is no release to"
    + " upgrade from: say which with -Dfaults.before=/path/to/ozone-compaction-VERSION.tar.gz")
class UpgradeFaultsTest extends OneFaultyRing {
  static final String BEFORE = "faults.before";

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
    pause();
  }

  @Test
  @Order(1)
  void previousReleaseCompacts() {
    assertAllCompact("dead-1");
  }

  @Test
  @Order(2)
  void upgradedOmLeadsOldFollowers() throws Exception {
    restart(first, Release.THIS);
    lead(first);
    assertAllCompact("dead-2");
  }

  @Test
  @Order(3)
  void upgradedOmFollowsAnOldLeader() {
    lead(second);
    assertAllCompact("dead-3");
  }

  @Test
  @Order(4)
  void pauseOutlivesTheUpgradeAndRoundsBeginAfterIt() throws Exception {
    restart(second, Release.THIS);
    lead(second);
    assertAllCompact("dead-4");

    restart(last, Release.THIS);
    assertThat(ring.processes().rounds()).as("rounds of a service that was paused before the upgrade").isEmpty();
    ring.processes().runs("service", "resume");
    ProcessRing.await("a round").until(() ->
        ring.processes().rounds().stream().anyMatch(round -> round.getState() == JobStateJson.SUCCEEDED));
    ring.processes().admin(Release.BEFORE, "om", "compaction", "trigger", "--bucket", "/vol/dead-4", "--wait");
  }

  @Test
  @Order(5)
  void omIsDowngradedAndUpgradedAgain() throws Exception {
    pause();
    int rounds = ring.processes().rounds().size();
    restart(first, Release.BEFORE);
    lead(second);
    assertAllSucceed("busy");
    lead(first);
    assertAllSucceed("busy");

    restart(first, Release.THIS);
    lead(first);
    ProcessRing.await("the pause").until(() -> ring.processes().service().getState() == ServiceStateJson.PAUSED);
    assertThat(ring.processes().rounds()).hasSize(rounds);
    ring.processes().runs("service", "resume");
    ProcessRing.await("the service at work").untilAsserted(() ->
        assertThat(ring.processes().service().getState()).isIn(ServiceStateJson.IDLE, ServiceStateJson.RUNNING));
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

  /** In one job, whoever leads and whatever release each OM has. */
  private static void assertAllCompact(String bucket) {
    assertThat(assertAllSucceed(bucket).getTurns())
        .allSatisfy(turn -> assertThat(turn.getFigures().getRangesDone()).isPositive());
  }

  private static JobJson assertAllSucceed(String bucket) {
    JobJson job = ring.processes().awaitJob(ring.job("--bucket", "/vol/" + bucket), JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(ProcessRing.NODES.size());
    return job;
  }
}
