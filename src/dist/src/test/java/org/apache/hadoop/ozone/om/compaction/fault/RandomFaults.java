// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;

/** One fault after the other, and jobs that always have work. */
final class RandomFaults {
  private static final int MAX_HANG_MILLIS = 20_000;
  private static final int MAX_REST_MILLIS = 3_000;

  private final ProcessRing ring;
  private final Clients clients;
  private final SplittableRandom random;
  private final Map<Fault, Integer> befell = new TreeMap<>();
  private final WriteLimits limits = new WriteLimits();
  private final Queue<Fault> toCome = new ArrayDeque<>();
  private int refused;
  private int submitted;
  private int changed;
  private int met;
  private int corruptNamed;

  RandomFaults(ProcessRing ring, Clients clients, SplittableRandom random) {
    this.ring = ring;
    this.clients = clients;
    this.random = random;
  }

  private enum Fault {
    KILL, KILL_COMPACTING, KILL_LEADER, KILL_ALL, RESTART, HANG, TRANSFER, CANCEL, UPDATE, PAUSE, CORRUPT_FILE, REST
  }

  /** Causes one fault while a job runs, undoes it, and waits until clients make progress. */
  void next() throws Exception {
    submit();
    pause(MAX_REST_MILLIS);
    StuckOms.restart(ring);
    Fault fault = draw();
    befell.merge(fault, 1, Integer::sum);
    met += open().isEmpty() ? 0 : 1;
    switch (fault) {
      case KILL -> restart(List.of(any()));
      case KILL_COMPACTING -> restart(List.of(compacting()));
      case KILL_LEADER -> restart(List.of(ring.awaitLeader()));
      case KILL_ALL -> restart(ProcessRing.NODES);
      case RESTART -> restartInOrder(any());
      case HANG -> hang(any());
      case TRANSFER -> transfer();
      case CANCEL -> ring.run("cancel", "--all");
      case UPDATE -> update();
      case PAUSE -> pauseJobs();
      case CORRUPT_FILE -> corruptFile();
      default -> pause(MAX_REST_MILLIS);
    }
    StuckOms.restart(ring);
    clients.awaitWork(20);
    limits.check(ended());
  }

  /** Each befalls once before any does again: a short run meets as many as it can. */
  private Fault draw() {
    if (toCome.isEmpty()) {
      List<Fault> all = Arrays.asList(Fault.values());
      Collections.shuffle(all, new Random(random.nextLong()));
      toCome.addAll(all);
    }
    return toCome.remove();
  }

  @Override
  public String toString() {
    return befell + ", " + met + " met an open job, " + submitted + " jobs submitted, " + refused + " refused, "
        + changed + " changed, " + corruptNamed + " turns named a corrupt file, " + limits;
  }

  /** What turns have written beyond their limits by more than a step. */
  List<String> beyondLimits() {
    return limits.exceeded();
  }

  /** The clients' own deletes leave tombstones in memory, so that there is always something to flush. */
  private void submit() {
    String jobId = new UUID(random.nextLong(), random.nextLong()).toString();
    WriteLimits.Rate rate = rate();
    List<String> line = new ArrayList<>(List.of("trigger", "--job-id", jobId, "--flush", "--max-write-rate",
        rate.option()));
    boolean isLimited = random.nextInt(3) == 0;
    if (isLimited) {
      line.addAll(List.of("--max-total-bytes", WriteLimits.TOTAL));
    }
    if (random.nextBoolean()) {
      line.add("--move-leader");
    }
    if (random.nextBoolean()) {
      line.addAll(List.of("--everything", "--min-ratio", "0", "--min-tombstones", "1"));
    } else {
      line.addAll(List.of("--bucket", "/vol/" + (random.nextBoolean() ? PreparedDatabase.BUSY : "dead-6")));
    }
    AdminCli.Result result = ring.run(line.toArray(String[]::new));
    if (result.exitCode() == 0) {
      submitted++;
      limits.submitted(jobId, rate, isLimited);
    } else {
      // In most cases it overlaps an open job, which goes on.
      refused++;
      change("resume");
    }
  }

  /** None while no OM answers. */
  private List<JobJson> open() {
    try {
      return ring.openJobs();
    } catch (IOException e) {
      return List.of();
    }
  }

  private List<JobJson> ended() {
    try {
      return ring.jobs(JobModel::hasEnded);
    } catch (IOException e) {
      return List.of();
    }
  }

  private WriteLimits.Rate rate() {
    return random.nextBoolean() ? WriteLimits.Rate.LOW : WriteLimits.Rate.HIGH;
  }

  private void update() {
    WriteLimits.Rate rate = rate();
    // Also where its answer is lost.
    open().forEach(job -> limits.updated(job.getJobId(), rate));
    changed += change("update", "--max-write-rate", rate.option());
  }

  /** Every other time the jobs stay paused until a job that overlaps them is refused. */
  private void pauseJobs() throws Exception {
    changed += change("pause");
    pause(MAX_REST_MILLIS);
    if (random.nextBoolean()) {
      change("resume");
    }
  }

  /** Changes all open jobs; one that has ended meanwhile is refused. @return number of jobs that accepted it */
  private int change(String command, String... arguments) {
    int accepted = 0;
    for (JobJson job : open()) {
      List<String> line = new ArrayList<>(List.of(command, job.getJobId().toString()));
      line.addAll(List.of(arguments));
      if (ring.run(line.toArray(String[]::new)).exitCode() == 0) {
        accepted++;
      }
    }
    return accepted;
  }

  private void restart(List<String> nodes) throws Exception {
    nodes.forEach(ring::kill);
    pause(MAX_REST_MILLIS);
    for (String node : nodes) {
      ring.launch(node);
    }
    if (random.nextBoolean()) {
      // Otherwise the next fault may hit an OM that is just starting.
      for (String node : nodes) {
        awaitUp(node);
      }
    }
  }

  private void restartInOrder(String node) throws Exception {
    if (ring.om(node).isAlive()) {
      ring.om(node).terminate();
    }
    ring.launch(node);
    awaitUp(node);
  }

  /**
   * The disk of a follower loses some bytes of cold rows, which jobs have to rewrite, and gets them back. RocksDB's own
   * compactions may meet them, too, which ends the OM.
   */
  private void corruptFile() throws Exception {
    String node = ring.follower(any -> ring.om(any).isAlive());
    ring.kill(node);
    Path file = new DamagedDatabase(ring.metadata(node).resolve("om.db")).fileAround("keyTable",
        PreparedDatabase.coldKey());
    byte[] sound = DamagedDatabase.damage(file);
    try {
      ring.launch(node);
      awaitUp(node);
      String jobId = new UUID(random.nextLong(), random.nextLong()).toString();
      clients.awaitWork(20);
      ring.run("trigger", "--job-id", jobId, "--bucket", "/vol/" + PreparedDatabase.BUSY, "--flush", "--node-id", node,
          "--preempt", "--wait", "--timeout", "30s");
      corruptNamed += named(jobId, file.getFileName().toString());
    } finally {
      ring.kill(node);
      DamagedDatabase.repair(file, sound);
      ring.launch(node);
      awaitUp(node);
    }
  }

  private int named(String jobId, String file) {
    try {
      return (int) ring.job(jobId).getTurns().stream()
          .filter(turn -> turn.getMessage() != null && turn.getMessage().contains(file)).count();
    } catch (IOException e) {
      return 0;
    }
  }

  private void awaitUp(String node) throws IOException {
    try {
      ring.awaitUp(node);
    } catch (IllegalStateException e) {
      if (StuckOms.restart(ring) == 0) {
        throw e;
      }
    }
  }

  private void hang(String node) throws Exception {
    if (!ring.om(node).isAlive()) {
      return;
    }
    ring.om(node).signal("STOP");
    try {
      pause(MAX_HANG_MILLIS);
    } finally {
      ring.om(node).signal("CONT");
    }
  }

  private void transfer() {
    String to = any();
    try {
      ring.transferLeadership(to);
    } catch (IllegalStateException e) {
      System.out.println("Faults: no transfer to " + to + ", which may be behind");
    }
  }

  private String any() {
    return ProcessRing.NODES.get(random.nextInt(ProcessRing.NODES.size()));
  }

  /** The node that compacts, else any. */
  private String compacting() {
    return open().stream().flatMap(job -> job.getTurns().stream())
        .filter(turn -> turn.getState() == TurnStateJson.RUNNING).map(turn -> turn.getNodeId()).findFirst()
        .orElseGet(this::any);
  }

  private void pause(int longestMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(longestMillis));
  }
}
