// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;

/** The end of a turn, without its figures. */
public final class TurnOutcome {
  private final TurnState state;
  private final TurnReason reason;
  private final String message;

  private TurnOutcome(TurnState state, TurnReason reason, String message) {
    this.state = state;
    this.reason = reason;
    this.message = message;
  }

  /**
   * @param state   the final state, or WAITING for a turn that will start again; never RUNNING
   * @param reason  TURN_REASON_NONE if the turn did its work
   * @param message one sentence for the operator; may be empty
   */
  public static TurnOutcome of(TurnState state, TurnReason reason, String message) {
    return new TurnOutcome(state, reason, message);
  }

  public TurnState getState() {
    return state;
  }

  public TurnReason getReason() {
    return reason;
  }

  public String getMessage() {
    return message;
  }
}
