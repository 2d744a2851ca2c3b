// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.render.WriteRate;
import org.apache.hadoop.ozone.admin.om.compaction.ring.ExactReads;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.DryRunJson;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import picocli.CommandLine.Option;

/** The options {@code --dry-run} and {@code --exact} of {@code trigger}, and the dry run itself. */
final class DryRunOptions {
  @Option(names = "--dry-run", description = "Show what would be submitted and compacted on each OM; submit nothing")
  private boolean wanted;

  @Option(names = "--exact",
      description = "With --dry-run: scan SST files with tombstones that buckets share, for exact counts of tombstones"
          + " instead of intervals. A job counts exactly anyway")
  private boolean exact;

  /** @throws RefusedException if --exact is given without --dry-run */
  void check() throws RefusedException {
    if (exact && !wanted) {
      throw RefusedException.ofParameter(null, "--exact says how --dry-run counts: give --dry-run too, or leave"
          + " --exact out. A job counts exactly anyway.");
    }
  }

  boolean isWanted() {
    return wanted;
  }

  /** Prints the request and what its job would compact, without submitting it; {@code query} selects its ranges. */
  int show(RingSubcommand command, Ring ring, JobRequestJson request, Query query) throws IOException {
    Map<String, ProblemJson> withoutTurn = byNode(ring.commands().rehearse(request));
    RangeListJson preview = read(command, ring, query.limit(Limits.ROWS));
    boolean whole = preview.getUnanswered().isEmpty();
    if (preview.getTargets() != null) {
      // A job has key ranges in place of a prefix or path.
      request.targets(preview.getTargets());
    }
    Map<String, ProblemJson> problems = byNode(preview.getUnanswered());
    problems.putAll(withoutTurn);
    preview.unanswered(new ArrayList<>(problems.values()));
    command.print(new DryRunJson().request(request).preview(preview), command.rendering().ranges(preview)
        + "\nWould submit:\n" + command.rendering().jobs().request(request));
    WriteRate.remark(request.getMaxWriteRate(), preview.getRanges()).ifPresent(command::say);
    preview.getJobsInTheWay().forEach(job -> command.say(inTheWay(request, job)));
    command.hint("Nothing was submitted.");
    command.report(Unscanned.of(preview), exact ? ExactReads.AGAIN : ExactReads.ADD_EXACT);
    command.warn(preview.getUnanswered());
    return whole && preview.getJobsInTheWay().stream().noneMatch(job -> refuses(request, job)) ? ExitCode.DONE
        : ExitCode.REFUSED;
  }

  private RangeListJson read(RingSubcommand command, Ring ring, Query query) throws IOException {
    return exact ? ExactReads.poll(() -> ring.ranges(query.with("exact", true)), Unscanned::of,
        command.surroundings(), command.progress()) : ring.ranges(query);
  }

  private static String inTheWay(JobRequestJson request, JobInTheWayJson job) {
    return refuses(request, job)
        ? "It would be refused, as job " + whose(job) + " " + shares(job) + "; with --preempt it would cancel that."
        : "It would cancel " + givesWay(job);
  }

  /** Names a job or a round that is open where a preview looks, as a sentence. */
  static String isOpen(JobInTheWayJson job) {
    return job.getOrigin() == JobOriginJson.SERVICE
        ? "Round " + job.getJobId() + " of the service is open; a job at its keys would cancel it."
        : "Job " + whose(job) + " is open and " + (Boolean.TRUE.equals(job.getMayShare()) ? "may share keys with this."
            : "at the same keys.");
  }

  /** Names a job or a round that a submission cancels, and says why, to the end of the sentence. */
  static String givesWay(JobInTheWayJson job) {
    return job.getOrigin() == JobOriginJson.SERVICE ? "round " + job.getJobId() + " of the service."
        : "job " + whose(job) + ", which " + shares(job) + ".";
  }

  private static String whose(JobInTheWayJson job) {
    return job.getJobId() + " of " + (job.getEndUser() == null ? job.getRequestedBy() : job.getEndUser());
  }

  private static String shares(JobInTheWayJson job) {
    return Boolean.TRUE.equals(job.getMayShare()) ? "may share keys with it" : "is at the same keys";
  }

  /** True if the submission would be refused because of the job. */
  static boolean refuses(JobRequestJson request, JobInTheWayJson job) {
    return job.getOrigin() != JobOriginJson.SERVICE && !Boolean.TRUE.equals(request.getPreempt());
  }

  private static Map<String, ProblemJson> byNode(List<ProblemJson> problems) {
    Map<String, ProblemJson> byNode = new LinkedHashMap<>();
    problems.forEach(problem -> byNode.put(problem.getNodeId(), problem));
    return byNode;
  }
}
