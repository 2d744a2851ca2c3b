// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.model.Wait;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.run.TurnClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out {@link TurnSchedule} while this OM leads. */
public final class LeaderTurns implements CompactionLoop.Round {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderTurns.class);

  private final JobRegistry registry;
  private final Supplier<Optional<RingHealth>> ring;
  private final RingSubmitter submitter;
  private final TurnSchedule schedule;
  private final ValueAges ages = new ValueAges(TurnClock.system()::elapsedMillis);
  private final LogThrottle unmoved = new LogThrottle();
  private volatile Map<String, Wait> waits = Collections.emptyMap();

  /**
   * @param ring the ring as this OM sees it; empty while this OM does not lead, or is prepared for an upgrade
   * @param administrators users who may have the ring compacted
   */
  public LeaderTurns(CompactionConfig config, JobRegistry registry, Supplier<Optional<RingHealth>> ring,
      RingSubmitter submitter, Predicate<String> administrators) {
    this.registry = registry;
    this.ring = ring;
    this.submitter = submitter;
    this.schedule = new TurnSchedule(config, administrators, ages);
  }

  @Override
  public void run() throws InterruptedException {
    Optional<RingHealth> seen = ring.get();
    if (!seen.isPresent() || registry.fault().isPresent()) {
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
        unmoved.succeeded();
      } catch (IOException e) {
        if (unmoved.failed()) {
          LOG.warn("Cannot move compaction turns on, will try again: {}", e.getMessage());
        }
        return;
      }
    }
  }

  /**
   * @param jobId UUID in canonical form
   * @return why no turn of this job begins although one is due; empty if this OM does not lead
   */
  public Optional<Wait> waitingFor(String jobId) {
    return Optional.ofNullable(waits.get(jobId));
  }

  /** Waits of all jobs. */
  public Collection<Wait> waits() {
    return Collections.unmodifiableCollection(waits.values());
  }
}
