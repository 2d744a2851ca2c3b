// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoice;

/** Whether a round is due, its budget, and the choice for each need. Immutable. */
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
   * @param budget              the round's budget on each OM
   * @param predictedTombstones in SST files that the round removes on each OM, by the leader's plan
   * @param spent               by place, for needs that are BUDGET_SPENT: why
   */
  static RoundDecision round(RoundBudget budget, long predictedTombstones, List<ServiceChoice> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.empty(), budget, predictedTombstones, choices, spent);
  }

  static RoundDecision blocked(Hold block, RoundBudget budget, List<ServiceChoice> choices,
      Map<Integer, String> spent) {
    return new RoundDecision(Optional.of(block), budget, 0, choices, spent);
  }

  /** The reason why no round is due; empty if one is. */
  Optional<Hold> block() {
    return block;
  }

  RoundBudget budget() {
    return budget;
  }

  /** 0 if no round is due, or if a round only continues one that was cut off. */
  long predictedTombstones() {
    return predictedTombstones;
  }

  /**
   * The rule by which a need has to wait for bytes, one sentence.
   *
   * @param need its place; BUDGET_SPENT
   */
  String spent(int need) {
    return spent.get(need);
  }

  /** The choice for each need, in their order: CHOSEN, BUDGET_SPENT or TOO_DEAR. */
  List<ServiceChoice> choices() {
    return choices;
  }
}
