// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import picocli.CommandLine.Option;

/** Whether and how long to wait for jobs to end. */
final class WaitOptions {
  @Option(names = "--wait", description = "Wait until the job has ended; the exit code tells how")
  private boolean wait;

  @Option(names = "--timeout", paramLabel = "TIME", converter = WaitTime.class,
      description = "Wait no longer than this, such as 90s, 10m or 1h30m; the job goes on. Default: as long as it"
          + " takes")
  private Duration timeout;

  /** @throws CompactionException if there is a time limit for a wait that nobody asked for */
  void check() throws CompactionException {
    if (timeout != null && !wait) {
      throw CompactionException.badRequest(null,
          "--timeout says how long --wait waits: give --wait too, or leave --timeout out.");
    }
  }

  boolean isWanted() {
    return wait;
  }

  Duration timeout() {
    return timeout;
  }

  /** @return the exit code that tells how the job ended */
  int untilEnd(RingSubcommand command, Ring ring, Job job) throws IOException {
    Job last = await(command, ring, job);
    command.print(last, command.rendering().jobs().one(last));
    if (!JobWait.hasEnded(last)) {
      command.say("Gave up waiting; the job goes on. Follow it with '"
          + command.command("status " + last.getJobId() + " --watch") + "'.");
    }
    return ExitCode.of(last.getState());
  }

  /** @return the job as it was seen last; ended, unless the time is up or the ring fell silent */
  Job await(RingSubcommand command, Ring ring, Job job) throws IOException {
    JobRendering rendering = command.rendering().jobs();
    Progress progress = command.progress();
    return await(command, ring, job, seen -> progress.show(rendering.progress(seen)), progress);
  }

  Job await(RingSubcommand command, Ring ring, Job job, Consumer<Job> onLook, Progress progress)
      throws IOException {
    Job[] last = {job};
    try {
      return new JobWait(command.surroundings(), timeout).until(job, () -> ring.job(job.getJobId()).getJob(),
          JobWait::hasEnded, seen -> {
            last[0] = seen;
            onLook.accept(seen);
          });
    } catch (CompactionException e) {
      command.say(e.getCode() + ": " + e.getMessage());
      return last[0];
    } finally {
      progress.show("");
    }
  }
}
