// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;

/** Whether a round is due, for what, or why not. Immutable. */
final class Decision {
  private final Optional<ServiceHold> hold;
  private final String holdMessage;
  private final boolean forOverdue;
  private final List<Verdict> verdicts;

  private Decision(Optional<ServiceHold> hold, String holdMessage, boolean forOverdue, List<Verdict> verdicts) {
    this.hold = hold;
    this.holdMessage = holdMessage;
    this.forOverdue = forOverdue;
    this.verdicts = Collections.unmodifiableList(verdicts);
  }

  /** @param forOverdue whether the round is to take what is overdue, and not what hurts or is in debt */
  static Decision round(boolean forOverdue, List<Verdict> verdicts) {
    return new Decision(Optional.empty(), "", forOverdue, verdicts);
  }

  /** @param verdicts as if nothing held rounds up */
  static Decision hold(ServiceHold hold, String message, List<Verdict> verdicts) {
    return new Decision(Optional.of(hold), message, false, verdicts);
  }

  /** What holds rounds up; empty if one is due. */
  Optional<ServiceHold> hold() {
    return hold;
  }

  /** One sentence for the operator; empty if a round is due. */
  String holdMessage() {
    return holdMessage;
  }

  boolean isForOverdue() {
    return forOverdue;
  }

  /** Of all candidates, those that are chosen first. */
  List<Verdict> verdicts() {
    return verdicts;
  }

  /** What the round takes, in its order; none if none is due. */
  List<Candidate> ofRound() {
    return hold.isPresent() ? Collections.emptyList()
        : verdicts.stream().filter(verdict -> RoundPolicy.isChosen(verdict, forOverdue)).map(Verdict::candidate)
        .collect(Collectors.toList());
  }
}
