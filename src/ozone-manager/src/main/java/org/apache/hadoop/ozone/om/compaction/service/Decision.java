// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;

/** Whether a round is due, for what, or why not. Immutable. */
final class Decision {
  private final Optional<Held> held;
  private final boolean forOverdue;
  private final long roundBytes;
  private final List<Verdict> verdicts;
  private final List<TableKeys> cutOff;

  private Decision(Optional<Held> held, boolean forOverdue, long roundBytes, List<Verdict> verdicts,
      List<TableKeys> cutOff) {
    this.held = held;
    this.cutOff = Collections.unmodifiableList(cutOff);
    this.forOverdue = forOverdue;
    this.roundBytes = roundBytes;
    this.verdicts = Collections.unmodifiableList(verdicts);
  }

  /**
   * @param forOverdue whether the round is to take what is overdue, and not what hurts or is in debt
   * @param roundBytes that it may write on each OM; positive
   * @param cutOff     keys that the last round has left to do on some OM; the round takes them up, too
   */
  static Decision round(boolean forOverdue, long roundBytes, List<Verdict> verdicts, List<TableKeys> cutOff) {
    return new Decision(Optional.empty(), forOverdue, roundBytes, verdicts, cutOff);
  }

  /** @param message one sentence for the operator */
  static Decision hold(ServiceHold hold, String message, List<Verdict> verdicts) {
    return new Decision(Optional.of(new Held(hold, message)), false, 0, verdicts, Collections.emptyList());
  }

  /** Why none is due; empty if one is. */
  Optional<Held> held() {
    return held;
  }

  boolean isForOverdue() {
    return forOverdue;
  }

  /** What the round may write on each OM, whatever that makes of the ranges; 0 if none is due. */
  long roundBytes() {
    return roundBytes;
  }

  /** Of all candidates, those that are chosen first. */
  List<Verdict> verdicts() {
    return verdicts;
  }

  /** Keys that the last round has left to do on some OM, whatever is there on this one. */
  List<TableKeys> cutOff() {
    return cutOff;
  }

  /** What the round takes, in its order; none if none is due. */
  List<Candidate> ofRound() {
    return held.isPresent() ? Collections.emptyList()
        : verdicts.stream().filter(verdict -> RoundPolicy.isChosen(verdict, forOverdue)).map(Verdict::candidate)
        .collect(Collectors.toList());
  }
}
