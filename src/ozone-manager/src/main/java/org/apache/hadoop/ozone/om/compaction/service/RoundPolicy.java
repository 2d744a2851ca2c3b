// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.job.ServiceEdits;
import org.apache.hadoop.ozone.om.compaction.planning.Cooldown;
import org.apache.hadoop.ozone.om.compaction.planning.JobPart;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/**
 * Decides whether a new round is due, and why not. Uses only the plan, the ring and replicated records, so a new leader
 * continues where the last leader stopped.
 */
final class RoundPolicy {
  /** No round begins if a person's job may begin within this time, as that would end the round. */
  private static final long SOON_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final String RESUME = "ozone admin om compaction service resume";

  private final long dailyBytes;
  private final WeeklyWindows windows;

  /**
   * @param dailyBytes limit for rounds on one OM in any 24 hours
   * @param windows    the times at which rounds may run
   */
  RoundPolicy(long dailyBytes, WeeklyWindows windows) {
    this.dailyBytes = dailyBytes;
    this.windows = windows;
  }

  /**
   * Decides whether a round is due, and which candidates it takes, first where a list is slow, then elsewhere. In each
   * part, takes candidates until one does not fit the budget, so that smaller candidates cannot delay a large one
   * forever. Skips candidates that exceed the part's share of a whole day.
   *
   * @param candidates best first
   * @param resting    what is said of each range that rests
   * @param past       rounds of at least the last 24 hours, oldest first
   * @param now        milliseconds since 1970
   */
  RoundDecision decide(List<RoundCandidate> candidates, List<String> resting, List<PastRound> past, long now) {
    RoundBudget budget = RoundBudget.left(dailyBytes, past, now);
    Map<RoundCandidate, Choice> choices = new LinkedHashMap<>();
    candidates.forEach(candidate -> choices.put(candidate, Choice.TOO_DEAR));
    Map<RoundCandidate, String> whyWaiting = new HashMap<>();
    long forWaits = choose(JobPart.WAITS, 0, budget, choices, whyWaiting);
    choose(JobPart.OTHERS, forWaits, budget, choices, whyWaiting);
    Map<RoundCandidate, String> messages = new LinkedHashMap<>();
    choices.forEach((candidate, choice) ->
        messages.put(candidate, candidate.why() + whyNotChosen(choice, candidate, whyWaiting.get(candidate))));
    Instant at = Instant.ofEpochMilli(now);
    // A round that was cut off may have left work on other OMs, which this OM's plan does not show.
    boolean isCutOff = !past.isEmpty() && past.get(past.size() - 1).isCutOff();
    Hold hold = null;
    if (!windows.isOpen(at)) {
      hold = new Hold(Hold.Reason.WINDOW_CLOSED, "Its windows are closed, " + windows
          + ": they open at " + windows.opens(at).orElse(null)
          + windows.excepted(at).map(daysOff -> ", no sooner because of days off: " + daysOff + ".").orElse("."));
    } else if (!choices.containsValue(Choice.CHOSEN) && !(isCutOff && budget.of(JobPart.ALL) > 0)) {
      hold = candidates.stream().filter(whyWaiting::containsKey).findFirst()
          .map(best -> new Hold(Hold.Reason.BUDGET_SPENT, "The best range has to wait. " + whyWaiting.get(best)))
          .orElseGet(() -> nothingToDo(
              Stream.concat(messages.values().stream(), resting.stream()).collect(Collectors.toList())));
    }
    return new RoundDecision(Optional.ofNullable(hold), budget, hold == null ? predicted(choices) : 0, choices,
        messages);
  }

  /** @param leftOut what is said of each range that would be worth a round, but is too large or rests */
  private static Hold nothingToDo(List<String> leftOut) {
    return new Hold(Hold.Reason.NOTHING_TO_DO, leftOut.isEmpty() ? "No range is worth a round."
        : ValueFormat.count(leftOut.size(), "range")
            + (leftOut.size() == 1 ? " is left out that would be worth one: "
                : " are left out that would be worth one, the first: ") + leftOut.get(0));
  }

  /** @param spent says why the day's bytes do not suffice now; null unless {@code choice} is BUDGET_SPENT */
  private String whyNotChosen(Choice choice, RoundCandidate candidate, String spent) {
    switch (choice) {
      case BUDGET_SPENT:
        return " It has to wait. " + spent;
      case TOO_DEAR:
        return " But it may " + tooDear(candidate.writeBytes()) + '.';
      default:
        return "";
    }
  }

  /** Returns what follows "It may" in the message on a range that is too large for any round. */
  String tooDear(long writeBytes) {
    return "write " + ValueFormat.bytes(writeBytes) + ", more than its share of the daily budget, "
        + ValueFormat.bytes(RoundBudget.most(dailyBytes)) + " (raise " + ServiceConfig.DAILY_BYTES
        + ", or trigger a job for it)";
  }

  /** Chooses candidates of one part, beside {@code before} bytes of the other one; returns the bytes that they take. */
  private long choose(JobPart part, long before, RoundBudget budget, Map<RoundCandidate, Choice> choices,
      Map<RoundCandidate, String> whyWaiting) {
    boolean isLimitedByShare = budget.of(part) < budget.of(JobPart.ALL) - before;
    long left = isLimitedByShare ? budget.of(part) : budget.of(JobPart.ALL);
    // Bytes for the other part are not yet written, so they are not subtracted from what is left. Messages say that
    // better ranges take these bytes.
    long takenBefore = isLimitedByShare ? 0 : before;
    String rule = isLimitedByShare
        ? rule(RoundBudget.most(dailyBytes),
            part == JobPart.WAITS ? " where lists wait" : " where no list waits", left)
        : rule(dailyBytes, "", left);
    long taken = takenBefore;
    boolean full = false;
    for (Map.Entry<RoundCandidate, Choice> entry : choices.entrySet()) {
      RoundCandidate candidate = entry.getKey();
      if (candidate.part() == part && candidate.writeBytes() <= RoundBudget.most(dailyBytes)) {
        full |= taken + candidate.writeBytes() > left;
        taken += full ? 0 : candidate.writeBytes();
        entry.setValue(full ? Choice.BUDGET_SPENT : Choice.CHOSEN);
        if (full) {
          whyWaiting.put(candidate, "It may write " + ValueFormat.bytes(candidate.writeBytes()) + ": " + rule
              + (taken == 0 ? "." : ", and better ranges take " + ValueFormat.bytes(taken) + " of that.")
              + (taken + candidate.writeBytes() > left ? ""
                  : " A better one that does not fit yet is not overtaken."));
        }
      }
    }
    return taken - takenBefore;
  }

  private static String rule(long most, String where, long left) {
    return "of the " + ValueFormat.bytes(most) + " that rounds may write in 24 hours" + where + ", "
        + (left <= 0 ? "nothing" : ValueFormat.bytes(left)) + " is left";
  }

  private static long predicted(Map<RoundCandidate, Choice> choices) {
    return choices.entrySet().stream().filter(entry -> entry.getValue() == Choice.CHOSEN)
        .mapToLong(entry -> entry.getKey().tombstones()).sum();
  }

  /** Why no round may begin at {@code now}, milliseconds since 1970, whatever there is to compact; empty if one may. */
  Optional<Hold> heldUp(LeadingOm om, long now) {
    JobImage jobs = om.jobs();
    ServiceRecord service = jobs.service();
    if (ServiceEdits.isPaused(service, now)) {
      return hold(Hold.Reason.PAUSED, service.getPausedBy() + " has paused the service "
          + (service.getPausedUntilMs() == 0 ? "" : "until " + Instant.ofEpochMilli(service.getPausedUntilMs()) + ' ')
          + "('" + RESUME + "').");
    }
    Optional<JobRecord> last = RoundMemory.last(jobs.rounds()).filter(PastRound::isCancelled)
        .filter(job -> job.getEndedAtMs() > Math.max(service.getResumedAtMs(), now - Cooldown.FIRST_MILLIS));
    if (last.isPresent()) {
      return hold(Hold.Reason.PAUSED, last.get().getCancelledBy()
          + " has cancelled the last round: the next may begin"
          + " at " + Instant.ofEpochMilli(last.get().getEndedAtMs() + Cooldown.FIRST_MILLIS) + ", or after '" + RESUME
          + "'.");
    }
    if (StandDown.after(PastRound.of(jobs.rounds(), now), service.getResumedAtMs())) {
      return hold(Hold.Reason.STOOD_DOWN, "The last " + StandDown.ROUNDS + " rounds, each at other keys, removed"
          + " less than half of what was expected, so the service has stood down: look at them with"
          + " 'ozone admin om compaction status', then '" + RESUME + "'.");
    }
    if (om.isStockServiceOn()) {
      return hold(Hold.Reason.STOCK_SERVICE, "Ozone's own compaction service is on ("
          + OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED + "), which compacts whole tables: switch one of the two"
          + " off.");
    }
    Optional<Hold> ofJobs = ofJobs(jobs, now);
    return ofJobs.isPresent() ? ofJobs : ofRing(om);
  }

  private static Optional<Hold> ofJobs(JobImage jobs, long now) {
    List<JobRecord> rounds = jobs.openRounds();
    if (!rounds.isEmpty()) {
      String jobId = rounds.get(0).getSpec().getJobId();
      return hold(Hold.Reason.ROUND_OPEN, "Round " + jobId
          + " is under way: follow it with 'ozone admin om compaction"
          + " status " + jobId + "'.");
    }
    List<JobRecord> soon = jobs.openJobs().stream().filter(job -> job.getSpec().getNotBeforeMs() <= now + SOON_MILLIS)
        .collect(Collectors.toList());
    if (soon.isEmpty()) {
      return Optional.empty();
    }
    JobRecord first = soon.get(0);
    return hold(Hold.Reason.JOB_OPEN, soon.stream().allMatch(job -> !job.getPausedBy().isEmpty())
        ? first.getPausedBy() + " has paused job " + first.getSpec().getJobId() + ", and no round begins before it has"
            + " ended: resume or cancel it."
        : "A job is open: what somebody has asked for goes first.");
  }

  private static Optional<Hold> ofRing(LeadingOm om) {
    Optional<String> unhealthy = om.ring().flatMap(ring -> ring.unhealthyBesideAnyOf(
        ring.getMembers().stream().map(RingHealth.Member::getNodeId).collect(Collectors.toList())));
    if (unhealthy.isPresent()) {
      return hold(Hold.Reason.RING_UNHEALTHY, "The ring is not healthy: " + unhealthy.get() + '.');
    }
    // An OM that has not yet said Hello may be the only one that knows of a pause. So no round begins
    // before every voter has said Hello.
    return om.ring().flatMap(ring -> ring.withoutHello(om.greeted()))
        .flatMap(unheard -> hold(Hold.Reason.OM_NOT_HEARD, unheard));
  }

  private static Optional<Hold> hold(Hold.Reason reason, String message) {
    return Optional.of(new Hold(reason, message));
  }

  /**
   * Returns the time at which a round has to end, in milliseconds since 1970; 0 if it need not.
   */
  long end(JobImage jobs, long now) {
    LongStream opening = jobs.openJobs().stream().mapToLong(job -> job.getSpec().getNotBeforeMs())
        .filter(opens -> opens > now);
    LongStream closing = windows.nextChange(Instant.ofEpochMilli(now)).map(Instant::toEpochMilli).map(LongStream::of)
        .orElse(LongStream.empty());
    return LongStream.concat(opening, closing).min().orElse(0);
  }
}
