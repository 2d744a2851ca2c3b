// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;

/** Tells if a new job of the automatic service is due, its budget, and the choice for each candidate. Immutable. */
final class RoundDecision {
  private final Optional<Hold> block;
  private final RoundBudget budget;
  private final long predictedTombstones;
  private final List<ServiceChoiceJson> choices;
  private final Map<Integer, String> spent;

  private RoundDecision(Optional<Hold> block, RoundBudget budget, long predictedTombstones,
      List<ServiceChoiceJson> choices, Map<Integer, String> spent) {
    this.block = block;
    this.budget = budget;
    this.predictedTombstones = predictedTombstones;
    this.choices = Collections.unmodifiableList(choices);
    this.spent = Collections.unmodifiableMap(spent);
  }

  /**
   * Returns a decision that a job is due.
   *
   * @param predictedTombstones how many tombstones of SST files the job removes on each OM, by the leader's plan
   * @param choices             one choice for each candidate, in the order of the candidates
   * @param spent               why a candidate has the choice BUDGET_SPENT, by the candidate's index
   */
  static RoundDecision round(RoundBudget budget, long predictedTombstones, List<ServiceChoiceJson> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.empty(), budget, predictedTombstones, choices, spent);
  }

  static RoundDecision blocked(Hold block, RoundBudget budget, List<ServiceChoiceJson> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.of(block), budget, 0, choices, spent);
  }

  /** Says why no job is due; empty if a job is due. */
  Optional<Hold> block() {
    return block;
  }

  RoundBudget budget() {
    return budget;
  }

  /**
   * Returns how many tombstones of SST files the job is expected to remove on each OM. 0 if no job is due, or if the
   * new job only continues the work of an interrupted job.
   */
  long predictedTombstones() {
    return predictedTombstones;
  }

  /**
   * Says in a sentence why the day's bytes do not suffice for a candidate now.
   *
   * @param candidate index of a candidate with choice BUDGET_SPENT
   */
  String spent(int candidate) {
    return spent.get(candidate);
  }

  /** The choices in the order of the candidates: CHOSEN, BUDGET_SPENT or TOO_DEAR. */
  List<ServiceChoiceJson> choices() {
    return choices;
  }
}
