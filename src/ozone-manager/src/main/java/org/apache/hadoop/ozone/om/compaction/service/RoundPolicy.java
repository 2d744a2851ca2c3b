// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.planning.RoundPart;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;

/**
 * Decides whether a new job of the automatic service is due. Uses only the plan and replicated records, so a new leader
 * continues where the last leader stopped.
 */
final class RoundPolicy {
  private final long dailyBytes;
  private final WeeklyWindows windows;

  /**
   * @param dailyBytes limit for the service's jobs on one OM in any 24 hours
   * @param windows    the times at which these jobs may run
   */
  RoundPolicy(long dailyBytes, WeeklyWindows windows) {
    this.dailyBytes = dailyBytes;
    this.windows = windows;
  }

  /**
   * Decides whether a job is due, and which candidates it takes, first where listing is slow, then elsewhere. In each
   * part, takes candidates until one does not fit the budget, so that smaller candidates cannot delay a large one
   * forever. Skips candidates that exceed the part's share of a whole day.
   *
   * @param candidates best first
   * @param past       jobs of at least the last 24 hours, oldest first
   * @param now        milliseconds since 1970
   */
  RoundDecision decide(List<RoundCandidate> candidates, List<PastRound> past, long now) {
    RoundBudget budget = RoundBudget.left(dailyBytes, past, now);
    List<ServiceChoiceJson> choices = new ArrayList<>(Collections.nCopies(candidates.size(),
        ServiceChoiceJson.TOO_DEAR));
    Map<Integer, String> spent = new TreeMap<>();
    long forWaits = choose(RoundPart.WAITS, candidates, 0, budget, choices, spent);
    choose(RoundPart.OTHERS, candidates, forWaits, budget, choices, spent);
    Instant at = Instant.ofEpochMilli(now);
    if (!windows.isOpen(at)) {
      return RoundDecision.blocked(new Hold(ServiceHoldJson.WINDOW_CLOSED, "Its windows are closed, " + windows
          + ": they open at " + windows.opens(at).orElse(null)
          + windows.excepted(at).map(daysOff -> ", no sooner because of days off: " + daysOff + ".").orElse(".")),
          budget, choices, spent);
    }
    boolean isCutOff = !past.isEmpty() && past.get(past.size() - 1).isCutOff();
    if (choices.contains(ServiceChoiceJson.CHOSEN) || isCutOff && budget.all() > 0) {
      return RoundDecision.round(budget, predicted(candidates, choices), choices, spent);
    }
    return RoundDecision.blocked(spent.isEmpty() ? new Hold(ServiceHoldJson.NOTHING_TO_DO, "No range is worth a round.")
        : new Hold(ServiceHoldJson.BUDGET_SPENT, "The best range has to wait. " + spent.values().iterator().next()),
        budget, choices, spent);
  }

  /**
   * Chooses candidates of one kind: candidates where listing is slow, or all others.
   *
   * @param before bytes that the job takes for the other kind
   * @return bytes that the job takes for this kind
   */
  private long choose(RoundPart part, List<RoundCandidate> candidates, long before, RoundBudget budget,
      List<ServiceChoiceJson> choices, Map<Integer, String> spent) {
    boolean share = budget.of(part) < budget.all() - before;
    long left = share ? budget.of(part) : budget.all();
    // Bytes for the other part are not yet written, so they are not subtracted from what is left. Messages say that
    // better ranges take these bytes.
    long first = share ? 0 : before;
    String rule = share
        ? rule(RoundBudget.most(dailyBytes),
            part == RoundPart.WAITS ? " where lists wait" : " where no list waits", left)
        : rule(dailyBytes, "", left);
    long taken = first;
    boolean full = false;
    for (int i = 0; i < candidates.size(); i++) {
      RoundCandidate candidate = candidates.get(i);
      if (candidate.part() == part && candidate.writeBytes() <= RoundBudget.most(dailyBytes)) {
        full |= taken + candidate.writeBytes() > left;
        taken += full ? 0 : candidate.writeBytes();
        choices.set(i, full ? ServiceChoiceJson.BUDGET_SPENT : ServiceChoiceJson.CHOSEN);
        if (full) {
          spent.put(i, "It may write " + ValueFormat.bytes(candidate.writeBytes()) + ": " + rule
              + (taken == 0 ? "." : ", and better ranges take " + ValueFormat.bytes(taken) + " of that.")
              + (taken + candidate.writeBytes() > left ? ""
                  : " A better one that does not fit yet is not overtaken."));
        }
      }
    }
    return taken - first;
  }

  private static String rule(long most, String where, long left) {
    return "of the " + ValueFormat.bytes(most) + " that rounds may write in 24 hours" + where + ", "
        + (left <= 0 ? "nothing" : ValueFormat.bytes(left)) + " is left";
  }

  private static long predicted(List<RoundCandidate> candidates, List<ServiceChoiceJson> choices) {
    long tombstones = 0;
    for (int i = 0; i < candidates.size(); i++) {
      tombstones += choices.get(i) == ServiceChoiceJson.CHOSEN ? candidates.get(i).tombstones() : 0;
    }
    return tombstones;
  }
}
