// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** Why a plan leaves something out, with what a person has to know of it besides counts and limits. Immutable. */
public final class Rejection {
  /** No run of the tombstones is dense enough. */
  static final Rejection SCATTERED = of(RejectionReason.BELOW_MIN_RATIO);

  private final RejectionReason reason;
  private final String cause;
  private final BudgetExceeded budget;

  private Rejection(RejectionReason reason, String cause, BudgetExceeded budget) {
    this.reason = reason;
    this.cause = cause;
    this.budget = budget;
  }

  /** For a reason that says all by itself, or by counts and limits. */
  static Rejection of(RejectionReason reason) {
    return new Rejection(reason, null, null);
  }

  /** For something that has a name, or about which somebody else has a sentence. */
  static Rejection of(RejectionReason reason, String cause) {
    return new Rejection(reason, cause, null);
  }

  static Rejection beyond(BudgetExceeded budget) {
    return new Rejection(RejectionReason.BEYOND_TOTAL_BYTES, null, budget);
  }

  public RejectionReason reason() {
    return reason;
  }

  /**
   * The pattern that excludes it, the name of the file that is being compacted, why it rests, or what is corrupt; null
   * for other reasons.
   */
  public String cause() {
    return cause;
  }

  /** Null but for {@link RejectionReason#BEYOND_TOTAL_BYTES}. */
  public BudgetExceeded budget() {
    return budget;
  }

  /** Whether no run of the tombstones is dense enough, whatever the ratio in all. */
  public boolean isScattered() {
    return this == SCATTERED;
  }

  @Override
  public String toString() {
    return cause == null ? reason.toString() : reason + ", " + cause;
  }
}
