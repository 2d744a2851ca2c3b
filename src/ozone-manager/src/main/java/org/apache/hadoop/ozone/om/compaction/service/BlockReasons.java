// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.ServiceEdits;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;

/**
 * Tells why no job of the automatic service may begin now, and when a running job has to end. {@link RoundPolicy} finds
 * the reasons that follow from the plan.
 */
final class BlockReasons {
  /**
   * No job of the service starts if a person's job may start within this time, because the person's job would end it.
   */
  private static final long SOON_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final String RESUME = "ozone admin om compaction service resume";

  private final LeadingOm om;
  private final WeeklyWindows windows;

  /** @param windows the times at which jobs of the service may run */
  BlockReasons(LeadingOm om, WeeklyWindows windows) {
    this.om = om;
    this.windows = windows;
  }

  /** @return a reason that applies at {@code now}, in milliseconds since 1970; empty if there is none */
  Optional<Hold> at(long now) {
    JobImage jobs = om.jobs();
    ServiceRecord service = jobs.service();
    if (isPaused(now)) {
      return block(ServiceHoldJson.PAUSED, service.getPausedBy() + " has paused the service "
          + (service.getPausedUntilMs() == 0 ? "" : "until " + Instant.ofEpochMilli(service.getPausedUntilMs()) + ' ')
          + "('" + RESUME + "').");
    }
    Optional<JobRecord> last = RoundMemory.last(jobs.jobs()).filter(PastRound::isCancelled)
        .filter(job -> job.getEndedAtMs() > Math.max(service.getResumedAtMs(), now - Cooldown.FIRST_MILLIS));
    if (last.isPresent()) {
      return block(ServiceHoldJson.PAUSED, last.get().getCancelledBy()
          + " has cancelled the last round: the next may begin"
          + " at " + Instant.ofEpochMilli(last.get().getEndedAtMs() + Cooldown.FIRST_MILLIS) + ", or after '" + RESUME
          + "'.");
    }
    if (StandDown.after(PastRound.of(jobs.jobs(), now), service.getResumedAtMs())) {
      return block(ServiceHoldJson.STOOD_DOWN, "The last " + StandDown.ROUNDS + " rounds, each at other keys, removed"
          + " less than half of what was expected, so the service has stood down: look at them with"
          + " 'ozone admin om compaction status', then '" + RESUME + "'.");
    }
    if (om.isStockServiceOn()) {
      return block(ServiceHoldJson.STOCK_SERVICE, "Ozone's own compaction service is on ("
          + OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED + "), which compacts whole tables: switch one of the two"
          + " off.");
    }
    Optional<Hold> ofJobs = ofJobs(jobs, now);
    return ofJobs.isPresent() ? ofJobs : ofRing();
  }

  private static Optional<Hold> ofJobs(JobImage jobs, long now) {
    Optional<JobRecord> round = jobs.openJobs().stream().filter(job -> job.getSpec().hasRound()).findFirst();
    if (round.isPresent()) {
      String jobId = round.get().getSpec().getJobId();
      return block(ServiceHoldJson.ROUND_OPEN, "Round " + jobId
          + " is under way: follow it with 'ozone admin om compaction"
          + " status " + jobId + "'.");
    }
    List<JobRecord> soon = jobs.openJobs().stream().filter(job -> job.getSpec().getNotBeforeMs() <= now + SOON_MILLIS)
        .collect(Collectors.toList());
    if (soon.isEmpty()) {
      return Optional.empty();
    }
    JobRecord first = soon.get(0);
    return block(ServiceHoldJson.JOB_OPEN, soon.stream().allMatch(job -> !job.getPausedBy().isEmpty())
        ? first.getPausedBy() + " has paused job " + first.getSpec().getJobId() + ", and no round begins before it has"
            + " ended: resume or cancel it."
        : "A job is open: what somebody has asked for goes first.");
  }

  private Optional<Hold> ofRing() {
    Optional<String> unhealthy = om.ring().flatMap(ring -> ring.unhealthy(Collections.emptySet()));
    if (unhealthy.isPresent()) {
      return block(ServiceHoldJson.RING_UNHEALTHY, "The ring is not healthy: " + unhealthy.get() + '.');
    }
    // An OM that has not yet said Hello may be the only one that knows of a pause. So no job of the service begins
    // before every voter has said Hello.
    return om.ring().flatMap(ring -> ring.unheard(om.greeted()))
        .flatMap(unheard -> block(ServiceHoldJson.OM_NOT_HEARD, unheard));
  }

  boolean isPaused(long now) {
    return ServiceEdits.isPaused(om.jobs().service(), now);
  }

  private static Optional<Hold> block(ServiceHoldJson hold, String message) {
    return Optional.of(new Hold(hold, message));
  }

  /**
   * Returns the time at which a job of the service has to end, in milliseconds since 1970; 0 if the job need not end.
   */
  long end(long now) {
    LongStream opening = om.jobs().openJobs().stream().mapToLong(job -> job.getSpec().getNotBeforeMs())
        .filter(opens -> opens > now);
    LongStream closing = windows.nextChange(Instant.ofEpochMilli(now)).map(Instant::toEpochMilli).map(LongStream::of)
        .orElse(LongStream.empty());
    return LongStream.concat(opening, closing).min().orElse(0);
  }
}
