// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

/** The thresholds of an OM that nobody has configured, which are those of Ozone's own compaction service. */
public final class DefaultLimits {
  public static final PlanLimits OF_AN_OM =
      new PlanLimits(10_000, 0.3, 1_000_000, 256L << 20, Integer.MAX_VALUE, Long.MAX_VALUE);

  private DefaultLimits() {
  }
}
