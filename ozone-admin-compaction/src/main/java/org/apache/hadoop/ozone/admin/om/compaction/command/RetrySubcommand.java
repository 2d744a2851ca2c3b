// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.admin.om.compaction.ring.JobIds;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code retry}: goes on with an ended job on the OMs where it did not succeed. */
@Command(name = "retry",
    description = "Go on with a job that has ended, on the OMs where it did not succeed: submit its targets and limits"
        + " again, and print the new job's id. The same retry again is the same job",
    exitCodeList = {
        ExitCode.DONE_HELP, ExitCode.REFUSED_HELP, ExitCode.USAGE_HELP, ExitCode.FAILED_HELP, ExitCode.CANCELLED_HELP,
        ExitCode.EXPIRED_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction retry 6f0b2a4e",
        "  ozone admin om compaction retry 6f0b2a4e --wait --timeout 2h"
    })
class RetrySubcommand extends RingSubcommand {
  @Parameters(arity = "1", index = "0", paramLabel = "JOB", description = JobIds.HELP)
  private String jobId;

  @Mixin
  private WaitOptions waiting;

  @Override
  void check() throws RefusedException {
    waiting.check();
    JobIds.check(jobId);
  }

  @Override
  int run(Ring ring) throws IOException {
    JobJson retry = ring.commands().retry(JobIds.whole(ring, jobId));
    hint("It compacts " + String.join(", ", retry.getNodeIds()) + ".");
    rendering().jobs().window(retry.getNotBefore(), retry.getNotAfter(), retry.getDaysOff())
        .ifPresent(text -> hint("Window: " + text));
    return waiting.afterSubmission(this, ring, retry);
  }

  /** The ring may have the retry in spite of the error. */
  @Override
  void explain(RefusedException error) {
    super.explain(error);
    if (RingCommands.mayBeTaken(error)) {
      say("Repeat the command: should the ring have the retry already, it stays one job.");
    }
  }
}
