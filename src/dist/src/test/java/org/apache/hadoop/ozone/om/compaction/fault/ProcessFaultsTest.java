// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.apache.hadoop.ozone.om.compaction.fault.FaultyRing.turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.apache.hadoop.ozone.om.compaction.fault.ProcessRing.Release;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnReasonJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A ring of processes is killed, suspended and starved while it compacts and clients write, list and delete. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProcessFaultsTest extends OneFaultyRing {
  /** Duration of the random faults; the other tests take as long as they need. */
  private static final Duration AT_RANDOM = Duration.ofSeconds(Long.getLong("faults.seconds", 20));

  @BeforeAll
  static void start() throws Exception {
    ring = FaultyRing.start("processes", processes -> { });
  }

  /** Leaves the second range of its bucket to the next test. */
  @Test
  @Tag("nightly")
  @Order(1)
  void compactingOmBecomesLeaderAndReturnsItsTurn() throws Exception {
    String jobId = ring.slowJob("dead-4");
    String compacting = ring.compacting(jobId);
    ring.processes().transferLeadership(compacting);

    JobJson next = ring.processes().awaitJob(jobId, job -> job.getTurns().stream()
        .anyMatch(turn -> turn.getState() == TurnStateJson.RUNNING && !turn.getNodeId().equals(compacting)));
    assertThat(turn(next, compacting).getState()).as("%s", next).isEqualTo(TurnStateJson.WAITING);
    assertThat(turn(next, compacting).getFigures().getRangesDone()).isPositive();
  }

  @Test
  @Tag("nightly")
  void compactingOmIsKilledAndContinuesItsTurn() throws Exception {
    String jobId = ring.slowJob("dead-1");
    String compacting = ring.compacting(jobId);
    ring.processes().kill(compacting);
    // At once: the ring gives its turn up after a minute.
    ring.processes().launch(compacting);
    ring.clients().awaitWork(50);

    ring.processes().awaitJob(jobId, job -> FaultyRing.hasCompacted(turn(job, compacting))
        && turn(job, compacting).getFigures().getAttempts() == 2);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-1");
  }

  @Test
  @Tag("nightly")
  void leaderIsKilledWhileAFollowerCompacts() throws Exception {
    String jobId = ring.slowJob("dead-2");
    String compacting = ring.compacting(jobId);
    String leader = ring.processes().awaitLeader();
    ring.processes().kill(leader);
    ring.clients().awaitWork(50);
    JobJson job = ring.processes().awaitJob(jobId, left -> left.getState() == JobStateJson.RUNNING);
    assertThat(turn(job, compacting).getState()).as("%s", job).isIn(TurnStateJson.RUNNING, TurnStateJson.WAITING);
    ring.processes().launch(leader);
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-2");
  }

  @Test
  @Tag("nightly")
  void compactingOmHangsBeyondTheLimitAndComesBack() throws Exception {
    String jobId = ring.slowJob("dead-3");
    String compacting = ring.compacting(jobId);
    ring.processes().om(compacting).signal("STOP");
    try {
      JobJson given = ring.processes().awaitJob(jobId, job -> turn(job, compacting).getState() == TurnStateJson.FAILED);
      assertThat(turn(given, compacting).getReason()).isEqualTo(TurnReasonJson.UNREACHABLE);
    } finally {
      ring.processes().om(compacting).signal("CONT");
    }
    ring.assertEndsAndTheBucketCanBeCompacted(jobId, "dead-3");
  }

  @Test
  @Tag("nightly")
  void omFarBehindInstallsACheckpointAndTakesItsTurn() throws Exception {
    String away = ring.processes().follower(node -> true);
    ring.processes().kill(away);
    ring.clients().awaitWork(5_000);
    ring.processes().launch(away);
    ring.processes().awaitUp(away);
    ProcessRing.await("a checkpoint")
        .until(() -> ring.processes().om(away).log().contains("Install Checkpoint is finished"));

    ring.assertJobSucceeds("--bucket", "/vol/dead-4", "--node-id", away);
  }

  @Test
  @Tag("nightly")
  void omRunsAsStockAndComesBack() throws Exception {
    String stock = ring.processes().follower(node -> true);
    ring.processes().kill(stock);
    ring.processes().launch(stock, Release.STOCK);
    String jobId = ring.job("--bucket", "/vol/dead-5");

    JobJson job = ring.processes().awaitJob(jobId, JobModel::hasEnded);
    assertThat(turn(job, stock).getState()).isEqualTo(TurnStateJson.SKIPPED);
    ring.isMissedByOne(jobId);
    ring.processes().kill(stock);
    ring.processes().launch(stock);
    ring.processes().awaitUp(stock);
    ring.assertJobSucceeds("--bucket", "/vol/dead-5", "--node-id", stock);
  }

  /** Last, as it leaves no tombstones to the others. */
  @Test
  @Order(Integer.MAX_VALUE)
  void faultsAtRandom() throws Exception {
    RandomFaults faults = new RandomFaults(ring.processes(), ring.clients(), new SplittableRandom(FaultyRing.SEED));
    Instant end = Instant.now().plus(AT_RANDOM);
    while (Instant.now().isBefore(end)) {
      faults.next();
    }
    System.out.println("Faults: " + faults);
    assertThat(faults.beyondLimits()).isEmpty();
  }
}
