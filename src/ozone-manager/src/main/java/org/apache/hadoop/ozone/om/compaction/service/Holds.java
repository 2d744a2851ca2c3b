// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** What of this OM and its ring holds rounds up, whatever is to be compacted, and when one has to be over. */
final class Holds {
  /** A job whose window opens within that is as good as open: a round would be cut off. */
  private static final long SOON_MILLIS = TimeUnit.MINUTES.toMillis(1);
  /** The version of the contract that brought rounds. */
  private static final int ROUNDS_SINCE = 2;

  private final AutoService.Surroundings surroundings;
  private final ServiceSettings settings;

  Holds(AutoService.Surroundings surroundings, ServiceSettings settings) {
    this.surroundings = surroundings;
    this.settings = settings;
  }

  /** @return the decision as it is while something holds rounds up; empty if nothing does */
  Optional<Decision> on(Decision decision, long now) {
    if (surroundings.isStockServiceOn()) {
      return held(ServiceHold.STOCK_SERVICE, "Ozone's own compaction service is on ("
          + OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED + "), which compacts whole tables: switch one of the two"
          + " off.", decision);
    }
    Optional<JobRecord> round = openRound();
    if (round.isPresent()) {
      return held(ServiceHold.ROUND_OPEN, "Round " + round.get().getSpec().getJobId() + " is under way.", decision);
    }
    if (surroundings.jobs().openJobs().stream().anyMatch(job -> job.getSpec().getNotBeforeMs() <= now + SOON_MILLIS)) {
      return held(ServiceHold.JOB_OPEN, "A job is open: what somebody has asked for goes first.", decision);
    }
    Optional<String> unhealthy = surroundings.ring().flatMap(ring -> ring.unhealthy(Collections.emptySet()));
    if (unhealthy.isPresent()) {
      return held(ServiceHold.RING_UNHEALTHY, "The ring is not healthy: " + unhealthy.get() + '.', decision);
    }
    List<String> older = older();
    return older.isEmpty() ? Optional.empty() : held(ServiceHold.VERSION, String.join(", ", older)
        + (older.size() == 1 ? " has" : " have") + " not said to run a version of this add-on that knows rounds:"
        + " upgrade all OMs.", decision);
  }

  private List<String> older() {
    Map<String, Integer> speaks = surroundings.speaks();
    return surroundings.ring().map(RingHealth::getMembers).orElse(Collections.emptyList()).stream()
        .filter(RingHealth.Member::isVoter).map(RingHealth.Member::getNodeId)
        .filter(nodeId -> speaks.getOrDefault(nodeId, 0) < ROUNDS_SINCE).sorted().collect(Collectors.toList());
  }

  private static Optional<Decision> held(ServiceHold hold, String message, Decision decision) {
    return Optional.of(Decision.hold(hold, message, decision.verdicts()));
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
