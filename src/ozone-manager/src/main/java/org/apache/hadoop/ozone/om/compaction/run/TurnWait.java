// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Objects;
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
    this.reason = Objects.requireNonNull(reason, "reason");
    this.message = Objects.requireNonNull(message, "message");
  }

  public WaitReason getReason() {
    return reason;
  }

  public String getMessage() {
    return message;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TurnWait && reason == ((TurnWait) other).reason
        && message.equals(((TurnWait) other).message);
  }

  @Override
  public int hashCode() {
    return 31 * reason.hashCode() + message.hashCode();
  }

  @Override
  public String toString() {
    return reason + ": " + message;
  }
}
