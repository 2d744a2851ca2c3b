// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;

/** Whether a round is due, its budget, and the choice for each candidate of the plan. Immutable. */
final class RoundDecision {
  private final Optional<Hold> block;
  private final RoundBudget budget;
  private final long predictedTombstones;
  private final List<ServiceChoice> choices;
  private final Map<Integer, String> spent;

  private RoundDecision(Optional<Hold> block, RoundBudget budget, long predictedTombstones,
      List<ServiceChoice> choices, Map<Integer, String> spent) {
    this.block = block;
    this.budget = budget;
    this.predictedTombstones = predictedTombstones;
    this.choices = Collections.unmodifiableList(choices);
    this.spent = Collections.unmodifiableMap(spent);
  }

  /**
   * A decision for a round.
   *
   * @param budget              the round's budget on each OM
   * @param predictedTombstones that the round removes from SST files on each OM, by the leader's plan
   * @param choices             by the index of the candidate
   * @param spent               by index, why a candidate with choice BUDGET_SPENT has to wait
   */
  static RoundDecision round(RoundBudget budget, long predictedTombstones, List<ServiceChoice> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.empty(), budget, predictedTombstones, choices, spent);
  }

  static RoundDecision blocked(Hold block, RoundBudget budget, List<ServiceChoice> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.of(block), budget, 0, choices, spent);
  }

  /** Why no round is due; empty if one is. */
  Optional<Hold> block() {
    return block;
  }

  RoundBudget budget() {
    return budget;
  }

  /**
   * Tombstones that the round is expected to remove from SST files on each OM; 0 if no round is due, or if it continues
   * one that was cut off.
   */
  long predictedTombstones() {
    return predictedTombstones;
  }

  /**
   * Why a candidate has to wait for bytes of the budget, in one sentence.
   *
   * @param candidate index of a candidate with choice BUDGET_SPENT
   */
  String spent(int candidate) {
    return spent.get(candidate);
  }

  /** The choices in the order of the candidates: CHOSEN, BUDGET_SPENT or TOO_DEAR. */
  List<ServiceChoice> choices() {
    return choices;
  }
}
