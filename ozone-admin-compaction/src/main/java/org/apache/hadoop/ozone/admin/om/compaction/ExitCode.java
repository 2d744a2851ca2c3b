// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobState;

/** What a command tells the shell. */
final class ExitCode {
  static final int DONE = 0;
  static final int REFUSED = 1;
  static final int USAGE = 2;
  static final int FAILED = 3;
  static final int CANCELLED = 4;
  static final int EXPIRED = 5;
  static final int GAVE_UP_WAITING = 6;

  private ExitCode() {
  }

  static int of(ErrorCode code) {
    return code == ErrorCode.BAD_REQUEST ? USAGE : REFUSED;
  }

  /** How a job that was waited for ended. */
  static int of(JobState state) {
    switch (state) {
      case SUCCEEDED:
        return DONE;
      case CANCELLED:
        return CANCELLED;
      case EXPIRED:
        return EXPIRED;
      case QUEUED:
      case RUNNING:
        return GAVE_UP_WAITING;
      default:
        return FAILED;
    }
  }
}
