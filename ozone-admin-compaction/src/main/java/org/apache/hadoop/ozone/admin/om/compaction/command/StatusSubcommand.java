// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.admin.om.compaction.option.TimeText;
import org.apache.hadoop.ozone.admin.om.compaction.ring.JobWait;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobList;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code status}: how far jobs have come. */
@Command(name = "status",
    description = "Show all jobs, or one job with its turn on each node",
    exitCodeList = {
        ExitCode.DONE_HELP, ExitCode.REFUSED_HELP, ExitCode.USAGE_HELP, ExitCode.FAILED_HELP, ExitCode.CANCELLED_HELP,
        ExitCode.EXPIRED_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction status --state running,queued",
        "  ozone admin om compaction status --bucket /shop/orders --since 7d",
        "  ozone admin om compaction status 6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11 --watch"
    })
class StatusSubcommand extends RowsSubcommand {
  private static final String CLEAR_SCREEN = "\u001B[H\u001B[2J";

  @Parameters(arity = "0..1", paramLabel = "JOB", description = "Id of the job. Default: all jobs, newest first")
  private String jobId;

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

  /** As people write them. */
  static final class States implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(JobState.values()).map(state -> state.getValue().toLowerCase(Locale.ROOT)).iterator();
    }
  }

  @Override
  void check() throws CompactionException {
    super.check();
    if (!watch) {
      waiting.check();
    }
    if (jobId != null) {
      JobRequestCheck.jobId(jobId);
      if (!states.isEmpty() || bucket != null || since != null) {
        throw CompactionException.badRequest("jobId", "One job is shown whatever it is: leave JOB out, or --state,"
            + " --bucket and --since.");
      }
    }
    query();
  }

  @Override
  int run(Ring ring) throws IOException {
    return jobId == null ? all(ring) : one(ring);
  }

  private int one(Ring ring) throws IOException {
    Job job = ring.job(jobId);
    if (watch && surroundings().hasTerminal() && isText()) {
      Job last = waiting.await(this, ring, job, this::redraw);
      return ExitCode.of(last.getState());
    }
    if (watch || waiting.isWanted()) {
      return waiting.untilEnd(this, ring, job);
    }
    print(job);
    job.getUnanswered().forEach(problem -> say(problem.getNodeId() + " did not answer ("
        + problem.getMessage() + "); its figures are those of its last report."));
    return ExitCode.DONE;
  }

  @Override
  String optionOf(String parameter) {
    return "jobId".equals(parameter) ? "JOB" : super.optionOf(parameter);
  }

  @Override
  void print(Job job) {
    print(job, Turn.class, job.getTurns(), rendering().jobs().one(job));
  }

  private void redraw(Job job) {
    out().print(CLEAR_SCREEN + rendering().jobs().one(job));
    out().flush();
  }

  private Query query() throws CompactionException {
    String wanted = String.join(",", CommaList.items(states)).toUpperCase(Locale.ROOT);
    return page.addTo(new Query().with("state", states.isEmpty() ? null : wanted).bucket(bucket)
        .with("since", since == null ? null : TimeText.last("since", since, surroundings().clock())));
  }

  private int all(Ring ring) throws IOException {
    Query query = query();
    JobList list = ring.jobs(query);
    if (watch || waiting.isWanted()) {
      boolean redrawn = watch && surroundings().hasTerminal() && isText();
      Consumer<JobList> onLook = seen -> {
        if (redrawn) {
          out().print(CLEAR_SCREEN + rendering().jobs().list(seen));
          out().flush();
        }
      };
      list = new JobWait(surroundings(), waiting.timeout()).until(list, () -> ring.jobs(query),
          StatusSubcommand::haveEnded, onLook);
      if (redrawn) {
        return haveEnded(list) ? ExitCode.DONE : ExitCode.GAVE_UP_WAITING;
      }
    }
    print(list, Job.class, list.getJobs(), rendering().jobs().list(list));
    nextPage(list.getNextKey());
    list.getUnanswered().forEach(problem -> say(problem.getNodeId() + " did not answer ("
        + problem.getMessage() + "); its figures are those of its last report."));
    boolean gaveUp = (watch || waiting.isWanted()) && !haveEnded(list);
    return gaveUp ? ExitCode.GAVE_UP_WAITING : ExitCode.DONE;
  }

  private static boolean haveEnded(JobList list) {
    return list.getJobs().stream().allMatch(JobModel::hasEnded);
  }
}
