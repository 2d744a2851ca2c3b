// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.Optional;

/** The state of the service on one OM, and the reason why it begins no round now. Immutable. */
public final class Standing {
  private final State state;
  private final String undecided;
  private final Optional<Hold> heldUp;

  /** As in openapi.yaml. */
  public enum State {
    OFF, FAULTY, FOLLOWING, OBSERVING, IDLE, HELD, RUNNING, PAUSED, STOOD_DOWN
  }

  /**
   * @param undecided whole sentences; null if this OM's service decides
   * @param heldUp why no round may begin, whatever there is to compact
   */
  Standing(State state, String undecided, Optional<Hold> heldUp) {
    this.state = state;
    this.undecided = undecided;
    this.heldUp = heldUp;
  }

  public State state() {
    return state;
  }

  /** Says why this OM's service decides nothing; empty if it decides. */
  public Optional<String> undecided() {
    return Optional.ofNullable(undecided);
  }

  /** Why no round may begin now, whatever there is to compact; empty if one may. Goes before what a look found. */
  public Optional<Hold> heldUp() {
    return heldUp;
  }
}
