// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.admin.om.compaction.ring.JobIds;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code cancel}: stops jobs. With {@code --wait} it returns 0 for a job that ends CANCELLED. Other subcommands with
 * {@code --wait} return 4 for such a job.
 */
@Command(name = "cancel",
    description = "Stop a job, or all jobs: no OM takes another step",
    exitCodeList = {
        ExitCode.DONE_HELP, ExitCode.REFUSED_HELP, ExitCode.USAGE_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction cancel 6f0b2a4e",
        "  ozone admin om compaction cancel --all --wait --timeout 10m"
    })
class CancelSubcommand extends RingSubcommand {
  @ArgGroup(multiplicity = "1")
  private Which which;

  @Mixin
  private WaitOptions waiting;

  /** Either the id of one job, or {@code --all}. */
  static final class Which {
    @Parameters(arity = "1", index = "0", paramLabel = "JOB", description = JobIds.HELP)
    private String jobId;

    @Option(names = "--all", required = true, description = "Every job that has not ended")
    private boolean all;
  }

  @Override
  void check() throws RefusedException {
    waiting.check();
    if (!which.all) {
      JobIds.check(which.jobId);
    }
  }

  @Override
  int run(Ring ring) throws IOException {
    return which.all ? cancelAll(ring) : cancelOne(ring);
  }

  private int cancelOne(Ring ring) throws IOException {
    JobJson job = ring.commands().cancel(JobIds.whole(ring, which.jobId));
    if (waiting.isWanted()) {
      job = waiting.await(this, ring, job);
    }
    print(job);
    hintRetry(job);
    return gaveUp(job) ? ExitCode.GAVE_UP_WAITING : ExitCode.DONE;
  }

  private int cancelAll(Ring ring) throws IOException {
    JobListJson cancelled = ring.commands().cancelAll();
    if (waiting.isWanted()) {
      cancelled.jobs(waiting.await(this, ring, cancelled.getJobs()));
    }
    print(cancelled, rendering().jobs().list(cancelled));
    return cancelled.getJobs().stream().anyMatch(this::gaveUp) ? ExitCode.GAVE_UP_WAITING : ExitCode.DONE;
  }

  private boolean gaveUp(JobJson job) {
    if (waiting.isWanted() && !JobModel.hasEnded(job)) {
      say("Gave up waiting for job " + job.getJobId() + "; it stops after the step under way. " + follow(job));
      return true;
    }
    return false;
  }
}
