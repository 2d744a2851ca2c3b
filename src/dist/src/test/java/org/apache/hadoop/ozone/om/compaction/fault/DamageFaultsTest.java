// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.apache.hadoop.ozone.om.compaction.fault.FaultyRing.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitReasonJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * An OM in a ring of processes has a damaged or full disk, or is prepared for an upgrade, while clients are at work. No
 * OM installs a checkpoint here.
 */
@Tag("nightly")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DamageFaultsTest extends OneFaultyRing {
  private static final String OM_WITH_SMALL_DISK = "om3";
  private static final int DISK_MEGABYTES = 400;
  /** Less than ozone.om.range.compaction.disk.reserve, more than an OM writes in some seconds. */
  private static final int LITTLE = 6;

  private static Optional<SmallDisk> disk = Optional.empty();

  @BeforeAll
  static void start() throws Exception {
    ring = FaultyRing.start("damage", processes -> {
      disk = processes.mountSmallDisk(OM_WITH_SMALL_DISK, DISK_MEGABYTES);
      // An OM that is behind the purged log would install a sound copy of the leader's database.
      processes.set("ozone.om.ratis.log.purge.gap", "1000000");
    });
  }

  @Test
  void corruptFileInTheRangeIsLeftAloneAndTheOmGoesOn() throws Exception {
    String node = ring.processes().follower(any -> true);
    ring.processes().kill(node);
    Path file = new DamagedDatabase(omDb(node)).file("keyTable", "/vol/dead-1/");
    byte[] sound = DamagedDatabase.damage(file);
    launch(node);

    JobJson job = ring.processes().awaitJob(ring.job("--bucket", "/vol/dead-1", "--node-id", node), JobModel::hasEnded);
    assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.FAILED);
    assertThat(turn(job, node).getReason()).isEqualTo(TurnReasonJson.COMPACTION_FAILED);
    assertThat(turn(job, node).getMessage()).contains(file.getFileName().toString());
    assertThat(ring.processes().om(node).isAlive()).isTrue();
    ring.clients().awaitWork(300);
    ring.assertJobSucceeds("--bucket", "/vol/dead-5", "--node-id", node);

    ring.processes().kill(node);
    Files.write(file, sound);
    launch(node);
    ring.assertJobSucceeds("--bucket", "/vol/dead-1");
  }

  @Test
  void damagedRecordCostsItsOmTheTurnOnly() throws Exception {
    String node = ring.processes().follower(any -> true);
    String jobId = ring.slowJob("dead-2");
    ring.compacting(jobId);
    ring.processes().kill(node);
    new DamagedDatabase(omDb(node)).damageRecord(jobId);
    launch(node);

    ring.isMissedByOne(jobId);
    JobJson job = ring.processes().awaitJob(jobId, known -> turn(known, node).getEnded() != null);
    assertThat(turn(job, node).getState()).as("%s", job).isIn(TurnStateJson.SKIPPED, TurnStateJson.FAILED);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-2");
  }

  @Test
  void turnWaitsForAFullDiskAndDoesNotFillIt() throws Exception {
    assumeTrue(disk.isPresent(), "No small disk can be mounted here");
    SmallDisk small = disk.get();
    String jobId;
    try (Closeable full = small.keepFull(LITTLE)) {
      jobId = ring.job("--bucket", "/vol/dead-3", "--node-id", OM_WITH_SMALL_DISK);
      JobJson waits = ring.processes().awaitJob(jobId,
          job -> waitsFor(turn(job, OM_WITH_SMALL_DISK), WaitReasonJson.DISK_SPACE));
      assertThat(turn(waits, OM_WITH_SMALL_DISK).getWaitingFor().getMessage()).contains("free");
    }

    small.fill(0);
    ring.clients().awaitWork(500);
    small.release();
    ring.processes().kill(OM_WITH_SMALL_DISK);
    launch(OM_WITH_SMALL_DISK);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-3");
  }

  /**
   * As in an upgrade: the OM with the turn is restarted while all are prepared. Last, and here, as Ozone leaves
   * #PREPAREDINFO in om.db, which makes any OM that installs a checkpoint later prepared again.
   */
  @Test
  @Order(Integer.MAX_VALUE)
  void ringIsPreparedWhileAnOmCompactsAndGoesOnAfterwards() throws Exception {
    String jobId = ring.slowJob("dead-6");
    String compacting = ring.compacting(jobId);
    PrepareMode.begin(ring.processes());
    ring.processes().kill(compacting);
    ring.processes().launch(compacting);
    ProcessRing.await("an OM that is still prepared").until(() -> ring.processes().isPrepared(compacting));
    PrepareMode.end(ring.processes());

    ring.clients().awaitWork(50);
    assertThat(ring.processes().job(jobId).getState()).isEqualTo(JobStateJson.RUNNING);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-6");
  }

  private static Path omDb(String node) {
    return ring.processes().metadata(node).resolve("om.db");
  }

  private static void launch(String node) throws IOException {
    ring.processes().launch(node);
    ring.processes().awaitUp(node);
  }

  private static boolean waitsFor(TurnJson turn, WaitReasonJson reason) {
    return turn.getWaitingFor() != null && turn.getWaitingFor().getReason() == reason;
  }
}
