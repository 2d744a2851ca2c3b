// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** Suggests the next step after an error that has none of its own, in a sentence with a command. */
public final class NextStep {
  private NextStep() {
  }

  /**
   * Returns a sentence with the next step.
   *
   * @param command the failed command, as the user calls it
   * @param siblings the beginning of every subcommand's command line, {@code ozone admin om compaction}
   */
  public static String of(RefusedException error, String command, String siblings) {
    String job = error.getJobId() == null ? "JOB" : error.getJobId();
    switch (error.getCode()) {
      case BAD_REQUEST:
      case WRITES_DISABLED:
        return "See '" + command + " --help'.";
      case UNKNOWN_VOLUME:
        return "List the volumes with 'ozone sh volume list --all'.";
      case UNKNOWN_BUCKET:
        return "List the buckets with 'ozone sh bucket list /VOLUME'; what a deleted bucket left behind is in '"
            + siblings + " list'.";
      case UNKNOWN_PATH:
        return "Look what is there with 'ozone sh key list /VOLUME/BUCKET'.";
      case UNKNOWN_TABLE:
        return "Give one of these tables; '" + siblings + " list --json' tells what each holds.";
      case UNKNOWN_NODE:
        return "See the nodes with '" + siblings + " nodes'.";
      case UNKNOWN_JOB:
        return "See the jobs with '" + siblings + " status'.";
      case UNAUTHENTICATED:
        return "Get a ticket with 'kinit' and try again; 'klist' shows the one in use.";
      case FORBIDDEN:
        return "Run '" + command + "' as a user that ozone.administrators names; 'klist' or 'id' shows who you are.";
      case JOB_OVERLAPS:
        return "Wait for it with '" + siblings + " status " + job + " --wait', stop it with '" + siblings
            + " cancel " + job + "', or submit with --preempt, and it gives way.";
      case JOB_ID_TAKEN:
        return "Look at it with '" + siblings + " status " + job + "', or leave --job-id out for a new job.";
      case JOB_OPEN:
        return "Wait for it with '" + siblings + " status " + job + " --wait'.";
      case JOB_ENDED:
        return "See how it ended with '" + siblings + " status " + job + "'.";
      case TOO_MANY_JOBS:
        return "See the jobs with '" + siblings + " status'; wait for one, or stop one with '" + siblings
            + " cancel JOB'.";
      case ADD_ON_MISSING:
        return "See which OMs have it with '" + siblings + " nodes'. Install it there and restart the OM, or move"
            + " leadership with 'ozone admin om transfer'.";
      case ADD_ON_DISABLED:
        return "Set ozone.om.range.compaction.enabled to true, run 'ozone admin reconfig --service=OM"
            + " --address=HOST:PORT start' for each OM, and check with '" + siblings + " nodes'.";
      case NO_LEADER:
      case RING_UNHEALTHY:
      case UNREACHABLE:
        return "See which OMs answer, and in what role, with '" + siblings + " nodes'; then try again.";
      case TOO_LARGE:
        return "See what narrows it with '" + command + " --help'.";
      case BUSY:
        return "Try '" + command + "' again in a moment.";
      default:
        return "Look into the OM's log, and run '" + command + " --verbose' again for the cause. '" + siblings
            + " nodes' shows the versions.";
    }
  }
}
