// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.TimeoutEvent;

/**
 * A ring of processes with clients at work, and what must hold after any fault: no acknowledged operation is lost, and
 * all OMs hold the same rows in every table, including the records of jobs.
 */
final class FaultyRing implements AutoCloseable {
  static final long SEED = Long.getLong("faults.seed", System.nanoTime());

  private static final Path DIRECTORY = Path.of(System.getProperty("faults.data"));
  private static final int CLIENTS = 3;

  private final ProcessRing processes;
  private final Clients clients;
  private final Set<String> missed = new HashSet<>();

  private FaultyRing(ProcessRing processes, Clients clients) {
    this.processes = processes;
    this.clients = clients;
  }

  /** Makes the initial database of all OMs. */
  interface Database {
    /** @return the folder om.db */
    Path make(Path directory) throws Exception;
  }

  /** Further settings of a ring, before its start. */
  interface Settings {
    void of(ProcessRing processes) throws Exception;
  }

  /** @param name of the directory for all its files */
  static FaultyRing start(String name, Settings settings) throws Exception {
    return start(name, PreparedDatabase::make, settings);
  }

  /** As {@link #start(String, Settings)}, with another database. */
  static FaultyRing start(String name, Database database, Settings settings) throws Exception {
    System.out.println("Faults: seed " + SEED);
    Path directory = DIRECTORY.resolve(name);
    // Left by an earlier run.
    FileUtils.deleteDirectory(directory.toFile());
    ProcessRing processes = new ProcessRing(directory)
        .set("ozone.om.ratis.log.purge.gap", "1000")
        .set("ozone.om.ratis.segment.size", "64KB")
        .set("ozone.om.ratis.segment.preallocated.size", "64KB")
        .set("ozone.om.ratis.snapshot.auto.trigger.threshold", "1000");
    settings.of(processes);
    boolean started = false;
    try {
      processes.start(database.make(directory.resolve("prepared")));
      FaultyRing ring = new FaultyRing(processes, Clients.start(processes.clientConf(), CLIENTS, SEED));
      started = true;
      return ring;
    } finally {
      if (!started) {
        processes.close();
      }
    }
  }

  ProcessRing processes() {
    return processes;
  }

  Clients clients() {
    return clients;
  }

  /** Excludes a job from the comparison: one OM missed it, as stock or with a damaged row. */
  void isMissedByOne(String jobId) {
    missed.add(jobId);
  }

  /** Checks that all OMs run, clients make progress, and no work is left. Does what an operator would have to do. */
  void assertWorks() throws Exception {
    StuckOms.restart(processes);
    for (String node : ProcessRing.NODES) {
      assertThat(processes.om(node).isAlive()).as(node).isTrue();
      processes.awaitUp(node);
    }
    clients.awaitWork(50);
    await("cancel").until(() -> {
      StuckOms.restart(processes);
      return processes.run("cancel", "--all", "--wait", "--timeout", "1m").exitCode() == 0;
    });
  }

  /** Reports the ring's state if the wait takes too long. */
  private ConditionFactory await(String what) {
    return ProcessRing.await(what).conditionEvaluationListener(new ConditionEvaluationListener<>() {
      @Override
      public void conditionEvaluated(EvaluatedCondition<Object> condition) {
        // Only the last exception matters.
      }

      @Override
      public void onTimeout(TimeoutEvent timeout) {
        System.out.println("Faults: no " + what + " in time");
        for (String node : ProcessRing.NODES) {
          System.out.println("Faults: " + node + ' ' + state(node));
        }
      }
    });
  }

  /** One that hangs may not even dump its threads, which must hide neither the others nor the failure. */
  private String state(String node) {
    try {
      return OmState.of(processes.om(node));
    } catch (IOException | InterruptedException | RuntimeException e) {
      return "does not say what it is at: " + e;
    }
  }

  /** Stops the clients and the OMs, compares their databases, and opens them with stock OMs. */
  void assertNothingIsLost() throws Exception {
    clients.close();
    ProcessRing.await("reading back").untilAsserted(() -> assertThat(clients.lies()).isEmpty());
    System.out.println("Faults: " + clients.acknowledged() + " operations acknowledged, " + clients.failed()
        + " failed or unknown");
    assertJobSucceeds("--everything", "--min-ratio", "0", "--min-tombstones", "1");
    awaitSameIndex();
    processes.terminate();
    Map<String, Map<String, String>> tables = new HashMap<>();
    for (String node : ProcessRing.NODES) {
      OmTables read = processes.tables(node, missed);
      assertThat(read.orphans()).as("files of " + node + " that belong to nothing").isEmpty();
      tables.put(node, read.digests());
    }
    for (String node : List.of("om2", "om3")) {
      assertThat(tables.get(node).entrySet()).as("tables of %s", node)
          .containsExactlyInAnyOrderElementsOf(tables.get("om1").entrySet());
    }
    for (String node : ProcessRing.NODES) {
      processes.launch(node, ProcessRing.Release.STOCK);
    }
    for (String node : ProcessRing.NODES) {
      processes.om(node).await("/jmx?qry=Hadoop:service=OzoneManager,name=OMMetrics",
          beans -> beans.body().contains("NumKeys"));
    }
    assertThat(clients.lies()).as("after the add-on's removal").isEmpty();
  }

  @Override
  public void close() {
    processes.close();
  }

  /** Followers learn the committed index a little later. */
  private void awaitSameIndex() {
    ProcessRing.await("the same index everywhere").until(() -> {
      List<Object> applied = new ArrayList<>();
      for (String node : ProcessRing.NODES) {
        applied.add(processes.node(node).getAppliedIndex());
      }
      return applied.stream().distinct().count() == 1;
    });
  }

  /** Submits a job as soon as the ring accepts one; @return its id. */
  String job(String... args) {
    String jobId = UUID.randomUUID().toString();
    List<String> line = new ArrayList<>(List.of("trigger", "--job-id", jobId));
    line.addAll(List.of(args));
    await("ring that takes a job").until(() -> {
      processes.runs(line.toArray(String[]::new));
      return true;
    });
    return jobId;
  }

  /** A job of two ranges with hours between them. */
  String slowJob(String bucket) {
    return job("--bucket", "/vol/" + bucket, "--max-write-rate", "1B");
  }

  void assertEndsAndTheBucketCanBeCompacted(String slowJob, String bucket) {
    await("end of " + slowJob).until(() -> {
      StuckOms.restart(processes);
      return processes.run("cancel", slowJob, "--wait", "--timeout", "1m").exitCode() == 0;
    });
    for (String node : ProcessRing.NODES) {
      ProcessRing.await(node).until(() -> processes.om(node).get("/compaction/v1/nodes").statusCode() == 200);
    }
    assertJobSucceeds("--bucket", "/vol/" + bucket);
  }

  /** Also right after the ring has recovered: if a turn was given up because of that, the next job succeeds. */
  void assertJobSucceeds(String... args) {
    await("job that succeeds").untilAsserted(() -> {
      StuckOms.restart(processes);
      JobJson job = processes.awaitJob(job(args), JobModel::hasEnded);
      assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
    });
  }

  /** @return the node that has compacted the first range of a job and is about to compact the next */
  String compacting(String jobId) {
    JobJson job = processes.awaitJob(jobId, running -> running.getTurns().stream().anyMatch(FaultyRing::hasCompacted));
    return job.getTurns().stream().filter(FaultyRing::hasCompacted).findFirst().orElseThrow().getNodeId();
  }

  static boolean hasCompacted(TurnJson turn) {
    return turn.getState() == TurnStateJson.RUNNING && turn.getFigures() != null
        && turn.getFigures().getRangesDone() > 0;
  }

  static TurnJson turn(JobJson job, String node) {
    return job.getTurns().stream().filter(turn -> turn.getNodeId().equals(node)).findFirst().orElseThrow();
  }
}
