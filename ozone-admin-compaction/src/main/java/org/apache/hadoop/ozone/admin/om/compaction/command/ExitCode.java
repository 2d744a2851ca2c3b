// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;

/** Exit codes of the commands. */
final class ExitCode {
  static final int DONE = 0;
  static final int REFUSED = 1;
  static final int USAGE = 2;
  static final int FAILED = 3;
  static final int CANCELLED = 4;
  static final int EXPIRED = 5;
  static final int GAVE_UP_WAITING = 6;

  static final String DONE_HELP = DONE + ":Done";
  static final String REFUSED_HELP = REFUSED + ":Refused, or an OM that was asked did not answer";
  /** Of commands that end with {@link #DONE} while some OMs are silent. */
  static final String SOME_SILENT_HELP = DONE + ":Done, also while some OMs are silent: they are named";
  static final String ALL_SILENT_HELP = REFUSED + ":Refused, or no OM answered";
  static final String USAGE_HELP = USAGE + ":Wrong usage";
  static final String FAILED_HELP = FAILED + ":With --wait: the job ended FAILED or PARTIAL";
  static final String CANCELLED_HELP = CANCELLED + ":With --wait: the job was CANCELLED";
  static final String EXPIRED_HELP = EXPIRED + ":With --wait: the job EXPIRED, as its window closed";
  static final String GAVE_UP_WAITING_HELP = GAVE_UP_WAITING + ":With --wait: gave up waiting";

  private ExitCode() {
  }

  static int of(ErrorCode code) {
    return code == ErrorCode.BAD_REQUEST ? USAGE : REFUSED;
  }

  /** Returns the exit code of a command that waited for a job, by the job's last known state. */
  static int of(JobStateJson state) {
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
