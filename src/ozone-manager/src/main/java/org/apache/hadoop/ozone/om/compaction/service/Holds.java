// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.job.ServiceEdits;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/** What of this OM and its ring holds rounds up, whatever is to be compacted, and when one has to be over. */
final class Holds {
  /** A job whose window opens within that is as good as open: a round would be cut off. */
  private static final long SOON_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final String RESUME = "ozone admin om compaction service resume";

  private final AutoService.Surroundings surroundings;
  private final ServiceSettings settings;

  Holds(AutoService.Surroundings surroundings, ServiceSettings settings) {
    this.surroundings = surroundings;
    this.settings = settings;
  }

  /** @return the first of what holds rounds up; empty if nothing does */
  Optional<Held> at(long now) {
    if (isPaused(now)) {
      ServiceRecord service = surroundings.jobs().service();
      return held(ServiceHold.PAUSED, service.getPausedBy() + " has paused the service "
          + (service.getPausedUntilMs() == 0 ? "" : "until " + Instant.ofEpochMilli(service.getPausedUntilMs()) + ' ')
          + "('" + RESUME + "').");
    }
    if (StandingDown.after(PastRound.of(surroundings.jobs().jobs(), now),
        surroundings.jobs().service().getResumedAtMs())) {
      return held(ServiceHold.STOOD_DOWN, "The last " + StandingDown.ROUNDS + " rounds, each at other keys, removed"
          + " less than half of what was expected, so the service has stood down: look at them with"
          + " 'ozone admin om compaction status', then '" + RESUME + "'.");
    }
    if (surroundings.isStockServiceOn()) {
      return held(ServiceHold.STOCK_SERVICE, "Ozone's own compaction service is on ("
          + OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED + "), which compacts whole tables: switch one of the two"
          + " off.");
    }
    Optional<JobRecord> round = openRound();
    if (round.isPresent()) {
      return held(ServiceHold.ROUND_OPEN, "Round " + round.get().getSpec().getJobId() + " is under way with "
          + Words.count(round.get().getSpec().getTargets().getKeyRangesCount(), "range")
          + ": follow it with 'ozone admin om compaction status " + round.get().getSpec().getJobId() + "'.");
    }
    if (surroundings.jobs().openJobs().stream().anyMatch(job -> job.getSpec().getNotBeforeMs() <= now + SOON_MILLIS)) {
      return held(ServiceHold.JOB_OPEN, "A job is open: what somebody has asked for goes first.");
    }
    Optional<String> unhealthy = surroundings.ring().flatMap(ring -> ring.unhealthy(Collections.emptySet()));
    if (unhealthy.isPresent()) {
      return held(ServiceHold.RING_UNHEALTHY, "The ring is not healthy: " + unhealthy.get() + '.');
    }
    // An OM that was stock while somebody paused the service learns of it from the hellos of the others.
    return surroundings.ring().flatMap(ring -> ring.unheard(surroundings.greeted()))
        .flatMap(unheard -> held(ServiceHold.OM_NOT_HEARD, unheard));
  }

  boolean isPaused(long now) {
    return ServiceEdits.isPaused(surroundings.jobs().service(), now);
  }

  private static Optional<Held> held(ServiceHold hold, String message) {
    return Optional.of(new Held(hold, message));
  }

  Optional<JobRecord> openRound() {
    return surroundings.jobs().openJobs().stream().filter(job -> job.getSpec().hasRound()).findFirst();
  }

  /** When a round has to be over: its window closes, or that of a person's job opens. 0 for never. */
  long end(long now) {
    LongStream opening = surroundings.jobs().openJobs().stream().mapToLong(job -> job.getSpec().getNotBeforeMs())
        .filter(opens -> opens > now);
    LongStream closing = settings.windows().nextChange(Instant.ofEpochMilli(now)).map(Instant::toEpochMilli)
        .map(LongStream::of).orElse(LongStream.empty());
    return LongStream.concat(opening, closing).min().orElse(0);
  }
}
