// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** The reason why a plan leaves out a target or range, with details for a message. */
public final class Rejection {
  static final Rejection SCATTERED = of(RejectionReason.BELOW_MIN_RATIO);

  private final RejectionReason reason;
  private final String cause;
  private final BudgetExceeded budget;

  private Rejection(RejectionReason reason, String cause, BudgetExceeded budget) {
    this.reason = reason;
    this.cause = cause;
    this.budget = budget;
  }

  static Rejection of(RejectionReason reason) {
    return new Rejection(reason, null, null);
  }

  static Rejection of(RejectionReason reason, String cause) {
    return new Rejection(reason, cause, null);
  }

  static Rejection beyond(BudgetExceeded budget) {
    return new Rejection(RejectionReason.BEYOND_TOTAL_BYTES, null, budget);
  }

  public RejectionReason reason() {
    return reason;
  }

  /** The detail of the reason, for example the name of a file; null for most reasons. */
  public String cause() {
    return cause;
  }

  /** The budget that was exceeded; null for other reasons than {@link RejectionReason#BEYOND_TOTAL_BYTES}. */
  public BudgetExceeded budget() {
    return budget;
  }

  /** True if the tombstones are too scattered for a dense run, even if the ratio of the whole span is high enough. */
  public boolean isScattered() {
    return this == SCATTERED;
  }

  @Override
  public String toString() {
    return cause == null ? reason.toString() : reason + ", " + cause;
  }
}
