// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

/** How often to tell of what fails again and again: the first time, the second, the fourth, the eighth. */
final class LogThrottle {
  private long failures;

  /** @return whether this failure is to be told */
  boolean failed() {
    failures++;
    return (failures & failures - 1) == 0;
  }

  /** The next failure is a first one again. */
  void succeeded() {
    failures = 0;
  }
}
