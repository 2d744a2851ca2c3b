// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** A reason for which a turn waits. */
public final class TurnWait {
  private final WaitReason reason;
  private final String message;

  /**
   * @param reason not WAIT_NONE
   * @param message one sentence for the operator, with the figures behind it
   */
  public TurnWait(WaitReason reason, String message) {
    this.reason = reason;
    this.message = message;
  }

  public WaitReason getReason() {
    return reason;
  }

  public String getMessage() {
    return message;
  }

  @Override
  public String toString() {
    return reason + ": " + message;
  }
}
