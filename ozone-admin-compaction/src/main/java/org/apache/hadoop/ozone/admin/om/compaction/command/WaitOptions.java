// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.admin.om.compaction.option.WaitTime;
import org.apache.hadoop.ozone.admin.om.compaction.render.JobRendering;
import org.apache.hadoop.ozone.admin.om.compaction.render.Progress;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import picocli.CommandLine.Option;

/** The options {@code --wait} and {@code --timeout}, and the code that waits. */
final class WaitOptions {
  @Option(names = "--wait", description = "Wait until the job has ended; the exit code tells how")
  private boolean wait;

  @Option(names = "--timeout", paramLabel = "TIME", converter = WaitTime.class,
      description = "Wait no longer than this, such as 90s, 10m or 1h30m; the job goes on. Default: as long as it"
          + " takes")
  private Duration timeout;

  /** @throws RefusedException if --timeout is given without --wait */
  void check() throws RefusedException {
    check(wait, timeout);
  }

  static void check(boolean wait, Duration timeout) throws RefusedException {
    if (timeout != null && !wait) {
      throw RefusedException.ofParameter(null,
          "--timeout says how long --wait waits: give --wait too, or leave --timeout out.");
    }
  }

  boolean isWanted() {
    return wait;
  }

  Duration timeout() {
    return timeout;
  }

  /**
   * Prints the id of a job that was just submitted, or waits for it as {@link #untilEnd}. Returns the exit code. Tells
   * if the job was submitted before and has ended.
   */
  int afterSubmission(RingSubcommand command, Ring ring, JobJson job) throws IOException {
    boolean ended = JobModel.hasEnded(job);
    if (ended || wait) {
      command.hint("Job " + job.getJobId() + (ended ? " was submitted before and has ended " + job.getState()
          + ": nothing was submitted now." : " is submitted."));
    }
    if (wait) {
      command.warn(job.getUnanswered());
      return untilEnd(command, ring, job);
    }
    command.print(job, job.getJobId() + "\n");
    command.warn(job.getUnanswered());
    if (!ended) {
      command.hint(command.follow(job));
    }
    return ExitCode.DONE;
  }

  /**
   * Waits until the job has ended, the timeout is over or a read fails, and then prints the job. Returns the exit code
   * for the job's last state.
   */
  int untilEnd(RingSubcommand command, Ring ring, JobJson job) throws IOException {
    JobJson last = await(command, ring, job);
    command.print(last);
    if (!JobModel.hasEnded(last)) {
      command.nameSilent(last.getUnanswered());
      command.say("Gave up waiting; the job goes on. " + command.follow(last));
    }
    command.hintRetry(last);
    return ExitCode.of(last.getState());
  }

  /** Waits until the job has ended, the timeout is over or a read fails. Returns the job as it was last read. */
  JobJson await(RingSubcommand command, Ring ring, JobJson job) throws IOException {
    return await(command, ring, Collections.singletonList(job)).get(0);
  }

  /** As {@link #await(RingSubcommand, Ring, JobJson)}, for several jobs; returns them in the same order. */
  List<JobJson> await(RingSubcommand command, Ring ring, List<JobJson> jobs) throws IOException {
    JobRendering rendering = command.rendering().jobs();
    Progress progress = command.progress();
    return await(command, ring, jobs, seen -> seen.stream().filter(job -> !JobModel.hasEnded(job)).findFirst()
        .ifPresent(job -> progress.show(rendering.progress(job))), progress);
  }

  /** As {@link #await(RingSubcommand, Ring, JobJson)}, without a progress line; {@code onPoll} receives each state. */
  JobJson await(RingSubcommand command, Ring ring, JobJson job, Consumer<JobJson> onPoll) throws IOException {
    return await(command, ring, Collections.singletonList(job), seen -> onPoll.accept(seen.get(0)), Progress.NONE)
        .get(0);
  }

  private List<JobJson> await(RingSubcommand command, Ring ring, List<JobJson> jobs, Consumer<List<JobJson>> onPoll,
      Progress progress) throws IOException {
    List<JobJson> seen = new ArrayList<>(jobs);
    try {
      new Polling(command.surroundings(), timeout).until(seen, () -> look(ring, seen),
          all -> all.stream().allMatch(JobModel::hasEnded), onPoll);
      progress.show("");
    } catch (RefusedException e) {
      progress.show("");
      command.say(e.getCode() + ": " + e.sentence());
    }
    return seen;
  }

  private static List<JobJson> look(Ring ring, List<JobJson> jobs) throws IOException {
    for (int i = 0; i < jobs.size(); i++) {
      if (!JobModel.hasEnded(jobs.get(i))) {
        jobs.set(i, ring.job(jobs.get(i).getJobId()));
      }
    }
    return jobs;
  }
}
