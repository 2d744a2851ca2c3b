// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

/** Throttles log messages of a repeated failure: logs the first, second, fourth, eighth, and so on. */
final class LogThrottle {
  private long failures;

  /** Counts a failure; returns true if it is to be logged. */
  boolean failed() {
    failures++;
    return (failures & failures - 1) == 0;
  }

  void succeeded() {
    failures = 0;
  }
}
