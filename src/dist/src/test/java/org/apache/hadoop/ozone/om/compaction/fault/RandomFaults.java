// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;

/** One fault after the other, and jobs that always have work. */
final class RandomFaults {
  private static final int MAX_HANG_MILLIS = 20_000;
  private static final int MAX_REST_MILLIS = 3_000;

  private final ProcessRing ring;
  private final Clients clients;
  private final SplittableRandom random;
  private final Map<Fault, Integer> befell = new TreeMap<>();
  private int refused;
  private int submitted;
  private int changed;
  private int met;

  RandomFaults(ProcessRing ring, Clients clients, SplittableRandom random) {
    this.ring = ring;
    this.clients = clients;
    this.random = random;
  }

  private enum Fault { KILL, KILL_COMPACTING, KILL_LEADER, KILL_ALL, HANG, TRANSFER, CANCEL, UPDATE, PAUSE, REST }

  /** Causes one fault while a job runs, undoes it, and waits until clients make progress. */
  void next() throws Exception {
    submit();
    pause(MAX_REST_MILLIS);
    RatisLogs.emptyWithGaps(ring);
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    befell.merge(fault, 1, Integer::sum);
    met += open().isEmpty() ? 0 : 1;
    switch (fault) {
      case KILL -> restart(List.of(any()));
      case KILL_COMPACTING -> restart(List.of(compacting()));
      case KILL_LEADER -> restart(List.of(ring.awaitLeader()));
      case KILL_ALL -> restart(ProcessRing.NODES);
      case HANG -> hang(any());
      case TRANSFER -> transfer();
      case CANCEL -> ring.run("cancel", "--all");
      case UPDATE -> changed += change("update", "--max-write-rate", rate());
      case PAUSE -> pauseJobs();
      default -> pause(MAX_REST_MILLIS);
    }
    RatisLogs.emptyWithGaps(ring);
    clients.awaitWork(20);
  }

  @Override
  public String toString() {
    return befell + ", " + met + " met an open job, " + submitted + " jobs submitted, " + refused + " refused, "
        + changed + " changed";
  }

  /** The clients' own deletes leave tombstones in memory, so that there is always something to flush. */
  private void submit() {
    List<String> line = new ArrayList<>(List.of("trigger", "--job-id", new UUID(random.nextLong(), random.nextLong())
        .toString(), "--flush", "--max-write-rate", rate()));
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
    } else {
      // In most cases it overlaps an open job, which goes on.
      refused++;
      change("resume");
    }
  }

  /** None while no OM answers. */
  private List<Job> open() {
    try {
      return ring.openJobs();
    } catch (IOException e) {
      return List.of();
    }
  }

  private String rate() {
    return random.nextBoolean() ? "500KB" : "50MB";
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
    for (Job job : open()) {
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

  private void awaitUp(String node) throws IOException {
    try {
      ring.awaitUp(node);
    } catch (IllegalStateException e) {
      if (RatisLogs.emptyWithGaps(ring) == 0) {
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
        .filter(turn -> turn.getState() == TurnState.RUNNING).map(turn -> turn.getNodeId()).findFirst()
        .orElseGet(this::any);
  }

  private void pause(int longestMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(longestMillis));
  }
}
