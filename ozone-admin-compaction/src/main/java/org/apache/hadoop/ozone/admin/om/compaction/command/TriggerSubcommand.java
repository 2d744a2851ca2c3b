// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.ozone.admin.om.compaction.option.ByteSize;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.JobWindow;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.WriteRate;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeSortJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.apache.hadoop.ozone.om.compaction.rule.WindowRules;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trigger}: submits a job to the ring. */
@Command(name = "trigger",
    description = "Submit a compaction job to the ring and print its id",
    exitCodeList = {
        ExitCode.DONE_HELP, ExitCode.REFUSED_HELP, ExitCode.USAGE_HELP, ExitCode.FAILED_HELP, ExitCode.CANCELLED_HELP,
        ExitCode.EXPIRED_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction trigger --slow --dry-run",
        "  ozone admin om compaction trigger --slow --bucket /shop/orders --wait",
        "  ozone admin om compaction trigger --bucket /shop/orders --dry-run",
        "  ozone admin om compaction trigger --bucket /shop/orders --wait --timeout 2h",
        "  ozone admin om compaction trigger --everything --window 'Mon-Fri 20:00-06:00' --max-total-bytes 20GB"
    })
class TriggerSubcommand extends RingSubcommand {
  private static final String SERVICE = "service";

  @ArgGroup(validate = false, order = 1, heading = "%nWhat to compact:%n")
  private TargetOptions.OfJob targets = new TargetOptions.OfJob();

  @ArgGroup(validate = false, order = 2, heading = "%nWhere, when and how fast:%n")
  private Limits limits = new Limits();

  @Option(names = "--job-id", paramLabel = "UUID",
      description = "Id of the job; the same id again is the same job. Default: a new one")
  private String jobId;

  @Mixin
  private DryRunOptions dryRun;

  @Mixin
  private WaitOptions waiting;

  /** Shows options by their groups in the help, the groups before the options of all commands. */
  @Spec
  void showGroups(CommandSpec command) {
    command.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> {
      List<OptionSpec> others = new ArrayList<>(command.options());
      others.removeIf(OptionSpec::hidden);
      StringBuilder text = new StringBuilder();
      help.optionSectionGroups().stream().sorted(Comparator.comparing(ArgGroupSpec::order)).forEach(group -> {
        text.append(String.format(group.heading())).append(help.optionListExcludingGroups(group.options()));
        others.removeAll(group.options());
      });
      return text + String.format("%nThe command itself:%n") + help.optionListExcludingGroups(others);
    });
  }

  /** The options that say where, when and how fast a job compacts. */
  private static final class Limits {
    @Option(names = "--node-id", paramLabel = "ID|all",
        description = "OMs to compact, comma separated, or all. The leader's turn comes last. Default: all")
    private List<String> nodeIds = new ArrayList<>();

    @Option(names = "--max-parallel-nodes", paramLabel = "N",
        description = "How many OMs may compact at once. Default: as the leader is configured, which is 1")
    private Integer maxParallelNodes;

    @Option(names = "--not-before", paramLabel = "TIME",
        description = "Start no sooner: HH:mm for the next such local time, or ISO-8601")
    private String notBefore;

    @Option(names = "--not-after", paramLabel = "TIME",
        description = "Start no step later: HH:mm for the next such local time, or ISO-8601")
    private String notAfter;

    @Option(names = "--window", paramLabel = "WINDOWS|service",
        description = "Instead of the two: the window that is open or opens next, such as"
            + " 'Mon-Fri 20:00-06:00, Sat-Sun Europe/Berlin except 2026-12-24..2027-01-02 2027-04-05', or service for"
            + " those of " + WindowRules.SERVICE_WINDOWS + ". Nothing runs on excepted dates: a window of the evening"
            + " before closes at midnight. Without a zone: local time")
    private String weekly;

    @Option(names = "--max-write-rate", paramLabel = "SIZE", converter = ByteSize.class,
        description = "Average bytes per second that one OM may rewrite, such as 50MB. Default: as the OM is"
            + " configured")
    private Long maxWriteRate;

    @Option(names = "--after-deletions",
        description = "Wait until no row of the targets' buckets is left in deletedTable and deletedDirectoryTable, as"
            + " deletion makes more tombstones. May wait for as long as deletion takes")
    private Boolean afterDeletions;

    @Option(names = "--preempt",
        description = "A job in the way, at the same keys, is cancelled in favour of this one instead of refusing it; a"
            + " turn that runs ends before its next step. What it had not done stays undone")
    private Boolean preempt;

    @Option(names = "--move-leader",
        description = "Before the leader's own turn, leadership moves to an OM whose turn has succeeded, so that no OM"
            + " compacts while it leads. Tried once; if it fails, the leader has its turn all the same")
    private Boolean moveLeader;
  }

  private JobRequestJson request;
  private String notBefore;
  private String window;

  @Override
  void check() throws RefusedException {
    waiting.check();
    dryRun.check();
    limits.nodeIds = CommaList.items(limits.nodeIds);
    JobWindow times = JobWindow.of(limits.notBefore, limits.notAfter, surroundings().clock());
    request = new JobRequestJson()
        .jobId(jobId == null ? UUID.randomUUID().toString() : jobId)
        .targets(targets.targets())
        .thresholds(targets.thresholds())
        .nodeIds(limits.nodeIds.contains(QueryRules.ALL_NODES) ? new ArrayList<>() : limits.nodeIds)
        .maxParallelNodes(limits.maxParallelNodes)
        .notBefore(times.notBefore())
        .notAfter(times.notAfter())
        .window(limits.weekly == null ? null : windows())
        .maxWriteRate(limits.maxWriteRate)
        .flush(targets.isFlush() ? true : null)
        .afterDeletions(limits.afterDeletions)
        .preempt(limits.preempt)
        .moveLeader(limits.moveLeader);
    JobSpec job = JobRequestCheck.check(request, surroundings().clock().instant());
    notBefore = JobModel.time(job.getNotBeforeMs());
    window = rendering().jobs().window(notBefore, JobModel.time(job.getNotAfterMs()), job.getDaysOff()).orElse("");
    request.jobId(request.getJobId().toLowerCase(Locale.ROOT));
  }

  /** Returns the weekly windows with the zone of this machine, where they name none. */
  private String windows() throws RefusedException {
    try {
      return WeeklyWindows.parse(limits.weekly.equals(SERVICE) ? windowsOfTheService() : limits.weekly,
          surroundings().clock().getZone()).toString();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(ErrorCode.BAD_REQUEST, e.getMessage(), "window", null, e);
    }
  }

  /**
   * Returns the service's windows from this machine's configuration. Refuses a missing setting, because users who ask
   * for the service's windows hardly mean the default "always".
   */
  private String windowsOfTheService() throws RefusedException {
    String windows = getOzoneConf().get(WindowRules.SERVICE_WINDOWS);
    if (windows == null) {
      throw RefusedException.ofParameter("window", "ozone-site.xml of this machine does not hold "
          + WindowRules.SERVICE_WINDOWS + ": write it there as on the OMs, or give the windows themselves.");
    }
    return windows;
  }

  @Override
  int run(Ring ring) throws IOException {
    if (!window.isEmpty()) {
      hint("Window: " + window);
    }
    if (dryRun.isWanted()) {
      return dryRun.show(this, ring, request,
          targets.query().nodeId(nodesOfTheJob()).with("notBefore", notBefore));
    }
    previewAndResolve(ring);
    return waiting.afterSubmission(this, ring, ring.commands().trigger(request));
  }

  private String nodesOfTheJob() {
    return limits.nodeIds.isEmpty() ? QueryRules.ALL_NODES : String.join(",", limits.nodeIds);
  }

  /**
   * Prints remarks on the job's ranges, except with {@code --after-deletions}. Warns of a step that may exceed the
   * write rate, and names the jobs that give way. Replaces a prefix or path in the request by key ranges. Ignores
   * errors, because submitting the job reports them.
   */
  private void previewAndResolve(Ring ring) {
    // The leader is enough for most jobs. It does not know which jobs of other OMs would be cancelled, nor their steps.
    boolean isLeaderEnough = limits.nodeIds.isEmpty() && !Boolean.TRUE.equals(limits.preempt);
    RangeListJson plan;
    try {
      Query query = targets.query().with("sort", RangeSortJson.SIZE).limit(1).with("notBefore", notBefore);
      plan = ring.ranges(isLeaderEnough ? query : query.nodeId(nodesOfTheJob()));
    } catch (IOException e) {
      return;
    }
    if (!Boolean.TRUE.equals(limits.afterDeletions)) {
      plan.getRemarks().stream().map(RemarkJson::getMessage).distinct().forEach(this::say);
    }
    WriteRate.remark(limits.maxWriteRate, plan.getRanges()).ifPresent(this::say);
    plan.getJobsInTheWay().stream().filter(job -> !DryRunOptions.refuses(request, job))
        .forEach(job -> say("It cancels " + DryRunOptions.givesWay(job)));
    if (isLeaderEnough && plan.getTargets() != null) {
      // All OMs have to compact the same key ranges, so they are those of the leader.
      request.targets(plan.getTargets());
    }
  }

  /**
   * Prints the job id if the ring may have the job in spite of the error. A retry with this id submits no second job.
   */
  @Override
  void explain(RefusedException error) {
    super.explain(error);
    if (RingCommands.mayBeTaken(error) && request != null && !dryRun.isWanted()) {
      say("Repeat the command with --job-id " + request.getJobId()
          + ": should the ring have the job already, it stays one job.");
    }
  }
}
