// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.OpenJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This OM's records of all jobs, as its database holds them. If OM has replaced its database, the next access reads the
 * records again. The new database contains all changes up to the log index from which OM continues.
 *
 * <p>While the records cannot be read, {@link #fault} says why, and no command is applied. {@link Agreement} later
 * makes up for missed commands.
 */
public final class JobRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(JobRegistry.class);

  /** Reads the records from OM's database. */
  public interface Records {

    /** @return an object that identifies the database; null while the database is being replaced */
    Object identity();

    /**
     * @return all records in the database, except those that cannot be parsed
     * @throws IOException if the database cannot be read to the last record
     */
    JobImage read() throws IOException;
  }

  /** Is told of each turn that a command ends, on the thread that applies the command: must not block or throw. */
  public interface TurnEnds {
    void ended(String nodeId, TurnState state);
  }

  private static final long RETRY_MS = 1000;
  private static final long MAX_PAUSE_MS = 60_000;
  /** Maximum number of remembered senders of {@code Hello}, bounded because any node id can be in one. */
  private static final int MAX_GREETED = 64;

  private final Records records;
  private final LongSupplier steadyMillis;
  private volatile TurnEnds ends = (nodeId, state) -> { };
  private JobImage image = JobImage.of(Collections.emptyList());
  private Object loadedFrom;
  private Object failedOn;
  private String fault = "";
  private long failedAt;
  private long pause;
  private long loads;
  /** When the image was last reloaded because OM replaced its database, in milliseconds since 1970; 0 for never. */
  private long replacedAtMillis;
  private String helloId = "";
  private Optional<List<OpenJob>> openAtHello = Optional.empty();
  private long changes;
  private final Set<String> greeted = new LinkedHashSet<>();

  public JobRegistry(Records records) {
    this(records, TurnClock.SYSTEM::elapsedMillis);
  }

  /** @param steadyMillis a monotonic clock, in milliseconds */
  JobRegistry(Records records, LongSupplier steadyMillis) {
    this.records = records;
    this.steadyMillis = steadyMillis;
  }

  /** @return why this OM does not know its jobs, and what to do; empty if it knows them */
  public synchronized Optional<String> fault() {
    reloadIfReplaced();
    return fault.isEmpty() ? Optional.empty() : Optional.of(fault);
  }

  /** @throws RefusedException while there is a {@link #fault} */
  void requireImage() throws RefusedException {
    Optional<String> why = fault();
    if (why.isPresent()) {
      throw RefusedException.of(ErrorCode.INTERNAL, why.get());
    }
  }

  /**
   * @return the image after the last applied entry; while there is a {@link #fault}, the last image before the fault
   */
  public synchronized JobImage image() {
    reloadIfReplaced();
    return image;
  }

  /** @throws RefusedException if the command cannot be carried out; nothing changes then */
  public synchronized JobDelta apply(Command command, String caller, long index) throws RefusedException {
    requireImage();
    JobImage before = image;
    JobDelta delta = JobCommands.apply(before, command, caller, index);
    image = delta.getImage();
    delta.turnsEndedSince(before).forEach(turn -> ends.ended(turn.getNodeId(), turn.getState()));
    if (command.hasHello()) {
      greeted(command.getHello());
    }
    signal();
    return delta;
  }

  public void onTurnEnd(TurnEnds listener) {
    ends = listener;
  }

  private void greeted(Hello hello) {
    if (hello.getHelloId().equals(helloId)) {
      openAtHello = Optional.of(image.openDigests());
    }
    String nodeId = JobRecordRules.cut(hello.getNodeId());
    greeted.remove(nodeId);
    greeted.add(nodeId);
    if (greeted.size() > MAX_GREETED) {
      greeted.remove(greeted.iterator().next());
    }
  }

  /** The OMs that have sent Hello since this OM opened its database; at most 64, the latest senders. */
  public synchronized Set<String> greeted() {
    reloadIfReplaced();
    return new HashSet<>(greeted);
  }

  /** @return a counter that increases whenever records are loaded from another database */
  synchronized long loads() {
    reloadIfReplaced();
    return loads;
  }

  /** A warning if OM has replaced its database by a checkpoint after a turn here had compacted a range; else empty. */
  public synchronized Optional<String> checkpointWarning(String nodeId) {
    reloadIfReplaced();
    boolean anyTurn = image.jobs().stream().flatMap(job -> job.getTurnsList().stream())
        .anyMatch(turn -> turn.getNodeId().equals(nodeId) && turn.getFigures().getRangesDone() > 0
            && turn.getStartedAtMs() < replacedAtMillis);
    return anyTurn ? Optional.of(nodeId + " installed a checkpoint at " + Instant.ofEpochMilli(replacedAtMillis)
        + ": what its turns before that have compacted may be undone. 'ozone admin om compaction list --node-id "
        + nodeId + "' shows how it is.") : Optional.empty();
  }

  /** Sets the id of the Hello at which {@link #openAtHello} is recorded, once this OM applies it. Does not block. */
  synchronized void expectHello(String expected) {
    helloId = expected;
    openAtHello = Optional.empty();
  }

  /** @return the jobs that were open here when the expected {@code Hello} was applied; empty before that */
  synchronized Optional<List<OpenJob>> openAtHello() {
    return openAtHello;
  }

  /**
   * @return a counter that increases with every applied command and every reload of the image, for {@link #awaitChange}
   */
  public synchronized long changes() {
    return changes;
  }

  /** Waits until the counter differs from {@code seen} or the timeout has passed. */
  public synchronized void awaitChange(long seen, long timeoutMillis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    long left = timeoutMillis;
    while (changes == seen && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
  }

  private void reloadIfReplaced() {
    Object current = records.identity();
    if (current == null || current == loadedFrom
        || current == failedOn && steadyMillis.getAsLong() - failedAt < pause) {
      return;
    }
    try {
      image = records.read();
      replacedAtMillis = loadedFrom == null ? 0 : System.currentTimeMillis();
      loadedFrom = current;
      failedOn = null;
      fault = "";
      // Earlier Hellos were compared with the records of the replaced database, so they prove nothing about the new
      // one.
      greeted.clear();
      loads++;
      signal();
    } catch (IOException | RuntimeException e) {
      pause = current == failedOn ? Math.min(2 * pause, MAX_PAUSE_MS) : RETRY_MS;
      failedOn = current;
      failedAt = steadyMillis.getAsLong();
      fault = "This OM cannot read the compaction jobs in its om.db (" + e.getMessage() + "), so it takes and begins"
          + " none. If that lasts, check the disk of om.db.";
      LOG.error("{} The next attempt is in {} s.", fault, pause / 1000, e);
    }
  }

  private void signal() {
    changes++;
    notifyAll();
  }
}
