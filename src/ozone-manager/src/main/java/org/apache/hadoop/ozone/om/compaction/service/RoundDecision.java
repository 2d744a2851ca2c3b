// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** Tells if a new round is due, its budget, and the choice for each candidate. Immutable. */
public final class RoundDecision {
  private final Optional<Hold> notDue;
  private final RoundBudget budget;
  private final long predictedTombstones;
  private final Map<RoundCandidate, Choice> choices;
  private final Map<RoundCandidate, String> messages;

  /** The decision on one candidate; the names are those of openapi.yaml. */
  public enum Choice {
    CHOSEN, BUDGET_SPENT, RESTING, TOO_DEAR, BELOW_MINIMUM, EXCLUDED
  }

  /**
   * @param notDue              why no round is due; empty if one is
   * @param predictedTombstones how many tombstones of SST files the round removes on each OM, by the leader's plan
   * @param choices             in the order of the candidates
   * @param messages            what is said of each candidate
   */
  RoundDecision(Optional<Hold> notDue, RoundBudget budget, long predictedTombstones,
      Map<RoundCandidate, Choice> choices, Map<RoundCandidate, String> messages) {
    this.notDue = notDue;
    this.budget = budget;
    this.predictedTombstones = predictedTombstones;
    this.choices = Collections.unmodifiableMap(choices);
    this.messages = Collections.unmodifiableMap(messages);
  }

  /** Says why no round is due by the plan and the windows; empty if one is. */
  public Optional<Hold> notDue() {
    return notDue;
  }

  RoundBudget budget() {
    return budget;
  }

  /** On each OM; 0 if no round is due, or if it only continues the work of one that was cut off. */
  long predictedTombstones() {
    return predictedTombstones;
  }

  /** The choices in the order of the candidates: CHOSEN, BUDGET_SPENT or TOO_DEAR. */
  Collection<Choice> choices() {
    return choices.values();
  }

  /** Returns CHOSEN, BUDGET_SPENT or TOO_DEAR for a candidate of this decision. */
  public Choice choice(RoundCandidate candidate) {
    return choices.get(candidate);
  }

  /** Says why a candidate of this decision is one, and why it is not chosen. */
  public String message(RoundCandidate candidate) {
    return messages.get(candidate);
  }
}
