// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ozone.admin.om.compaction.ring.JobIds;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Base of the subcommands that change one open job and print the changed job. */
abstract class JobChangeSubcommand extends RingSubcommand {
  @Parameters(arity = "1", index = "0", paramLabel = "JOB", description = JobIds.HELP)
  private String jobId;

  abstract JobJson change(Ring ring, String wholeId) throws IOException;

  /** Returns a sentence that tells the user what to do next; empty for none. */
  String next(JobJson job) {
    return "";
  }

  @Override
  void check() throws RefusedException {
    JobIds.check(jobId);
  }

  @Override
  final int run(Ring ring) throws IOException {
    JobJson job = asItIsNow(ring, change(ring, JobIds.whole(ring, jobId)));
    print(job);
    if (!next(job).isEmpty()) {
      hint(next(job));
    }
    return ExitCode.DONE;
  }

  /**
   * The job with what it waits for, which the answer to a change does not tell. If the leader does not say so, the
   * answer has to do: the change has been made.
   */
  private static JobJson asItIsNow(Ring ring, JobJson changed) {
    return read(ring, changed.getJobId()).filter(now -> now.getRevision() >= changed.getRevision()).orElse(changed);
  }

  /** The job as the leader tells it; empty if it does not. */
  static Optional<JobJson> read(Ring ring, String jobId) {
    try {
      return Optional.of(ring.job(jobId));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Command(name = "pause",
      description = "Pause a job: no turn begins, and one that runs waits again before its next step",
      footer = "  ozone admin om compaction pause 6f0b2a4e")
  static final class Pause extends JobChangeSubcommand {
    @Override
    JobJson change(Ring ring, String wholeId) throws IOException {
      return ring.commands().pause(wholeId);
    }

    @Override
    String next(JobJson job) {
      return "It goes on after '" + command("resume " + job.getJobId()) + "'.";
    }
  }

  @Command(name = "resume",
      description = "Let a paused job go on where it was",
      footer = "  ozone admin om compaction resume 6f0b2a4e")
  static final class Resume extends JobChangeSubcommand {
    @Override
    JobJson change(Ring ring, String wholeId) throws IOException {
      return ring.commands().resume(wholeId);
    }

    @Override
    String next(JobJson job) {
      return follow(job);
    }
  }
}
