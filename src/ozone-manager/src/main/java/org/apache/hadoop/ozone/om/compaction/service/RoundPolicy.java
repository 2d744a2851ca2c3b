// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceUrgency;
import org.apache.hadoop.ozone.om.compaction.text.Words;

/**
 * Whether a round is due, and for what. A pure function of what the leader sees and of the replicated records of rounds
 * before, so that a new leader goes on where the last one was.
 */
final class RoundPolicy {
  private final ServiceSettings settings;

  RoundPolicy(ServiceSettings settings) {
    this.settings = settings;
  }

  /**
   * @param candidates of the node that decides
   * @param past       rounds of the last 24 hours at least, oldest first
   * @param now        milliseconds since 1970
   */
  Decision decide(List<Candidate> candidates, Collection<PastRound> past, long now) {
    RoundBudget budget = RoundBudget.left(settings.dailyBytes(), past, now);
    Rests rests = Rests.after(past);
    List<Verdict> verdicts = new AutoPolicy(settings, candidate -> rests.until(candidate.keys()), now)
        .judge(candidates, budget);
    Instant at = Instant.ofEpochMilli(now);
    Instant change = settings.windows().nextChange(at).orElse(null);
    if (!settings.windows().isOpen(at)) {
      return Decision.hold(ServiceHold.WINDOW_CLOSED, "Its windows are closed, " + settings.windows()
          + ": they open at " + change + '.', verdicts);
    }
    boolean overdue = verdicts.stream().anyMatch(verdict -> isChosen(verdict, true));
    boolean others = verdicts.stream().anyMatch(verdict -> isChosen(verdict, false));
    if (overdue || others) {
      boolean forOverdue = overdue && (!others || last(past, true) < last(past, false));
      return Decision.round(forOverdue, mostOf(verdicts, forOverdue, budget), verdicts, cutOff(past));
    }
    if (!cutOff(past).isEmpty() && budget.of(ServiceUrgency.HURTING) > 0) {
      return Decision.round(false, budget.of(ServiceUrgency.HURTING), verdicts, cutOff(past));
    }
    boolean waits = verdicts.stream().anyMatch(verdict -> verdict.choice() == ServiceChoice.BUDGET_SPENT);
    return waits ? Decision.hold(ServiceHold.BUDGET_SPENT, "What may be written in 24 hours, "
        + Words.bytes(settings.dailyBytes()) + " for all, is spent.", verdicts)
        : Decision.hold(ServiceHold.NOTHING_TO_DO, "No range is worth a round.", verdicts);
  }

  /** Of the last round: the OM that leads now may have come to its end with it, and then sees nothing there. */
  private static List<TableKeys> cutOff(Collection<PastRound> past) {
    return past.stream().reduce((first, second) -> second).map(PastRound::cutOffKeys)
        .orElse(Collections.emptyList());
  }

  /** At least one byte: 0 is no limit, and what writes nothing is chosen even if nothing is left. */
  private static long mostOf(List<Verdict> verdicts, boolean forOverdue, RoundBudget budget) {
    return Math.max(1, verdicts.stream().filter(verdict -> isChosen(verdict, forOverdue))
        .mapToLong(verdict -> budget.of(verdict.urgency().get())).max().orElse(0));
  }

  static boolean isChosen(Verdict verdict, boolean overdue) {
    return verdict.choice() == ServiceChoice.CHOSEN
        && overdue == verdict.urgency().filter(ServiceUrgency.OVERDUE::equals).isPresent();
  }

  /** When the last round of that kind was at work; 0 if none is remembered. */
  private static long last(Collection<PastRound> past, boolean overdue) {
    return past.stream().filter(round -> round.isForOverdue() == overdue).mapToLong(PastRound::lastMillis).max()
        .orElse(0);
  }
}
