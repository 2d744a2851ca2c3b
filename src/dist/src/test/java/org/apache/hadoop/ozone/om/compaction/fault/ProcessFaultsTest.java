// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.apache.hadoop.ozone.om.compaction.model.TurnReason;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A ring of processes that is killed, stopped and starved while it compacts and while clients write, list and delete.
 * All faults befall the same ring. What it must answer for in the end is checked once, when all is over: no
 * acknowledged operation is lost, and all OMs hold the same rows in every table, the records of jobs among them.
 */
@Tag("faults")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProcessFaultsTest {
  /** How long faults befall the ring at random; the other tests take as long as they need. */
  private static final Duration AT_RANDOM = Duration.ofSeconds(Long.getLong("faults.seconds", 120));
  private static final long SEED = Long.getLong("faults.seed", System.nanoTime());
  private static final Path DIRECTORY = Path.of(System.getProperty("faults.data"));
  private static final int CLIENTS = 3;
  private static final ObjectMapper JSON = CompactionJson.mapper();

  private static ProcessRing ring;
  private static Clients clients;

  @BeforeAll
  static void start() throws Exception {
    System.out.println("Faults: seed " + SEED + ", " + AT_RANDOM.toSeconds() + " s at random");
    ring = new ProcessRing(DIRECTORY)
        .set("ozone.om.ratis.log.purge.gap", "300")
        .set("ozone.om.ratis.segment.size", "64KB")
        .set("ozone.om.ratis.segment.preallocated.size", "64KB")
        .set("ozone.om.ratis.snapshot.auto.trigger.threshold", "300");
    ring.start(PreparedDatabase.make(DIRECTORY.resolve("prepared")));
    clients = Clients.start(ring.clientConf(), CLIENTS, SEED);
  }

  @AfterEach
  void everyOmRunsAndTheRingWorks() throws Exception {
    for (String node : ProcessRing.NODES) {
      assertThat(ring.om(node).isAlive()).as(node).isTrue();
      ring.awaitUp(node);
    }
    clients.awaitWork(50);
    ProcessRing.await("cancel").until(() -> ring.run("cancel", "--all", "--wait").exitCode() == 0);
  }

  @AfterAll
  static void nothingIsLostAndAllAgree() throws Exception {
    try {
      assertThat(clients).as("clients of a ring that has started").isNotNull();
      clients.close();
      ProcessRing.await("reading back").untilAsserted(() -> assertThat(clients.lies()).isEmpty());
      System.out.println("Faults: " + clients.acknowledged() + " operations acknowledged, " + clients.failed()
          + " failed or unknown");
      assertJobSucceeds("--everything", "--min-ratio", "0", "--min-tombstones", "1");
      awaitSameIndex();
      ring.terminate();
      Map<String, Map<String, String>> tables = new HashMap<>();
      for (String node : ProcessRing.NODES) {
        OmTables read = OmTables.read(ring.metadata(node).resolve("om.db"));
        assertThat(read.orphans()).as("files of " + node + " that belong to nothing").isEmpty();
        tables.put(node, read.digests());
      }
      assertThat(tables.get("om2")).isEqualTo(tables.get("om1"));
      assertThat(tables.get("om3")).isEqualTo(tables.get("om1"));
      for (String node : ProcessRing.NODES) {
        ring.launchStock(node);
      }
      for (String node : ProcessRing.NODES) {
        ring.om(node).await("/jmx?qry=Hadoop:service=OzoneManager,name=OMMetrics",
            beans -> beans.body().contains("NumKeys"));
      }
      assertThat(clients.lies()).as("after the add-on's removal").isEmpty();
    } finally {
      ring.close();
    }
  }

  @Test
  void theOmThatCompactsIsKilledAndGoesOnWithItsTurn() throws Exception {
    String jobId = slowJob("dead-1");
    String compacting = compacting(jobId);
    ring.kill(compacting);
    clients.awaitWork(50);
    ring.launch(compacting);

    ring.awaitJob(jobId, job -> hasCompacted(turn(job, compacting))
        && turn(job, compacting).getFigures().getAttempts() == 2);
    assertEndsAndTheBucketCanBeCompacted(jobId, "dead-1");
  }

  @Test
  void theLeaderIsKilledWhileAFollowerCompacts() throws Exception {
    String jobId = slowJob("dead-2");
    String compacting = compacting(jobId);
    String leader = ring.awaitLeader();
    ring.kill(leader);
    clients.awaitWork(50);
    Job job = ring.awaitJob(jobId, left -> left.getState() == JobState.RUNNING);
    assertThat(turn(job, compacting).getState()).as("%s", job).isIn(TurnState.RUNNING, TurnState.WAITING);
    ring.launch(leader);
    assertEndsAndTheBucketCanBeCompacted(jobId, "dead-2");
  }

  @Test
  void theOmThatCompactsHangsForLongerThanTheLimitAndComesBack() throws Exception {
    String jobId = slowJob("dead-3");
    String compacting = compacting(jobId);
    ring.om(compacting).signal("STOP");
    try {
      Job given = ring.awaitJob(jobId, job -> turn(job, compacting).getState() == TurnState.FAILED);
      assertThat(turn(given, compacting).getReason()).isEqualTo(TurnReason.UNREACHABLE);
    } finally {
      ring.om(compacting).signal("CONT");
    }
    assertEndsAndTheBucketCanBeCompacted(jobId, "dead-3");
  }

  @Test
  void anOmThatIsFarBehindInstallsACheckpointAndTakesItsTurn() throws Exception {
    String away = ring.follower(node -> true);
    ring.kill(away);
    clients.awaitWork(3_000);
    ring.launch(away);
    ring.awaitUp(away);
    ProcessRing.await("a checkpoint").until(() -> ring.om(away).log().contains("Install Checkpoint is finished"));

    assertJobSucceeds("--bucket", "/vol/dead-4", "--node-id", away);
  }

  @Test
  void anOmLeavesAsStockAndComesBack() throws Exception {
    String stock = ring.follower(node -> true);
    ring.kill(stock);
    ring.launchStock(stock);
    String jobId = job("--bucket", "/vol/dead-5");

    Job job = ring.awaitJob(jobId, JobModel::hasEnded);
    assertThat(turn(job, stock).getState()).isEqualTo(TurnState.SKIPPED);
    ring.kill(stock);
    ring.launch(stock);
    ring.awaitUp(stock);
    assertJobSucceeds("--bucket", "/vol/dead-5", "--node-id", stock);
  }

  /** Last, as it leaves no tombstones to the others. */
  @Test
  @Order(Integer.MAX_VALUE)
  void faultsAtRandom() throws Exception {
    RandomFaults faults = new RandomFaults(ring, clients, new SplittableRandom(SEED));
    Instant end = Instant.now().plus(AT_RANDOM);
    while (Instant.now().isBefore(end)) {
      faults.next();
    }
    System.out.println("Faults: " + faults);
  }

  /** Followers learn a little later what is committed. */
  private static void awaitSameIndex() {
    ProcessRing.await("the same index everywhere").until(() -> {
      List<Object> applied = new ArrayList<>();
      for (String node : ProcessRing.NODES) {
        String body = ring.om(node).get("/compaction/v1/nodes").body();
        applied.add(JSON.readValue(body, NodeList.class).getNodes().get(0).getAppliedIndex());
      }
      return applied.stream().distinct().count() == 1;
    });
  }

  /** Submits a job as soon as the ring takes one; @return its id. */
  private static String job(String... args) {
    String jobId = UUID.randomUUID().toString();
    List<String> line = new ArrayList<>(List.of("trigger", "--job-id", jobId));
    line.addAll(List.of(args));
    ProcessRing.await("a ring that takes a job").until(() -> {
      ring.runs(line.toArray(String[]::new));
      return true;
    });
    return jobId;
  }

  /** A job of two ranges, and minutes between them. */
  private static String slowJob(String bucket) {
    return job("--bucket", "/vol/" + bucket, "--max-write-rate", "1KB");
  }

  private static void assertEndsAndTheBucketCanBeCompacted(String slowJob, String bucket) {
    ProcessRing.await("the end of " + slowJob).until(() -> ring.run("cancel", slowJob, "--wait").exitCode() == 0);
    for (String node : ProcessRing.NODES) {
      ProcessRing.await(node).until(() -> ring.om(node).get("/compaction/v1/nodes").statusCode() == 200);
    }
    assertJobSucceeds("--bucket", "/vol/" + bucket);
  }

  /** Also where the ring has just come back: if a turn was given up for that, the next job runs. */
  private static void assertJobSucceeds(String... args) {
    ProcessRing.await("a job that succeeds").untilAsserted(() -> {
      Job job = ring.awaitJob(job(args), JobModel::hasEnded);
      assertThat(job.getState()).as("%s", job).isEqualTo(JobState.SUCCEEDED);
    });
  }

  private static String compacting(String jobId) {
    Job job = ring.awaitJob(jobId, running -> running.getTurns().stream().anyMatch(ProcessFaultsTest::hasCompacted));
    return job.getTurns().stream().filter(ProcessFaultsTest::hasCompacted).findFirst().orElseThrow().getNodeId();
  }

  private static boolean hasCompacted(Turn turn) {
    return turn.getState() == TurnState.RUNNING && turn.getFigures() != null && turn.getFigures().getRangesDone() > 0;
  }

  private static Turn turn(Job job, String node) {
    return job.getTurns().stream().filter(turn -> turn.getNodeId().equals(node)).findFirst().orElseThrow();
  }
}
