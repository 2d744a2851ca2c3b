// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

/** A reason why the automatic service begins no round, with a sentence on the reason. Immutable. */
public final class Hold {
  private final Reason reason;
  private final String message;

  /** As in openapi.yaml. */
  public enum Reason {
    NOTHING_TO_DO, BUDGET_SPENT, WINDOW_CLOSED, JOB_OPEN, RING_UNHEALTHY, STOCK_SERVICE, ROUND_OPEN, OM_NOT_HEARD,
    PAUSED, STOOD_DOWN
  }

  /** @param message one sentence for the operator */
  Hold(Reason reason, String message) {
    this.reason = reason;
    this.message = message;
  }

  public Reason reason() {
    return reason;
  }

  public String message() {
    return message;
  }
}
