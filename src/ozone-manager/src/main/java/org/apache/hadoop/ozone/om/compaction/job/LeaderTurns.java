// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.apache.hadoop.ozone.om.compaction.turn.TurnWait;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out the decisions of {@link TurnSchedule} while this OM leads. */
public final class LeaderTurns implements CompactionLoop.Task {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderTurns.class);

  /** Hands leadership over. */
  public interface Handover {
    /** Waits for the result: one sentence that says why leadership has not moved, or empty if it has. */
    Optional<String> to(String nodeId) throws InterruptedException;
  }

  private final JobRegistry registry;
  private final Supplier<Optional<RingHealth>> ring;
  private final RingSubmitter submitter;
  private final Handover handover;
  private final TurnSchedule schedule;
  private final LastChangeTimes ages = new LastChangeTimes(TurnClock.SYSTEM::elapsedMillis);
  private final LogThrottle unmoved = new LogThrottle();
  private volatile Map<String, TurnWait> waits = Collections.emptyMap();

  /**
   * @param ring           gives the ring as this OM sees it; empty while this OM does not lead, or is prepared for an
   *     upgrade
   * @param administrators true for a user who may start compactions
   */
  public LeaderTurns(CompactionConfig config, JobRegistry registry, Supplier<Optional<RingHealth>> ring,
      RingSubmitter submitter, Administrators administrators, Handover handover) {
    this.registry = registry;
    this.ring = ring;
    this.submitter = submitter;
    this.handover = handover;
    this.schedule = new TurnSchedule(config, administrators, ages);
  }

  @Override
  public void run() throws InterruptedException {
    Optional<RingHealth> seen = ring.get();
    // A leader whose process was suspended may have been replaced. It has heard no other OM meanwhile, so it sees no
    // majority and decides nothing.
    if (!seen.isPresent() || !seen.get().hasMajority() || registry.fault().isPresent()) {
      ages.forgetAll();
      waits = Collections.emptyMap();
      return;
    }
    TurnSchedule.Decision decision =
        schedule.decide(registry.image(), seen.get(), System.currentTimeMillis());
    waits = decision.getWaits();
    for (Command.Builder command : decision.getCommands()) {
      try {
        submitter.submit(command);
        if (command.hasMoveLeader()) {
          moveLeader(command.getMoveLeader());
          // The other decisions were made before the move and may be wrong now.
          return;
        }
        unmoved.succeeded();
      } catch (IOException e) {
        if (unmoved.failed()) {
          LOG.warn("Cannot move compaction turns on, will try again: {}", e.getMessage());
        }
        return;
      }
    }
  }

  /** Transfers leadership if the job's record contains this attempt. A later leader does not repeat the attempt. */
  private void moveLeader(MoveLeader move) throws IOException, InterruptedException {
    boolean owed = registry.image().find(move.getJobId()).filter(job -> LeaderMoves.isOwed(job, move)).isPresent();
    if (!owed || !ring.get().isPresent()) {
      return;
    }
    LOG.info("Handing leadership over to {} before this OM's turn of job {}", move.getTo(), move.getJobId());
    Optional<String> failure = handover.to(move.getTo());
    if (failure.isPresent()) {
      submitter.submit(Command.newBuilder().setLeaderMoved(
          LeaderMoved.newBuilder().setJobId(move.getJobId()).setFailure(failure.get())));
    }
  }

  /** @return why no further turn of this job begins now; empty if nothing delays it, or this OM does not lead */
  public Optional<TurnWait> waitingFor(String jobId) {
    return Optional.ofNullable(waits.get(jobId));
  }

  /** Returns why jobs wait, one reason for each waiting job. Empty if this OM does not lead. */
  public Collection<TurnWait> waits() {
    return Collections.unmodifiableCollection(waits.values());
  }
}
