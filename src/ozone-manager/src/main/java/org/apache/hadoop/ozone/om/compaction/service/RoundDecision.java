// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Tells if a new round is due, its budget, and the choice for each candidate. Immutable. */
public final class RoundDecision {
  private final Optional<Hold> hold;
  private final RoundBudget budget;
  private final long predictedTombstones;
  private final List<Choice> choices;
  private final List<String> messages;

  /** The decision on one range; the names are those of openapi.yaml. */
  public enum Choice {
    CHOSEN, BUDGET_SPENT, RESTING, TOO_DEAR, BELOW_MINIMUM, EXCLUDED
  }

  /**
   * @param hold                why no job is due; empty if one is
   * @param predictedTombstones how many tombstones of SST files the job removes on each OM, by the leader's plan
   * @param choices             one choice for each candidate, in the order of the candidates
   * @param messages            what is said of each candidate, in the same order
   */
  RoundDecision(Optional<Hold> hold, RoundBudget budget, long predictedTombstones, List<Choice> choices,
      List<String> messages) {
    this.hold = hold;
    this.budget = budget;
    this.predictedTombstones = predictedTombstones;
    this.choices = Collections.unmodifiableList(choices);
    this.messages = Collections.unmodifiableList(messages);
  }

  /** Says why no job is due by the plan and the windows; empty if a job is due. */
  public Optional<Hold> hold() {
    return hold;
  }

  RoundBudget budget() {
    return budget;
  }

  /** On each OM; 0 if no job is due, or if the new job only continues the work of an interrupted job. */
  long predictedTombstones() {
    return predictedTombstones;
  }

  /** The choices in the order of the candidates: CHOSEN, BUDGET_SPENT or TOO_DEAR. */
  public List<Choice> choices() {
    return choices;
  }

  /** Says why each candidate is one, and why it is not chosen, in the order of the candidates. */
  public List<String> messages() {
    return messages;
  }
}
