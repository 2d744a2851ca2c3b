// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.apache.hadoop.ozone.om.compaction.fault.FaultyRing.turn;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.dist.RingSite;
import org.apache.hadoop.ozone.om.compaction.dist.Stock;
import org.apache.hadoop.ozone.om.compaction.fault.ProcessRing.Release;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.util.VersionUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * A ring of processes is prepared, restarted with another Ozone, and finalized, with the same add-on and under the same
 * clients. Its OMs are of one Ozone at any time: Ozone knows no upgrade one by one.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@EnabledIf(value = "newerOzoneIsNamed", disabledReason = "No newer Ozone is named: say which with"
    + " -Dozone.other.version=VERSION")
class OtherOzoneFaultsTest extends OneFaultyRing {
  static boolean newerOzoneIsNamed() {
    String named = System.getProperty("ozone.other.version");
    return named != null && VersionUtil.compareVersions(Stock.OM.version(), named) < 0;
  }

  @BeforeAll
  static void start() throws Exception {
    // An OM that installs a checkpoint of a ring that was prepared would be prepared again.
    ring = FaultyRing.start("other-ozone", processes -> processes.set("ozone.om.ratis.log.purge.gap", "1000000"));
  }

  @Test
  @Order(1)
  void jobThatIsOpenGoesOnAfterTheUpgrade() throws Exception {
    assertAllCompact("dead-1");
    String jobId = ring.slowJob("dead-6");
    ring.compacting(jobId);

    PrepareMode.begin(ring.processes());
    ring.processes().becomeOtherOzone();

    ring.clients().awaitWork(50);
    ring.processes().awaitJob(jobId, job -> job.getTurns().stream()
        .anyMatch(turn -> FaultyRing.hasCompacted(turn) && turn.getFigures().getAttempts() > 1));
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-6");
  }

  @Test
  @Order(2)
  void jobRunsBeforeTheUpgradeIsFinalized() {
    assertAllCompact("dead-2");
  }

  @Test
  @Order(3)
  void killedOmContinuesItsTurnOnTheOtherOzone() throws Exception {
    String jobId = ring.slowJob("dead-4");
    String compacting = ring.compacting(jobId);
    ring.processes().kill(compacting);
    ring.processes().launch(compacting);
    ring.clients().awaitWork(50);

    ring.processes().awaitJob(jobId, job -> FaultyRing.hasCompacted(turn(job, compacting))
        && turn(job, compacting).getFigures().getAttempts() == 2);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-4");
  }

  @Test
  @Order(4)
  void jobRunsAfterTheUpgradeIsFinalized() {
    ring.processes().admin(Release.THIS, "om", "finalizeupgrade", "-id", RingSite.SERVICE);
    ProcessRing.await("the upgrade finalized").untilAsserted(() -> assertThat(ring.processes()
        .admin(Release.THIS, "om", "finalizationstatus", "-id", RingSite.SERVICE))
        .containsPattern("FINALIZATION_DONE|ALREADY_FINALIZED"));
    assertAllCompact("dead-3");
  }

  private static void assertAllCompact(String bucket) {
    JobJson job = ring.processes().awaitJob(ring.job("--bucket", "/vol/" + bucket), JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getTurns()).hasSize(ProcessRing.NODES.size())
        .allSatisfy(turn -> assertThat(turn.getFigures().getRangesDone()).isPositive());
  }
}
