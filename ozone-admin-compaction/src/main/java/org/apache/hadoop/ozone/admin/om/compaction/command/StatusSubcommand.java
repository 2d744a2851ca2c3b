// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.admin.om.compaction.option.TimeText;
import org.apache.hadoop.ozone.admin.om.compaction.ring.JobIds;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code status}: shows jobs and the progress of their turns. */
@Command(name = "status",
    description = "Show all jobs, or one job with its turn on each node",
    exitCodeList = {
        ExitCode.SOME_SILENT_HELP, ExitCode.ALL_SILENT_HELP, ExitCode.USAGE_HELP, ExitCode.FAILED_HELP,
        ExitCode.CANCELLED_HELP, ExitCode.EXPIRED_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction status --state running,queued",
        "  ozone admin om compaction status --bucket /shop/orders --since 7d",
        "  ozone admin om compaction status 6f0b2a4e --watch",
        "  ozone admin om compaction status --last --wait"
    })
class StatusSubcommand extends RowsSubcommand {
  private static final List<String> OPEN = Arrays.stream(JobStateJson.values())
      .filter(state -> !JobModel.hasEnded(new JobJson().state(state))).map(JobStateJson::getValue)
      .collect(Collectors.toList());

  @Parameters(arity = "0..1", paramLabel = "JOB",
      description = JobIds.HELP + ". Default: all jobs, newest first")
  private String jobId;

  @Option(names = "--last", description = "The newest job, of those that --state, --bucket and --since leave")
  private boolean last;

  @Option(names = "--state", paramLabel = "STATE", completionCandidates = States.class,
      description = "Only jobs in these states, comma separated: ${COMPLETION-CANDIDATES}")
  private List<String> states = new ArrayList<>();

  @Option(names = "--bucket", paramLabel = "/VOLUME/BUCKET",
      description = "Only jobs for this bucket, its volume, key ranges of its keys, or everything")
  private String bucket;

  @Option(names = "--since", paramLabel = "TIME",
      description = "Only jobs that were open then or later, such as 36h, 7d, 22:30 or 2030-12-31T22:30")
  private String since;

  @Option(names = "--watch",
      description = "Show it again and again on a terminal until it has ended; elsewhere the same as --wait")
  private boolean watch;

  @Mixin
  private WaitOptions waiting;

  @Mixin
  private PageOptions page;

  /** The states in lower case, for the help text and completion. */
  static final class States implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(JobStateJson.values()).map(state -> state.getValue().toLowerCase(Locale.ROOT)).iterator();
    }
  }

  @Override
  void check() throws RefusedException {
    super.check();
    if (!watch) {
      waiting.check();
    }
    if (jobId != null) {
      JobIds.check(jobId);
      if (last || !states.isEmpty() || bucket != null || since != null || page.isGiven()) {
        throw RefusedException.ofParameter("jobId", "One job is shown whatever it is: leave JOB out, or --last,"
            + " --state, --bucket, --since, --length and --start.");
      }
    }
    if (last && page.isGiven()) {
      throw RefusedException.ofParameter("last", "It is one job: leave --last out, or --length and --start.");
    }
    query();
  }

  private Query query() throws RefusedException {
    return page.addTo(matching(wantedStates()), lengthIfAbsent());
  }

  /** @return the states in upper case, comma separated; null for all states */
  private String wantedStates() {
    String wanted = CommaList.joined(states);
    return wanted == null ? null : wanted.toUpperCase(Locale.ROOT);
  }

  private Query matching(String state) throws RefusedException {
    return new Query().with("state", state).bucket(bucket)
        .with("since", since == null ? null : TimeText.last("since", since, surroundings().clock()));
  }

  /** True if all matching jobs have ended, including jobs that are not shown. */
  private boolean haveEnded(Ring ring) throws IOException {
    String wanted = wantedStates();
    String open = OPEN.stream().filter(state -> wanted == null || Arrays.asList(wanted.split(",")).contains(state))
        .collect(Collectors.joining(","));
    return open.isEmpty()
        || ring.jobs(matching(open).limit(1)).getJobs().stream().allMatch(JobModel::hasEnded);
  }

  @Override
  int run(Ring ring) throws IOException {
    if (jobId == null && !last) {
      return all(ring);
    }
    return one(ring, last ? newest(ring) : JobIds.whole(ring, jobId));
  }

  private String newest(Ring ring) throws IOException {
    return ring.jobs(query().limit(1)).getJobs().stream().map(JobJson::getJobId).findFirst().orElseThrow(() ->
        RefusedException.of(ErrorCode.UNKNOWN_JOB, "There is no such job."));
  }

  private int one(Ring ring, String wholeId) throws IOException {
    JobJson job = ring.job(wholeId);
    if (watch && canRedraw()) {
      JobJson seen = waiting.await(this, ring, job, look -> redraw(rendering().jobs().one(look)
          + silent(look.getUnanswered())));
      hintRetry(seen);
      return ExitCode.of(seen.getState());
    }
    if (watch || waiting.isWanted()) {
      return waiting.untilEnd(this, ring, job);
    }
    print(job);
    nameSilent(job.getUnanswered());
    hintRetry(job);
    return ExitCode.DONE;
  }

  @Override
  void print(JobJson job) {
    print(job, TurnJson.class, job.getTurns(), rendering().jobs().one(job));
  }

  private int all(Ring ring) throws IOException {
    Query query = query();
    boolean redrawn = watch && canRedraw();
    boolean awaited = watch || waiting.isWanted();
    // Reads the page last. In the other order, a job could end between the two reads, and the page would show it as
    // running.
    JobsPage seen = new JobsPage(awaited && haveEnded(ring), ring.jobs(query));
    if (awaited) {
      seen = new Polling(surroundings(), waiting.timeout()).until(seen,
          () -> new JobsPage(haveEnded(ring), ring.jobs(query)), page -> page.haveEnded, page -> {
            if (redrawn) {
              redraw(rendering().jobs().list(page.jobs) + silent(page.jobs.getUnanswered()));
            }
          });
    }
    if (!redrawn) {
      print(seen.jobs, JobJson.class, seen.jobs.getJobs(), rendering().jobs().list(seen.jobs));
      nextPage(seen.jobs.getNextKey());
      nameSilent(seen.jobs.getUnanswered());
    }
    return awaited && !seen.haveEnded ? ExitCode.GAVE_UP_WAITING : ExitCode.DONE;
  }

  /** A page of jobs, and whether all matching jobs have ended, also those on other pages. */
  private static final class JobsPage {
    private final boolean haveEnded;
    private final JobListJson jobs;

    JobsPage(boolean haveEnded, JobListJson jobs) {
      this.haveEnded = haveEnded;
      this.jobs = jobs;
    }
  }
}
