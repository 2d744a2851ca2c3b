// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.DurationText;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;

/** Renders jobs and requests for jobs. */
public final class JobRendering {
  private static final String INDENT = "          ";
  private static final int SHORT_ID = 8;
  private static final int WHOLE_ID = 36;

  private final Paint paint;
  private final TextTable.Layout layout;
  private final ZoneId zone;

  JobRendering(Paint paint, TextTable.Layout layout, ZoneId zone) {
    this.paint = paint;
    this.layout = layout;
    this.zone = zone;
  }

  public String list(JobListJson list) {
    if (list.getJobs().isEmpty()) {
      return "No jobs.\n";
    }
    boolean wide = layout == TextTable.Layout.WIDE;
    int idLength = wide ? WHOLE_ID : beginning(list.getJobs());
    TextTable table = new TextTable().left("JOB").left("STATE", JobRendering::style).left("CREATED").left("BY")
        .right("NODES").right("RANGES").right("WRITTEN/OM").right("REMOVED/OM").left("TARGETS");
    for (JobJson job : list.getJobs()) {
      Sums sums = new Sums(job);
      String id = job.getJobId();
      table.row(id.substring(0, Math.min(idLength, id.length())), state(job),
          Units.time(job.getCreated(), zone), shortName(job),
          sums.nodesDone + "/" + job.getTurns().size(), sums.rangesDone + "/" + sums.rangesTotal,
          Units.bytes(sums.perNode(sums.writeBytes)), Units.count(sums.perNode(sums.removed)),
          wide ? TargetText.whole(job) : TargetText.brief(job));
      if (job.getPausedBy() != null) {
        table.sentence("paused by " + job.getPausedBy() + " since " + Units.time(job.getPaused(), zone));
      }
      waits(job).ifPresent(wait -> table.sentence("waits for " + wait));
    }
    return table.render(paint, layout);
  }

  /** The length of the beginnings that tell these jobs apart, so that a row with its targets fits a line. */
  private static int beginning(List<JobJson> jobs) {
    int length = SHORT_ID;
    while (length < WHOLE_ID && hasTwins(jobs, length)) {
      length++;
    }
    return length;
  }

  private static boolean hasTwins(List<JobJson> jobs, int length) {
    return jobs.stream().map(job -> job.getJobId().substring(0, Math.min(length, job.getJobId().length()))).distinct()
        .count() < jobs.stream().map(JobJson::getJobId).distinct().count();
  }

  public String one(JobJson job) {
    StringBuilder text = new StringBuilder();
    line(text, "Job", job.getJobId());
    line(text, "State", paint.apply(style(job.getState().toString()), state(job)));
    if (job.getPausedBy() != null) {
      line(text, "Paused", "by " + job.getPausedBy() + " since " + Units.time(job.getPaused(), zone));
    }
    line(text, "Asked by", person(job));
    if (job.getCancelledBy() != null) {
      line(text, "Cancelled", "by " + job.getCancelledBy());
    }
    if (job.getRetryOf() != null) {
      line(text, "Retry", "of job " + job.getRetryOf());
    }
    if (job.getRetriedBy() != null) {
      line(text, "Retried", "by job " + job.getRetriedBy());
    }
    line(text, "Targets", TargetText.of(job.getTargets()));
    line(text, "Limits", limits(job.getThresholds(), job.getMaxWriteRate(), job.getMaxParallelNodes()));
    first(text, job.getPreempt(), job.getAfterDeletions(), job.getFlush());
    LeaderMoveText.of(job, zone).ifPresent(leader -> line(text, "Leader", leader));
    window(job.getNotBefore(), job.getNotAfter(), job.getDaysOff()).ifPresent(window -> line(text, "Window", window));
    if (job.getWindow() != null) {
      line(text, "Windows", job.getWindow());
    }
    if (job.getLimitsChangedBy() != null) {
      line(text, "Changed",
          "limits by " + job.getLimitsChangedBy() + " at " + Units.time(job.getLimitsChanged(), zone));
    }
    line(text, "Created", Units.time(job.getCreated(), zone)
        + (job.getStarted() == null ? "" : ", started " + Units.time(job.getStarted(), zone))
        + (job.getEnded() == null ? "" : ", ended " + Units.time(job.getEnded(), zone)));
    if (job.getEstimatedEnd() != null) {
      line(text, "Ends", "about " + Units.time(job.getEstimatedEnd(), zone) + ", if it goes on like that");
    }
    waits(job).ifPresent(wait -> line(text, "Waits", "for " + wait));
    return text.append('\n').append(turns(job)).toString();
  }

  /** A paused job keeps the state that it had. */
  private static String state(JobJson job) {
    return job.getState() + (job.getPausedBy() == null ? "" : ", paused");
  }

  /** Returns the reason why an open job waits; empty if it does not wait, or if somebody has paused it. */
  private Optional<String> waits(JobJson job) {
    return job.getPausedBy() != null || JobModel.hasEnded(job) ? Optional.empty()
        : Optional.ofNullable(job.getWaitingFor()).map(this::wait);
  }

  /** The code by which documents say what to do, and what is waited for in words. */
  private String wait(WaitJson wait) {
    return wait.getReason() + ": " + Units.onClock(wait.getMessage(), zone);
  }

  /** Renders the job that a request asks for. */
  public String request(JobRequestJson request) {
    StringBuilder text = new StringBuilder();
    line(text, "Job", request.getJobId());
    line(text, "Nodes", request.getNodeIds().isEmpty() ? "all, the leader last"
        : String.join(", ", request.getNodeIds()));
    line(text, "Targets", TargetText.of(request.getTargets()));
    line(text, "Limits", limits(request.getThresholds(), request.getMaxWriteRate(), request.getMaxParallelNodes()));
    first(text, request.getPreempt(), request.getAfterDeletions(), request.getFlush());
    if (Boolean.TRUE.equals(request.getMoveLeader())) {
      line(text, "Leader", LeaderMoveText.PLANNED);
    }
    Optional<String> window = request.getWindow() == null
        ? window(request.getNotBefore(), request.getNotAfter(), "") : Optional.of(request.getWindow());
    window.ifPresent(when -> line(text, "Window", when));
    return text.toString();
  }

  /** Adds a line about what a job does before its first range, in the order in which the job does it. */
  private static void first(StringBuilder text, Boolean preempt, Boolean afterDeletions, Boolean flush) {
    List<String> parts = new ArrayList<>();
    if (Boolean.TRUE.equals(preempt)) {
      parts.add("jobs at the same keys give way");
    }
    if (Boolean.TRUE.equals(afterDeletions)) {
      parts.add("deletions are waited for");
    }
    if (Boolean.TRUE.equals(flush)) {
      parts.add("memory is flushed");
    }
    if (!parts.isEmpty()) {
      line(text, "First", String.join(", ", parts));
    }
  }

  /**
   * When a job may run, such as {@code at once to 2030-06-02 06:00:00 +02:00}; empty if at any time.
   *
   * @param daysOff without which it would begin sooner; null or empty for none
   */
  public Optional<String> window(String notBefore, String notAfter, String daysOff) {
    return notBefore == null && notAfter == null ? Optional.empty()
        : Optional.of((notBefore == null ? "at once" : Units.time(notBefore, zone)) + " to "
            + (notAfter == null ? "whenever it is done" : Units.time(notAfter, zone))
            + (daysOff == null || daysOff.isEmpty() ? "" : ", no sooner because of days off: " + daysOff));
  }

  /** The progress of a job in one line. */
  public String progress(JobJson job) {
    Sums sums = new Sums(job);
    StringBuilder text = new StringBuilder(state(job)).append(job.getPausedBy() == null ? "" : " by "
        + job.getPausedBy());
    for (TurnJson turn : job.getTurns()) {
      if (turn.getState() == TurnStateJson.RUNNING) {
        text.append("  ").append(turn.getNodeId());
        if (turn.getFigures() != null) {
          text.append(' ').append(ranges(turn.getFigures()))
              .append(turn.getFigures().getRangesTotal() == 1 ? " range, " : " ranges, ")
              .append(Units.bytes(turn.getFigures().getWriteBytes())).append(" written");
        }
        if (turn.getWaitingFor() != null) {
          text.append(", waits for ").append(turn.getWaitingFor().getReason());
        }
      }
    }
    return text.append("  ").append(sums.nodesDone).append('/').append(job.getTurns().size()).append(" nodes done")
        .append(job.getEstimatedEnd() == null ? "" : ", ends about " + Units.time(job.getEstimatedEnd(), zone))
        .toString();
  }

  private String turns(JobJson job) {
    TextTable table = new TextTable().left("NODE").left("STATE", JobRendering::style).right("RANGES").right("READ")
        .right("WRITTEN").right("PREDICTED").right("TOMBSTONES").right("REMOVED").left("SEEK").right("WAITED")
        .right("TOOK");
    for (TurnJson turn : job.getTurns()) {
      TurnFiguresJson figures = turn.getFigures();
      boolean known = figures != null;
      table.row(turn.getNodeId(), turn.getState().toString(), known ? ranges(figures) : Units.NONE,
          known ? Units.bytes(figures.getReadBytes()) : Units.NONE,
          known ? Units.bytes(figures.getWriteBytes()) : Units.NONE,
          known ? Units.bytes(figures.getPredictedWriteBytes()) : Units.NONE,
          known ? Units.count(figures.getTombstonesBefore()) : Units.NONE,
          known ? Units.count(removed(figures)) : Units.NONE, known ? seek(figures) : Units.NONE,
          known ? DurationText.of(Duration.ofMillis(figures.getWaitedMillis())) : Units.NONE, took(turn));
      if (turn.getWaitingFor() != null) {
        table.sentence("waits for " + wait(turn.getWaitingFor()));
      }
      if (known && figures.getLargeStepBytes() != null) {
        table.sentence("compacts " + Units.bytes(figures.getLargeStepBytes())
            + " at once, as a smaller step cannot do it; a cancel waits for its end");
      }
      if (known && figures.getFlushedBytes() != null) {
        table.sentence(Units.bytes(figures.getFlushedBytes()) + " of memory were flushed to SST files meanwhile");
      }
      if (turn.getMessage() != null || turn.getReason() != null) {
        table.sentence((turn.getReason() == null ? "" : turn.getReason() + ": ")
            + (turn.getMessage() == null ? "" : Units.onClock(turn.getMessage(), zone)));
      }
      if (known && figures.getRangesDropped() > 0) {
        table.sentence(figures.getRangesDropped() + " dropped: no longer worth it when their turn came");
      }
    }
    return table.render(paint, layout);
  }

  private static String ranges(TurnFiguresJson figures) {
    return figures.getRangesDone() + "/" + figures.getRangesTotal();
  }

  private static long removed(TurnFiguresJson figures) {
    return Math.max(0, figures.getTombstonesBefore() - figures.getTombstonesAfter());
  }

  private static String seek(TurnFiguresJson figures) {
    if (figures.getSeekMicrosBefore() == null) {
      return Units.NONE;
    }
    return Units.micros(figures.getSeekMicrosBefore())
        + (figures.getSeekMicrosAfter() == null ? "" : " -> " + Units.micros(figures.getSeekMicrosAfter()));
  }

  private static String took(TurnJson turn) {
    if (turn.getStarted() == null || turn.getEnded() == null) {
      return Units.NONE;
    }
    return Units.timeBetween(turn.getStarted(), turn.getEnded());
  }

  private static String person(JobJson job) {
    if (job.getOrigin() == JobOriginJson.SERVICE) {
      return "the service (" + job.getRequestedBy() + ")";
    }
    return job.getEndUser() == null ? job.getRequestedBy() : job.getEndUser() + " (" + job.getRequestedBy() + ")";
  }

  /** The name of the user without host and realm; {@code service} for a round. */
  private static String shortName(JobJson job) {
    if (job.getOrigin() == JobOriginJson.SERVICE) {
      return "service";
    }
    String name = job.getEndUser() == null ? job.getRequestedBy() : job.getEndUser();
    return name.split("[/@]", 2)[0];
  }

  private static String limits(ThresholdsJson thresholds, Long maxWriteRate, Integer maxParallelNodes) {
    List<String> parts = new ArrayList<>();
    if (thresholds.getMinTombstones() != null) {
      parts.add("at least " + Units.count(thresholds.getMinTombstones()) + " tombstones");
    }
    if (thresholds.getMinRatio() != null) {
      parts.add("at least " + Units.ratio(thresholds.getMinRatio()));
    }
    if (thresholds.getTop() != null) {
      parts.add("best " + thresholds.getTop());
    }
    if (thresholds.getMaxEntries() != null) {
      parts.add("at most " + Units.count(thresholds.getMaxEntries()) + " entries a range");
    }
    if (thresholds.getMaxBytes() != null) {
      parts.add("at most " + Units.bytes(thresholds.getMaxBytes()) + " a range");
    }
    if (thresholds.getMaxTotalBytes() != null) {
      parts.add("at most " + Units.bytes(thresholds.getMaxTotalBytes()) + " written in all on each OM");
    }
    if (maxWriteRate != null && maxWriteRate > 0) {
      parts.add(Units.bytes(maxWriteRate) + "/s");
    }
    if (maxParallelNodes != null && maxParallelNodes > 0) {
      parts.add(maxParallelNodes + (maxParallelNodes == 1 ? " node at a time" : " nodes at a time"));
    }
    return parts.isEmpty() ? "as the OMs are configured" : String.join(", ", parts);
  }

  private static Paint.Style style(String state) {
    switch (state) {
      case "SUCCEEDED":
        return Paint.Style.GOOD;
      case "RUNNING":
        return Paint.Style.ACTIVE;
      case "FAILED":
      case "PARTIAL":
        return Paint.Style.BAD;
      case "CANCELLED":
      case "EXPIRED":
      case "SKIPPED":
        return Paint.Style.WARNING;
      default:
        return Paint.Style.NORMAL;
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format("%-10s", name)).append(Lines.of(value, INDENT).substring(INDENT.length()))
        .append('\n');
  }

  /** Sums of a job's figures over all its nodes. */
  private static final class Sums {
    private long nodesDone;
    private long rangesDone;
    private long rangesTotal;
    private long writeBytes;
    private long removed;
    private int nodesWithFigures;

    Sums(JobJson job) {
      for (TurnJson turn : job.getTurns()) {
        nodesDone += turn.getState() == TurnStateJson.SUCCEEDED ? 1 : 0;
        TurnFiguresJson figures = turn.getFigures();
        if (figures != null) {
          rangesDone += figures.getRangesDone();
          rangesTotal += figures.getRangesTotal();
          writeBytes += figures.getWriteBytes();
          removed += removed(figures);
          nodesWithFigures++;
        }
      }
    }

    /**
     * Returns the average over the OMs whose turns have figures. All OMs hold the same keys, so a sum over the OMs
     * counts each key several times.
     */
    long perNode(long sum) {
      return nodesWithFigures == 0 ? 0 : sum / nodesWithFigures;
    }
  }
}
