// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.model;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMove;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;

/** Converts replicated job records to the JSON model that the CLI, REST and the page show. */
public final class JobModel {
  /** Always writes three digits of milliseconds, so that times sort as text. */
  private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  /**
   * Maximum size of one job's buckets and key ranges in a list of jobs, in bytes. A whole job can have 512 KiB of
   * targets.
   */
  private static final int MAX_LISTED_BYTES = 2 << 10;

  private JobModel() {
  }

  public static boolean hasEnded(JobJson job) {
    return job.getState() != JobStateJson.QUEUED && job.getState() != JobStateJson.RUNNING;
  }

  /**
   * @throws IllegalArgumentException if the record holds a state or reason that is newer than this code
   */
  public static JobJson of(JobRecord job) {
    JobSpec spec = job.getSpec();
    JobJson model = new JobJson()
        .jobId(spec.getJobId())
        .state(state(job))
        .requestedBy(job.getRequestedBy())
        .endUser(orAbsent(job.getEndUser()))
        .cancelledBy(orAbsent(job.getCancelledBy()))
        .pausedBy(orAbsent(job.getPausedBy()))
        .paused(time(job.getPausedAtMs()))
        .limitsChangedBy(orAbsent(job.getLimitsChangedBy()))
        .limitsChanged(time(job.getLimitsChangedAtMs()))
        .origin(origin(spec))
        .targets(targets(spec.getTargets()))
        .thresholds(ThresholdFields.json(spec.getThresholds()))
        .nodeIds(new ArrayList<>(spec.getNodeIdsList()))
        .maxParallelNodes(spec.getMaxParallelNodes())
        .notBefore(time(spec.getNotBeforeMs()))
        .notAfter(time(spec.getNotAfterMs()))
        .window(opensAsSubmitted(job) && closesAsSubmitted(job) ? orAbsent(spec.getWindow()) : null)
        .daysOff(opensAsSubmitted(job) ? orAbsent(spec.getDaysOff()) : null)
        .maxWriteRate(spec.getMaxWriteRate())
        .flush(orAbsent(spec.getFlush()))
        .afterDeletions(orAbsent(spec.getAfterDeletions()))
        .preempt(orAbsent(spec.getPreempt()))
        .moveLeader(orAbsent(spec.getMoveLeader()))
        .leaderMove(job.hasLeaderMove() ? leaderMove(job.getLeaderMove()) : null)
        .retryOf(orAbsent(spec.getRetryOf()))
        .retryNodeIds(RetryRules.nodes(job))
        .created(timestamp(job.getCreatedAtMs()))
        .started(time(job.getStartedAtMs()))
        .ended(time(job.getEndedAtMs()))
        .revision(job.getUpdatedIndex());
    for (TurnRecord turn : job.getTurnsList()) {
      model.addTurnsItem(turn(turn));
    }
    return model;
  }

  /** @throws IllegalArgumentException as {@link #of} */
  public static JobStateJson state(JobRecord job) {
    return JobStateJson.fromValue(Recorded.name(job.getState()));
  }

  /**
   * Returns the job for a list of jobs, with about 2 KiB of its buckets and key ranges at most. {@code targetsLeftOut}
   * is the number of buckets and key ranges left out.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static JobJson listed(JobRecord job) {
    Targets all = job.getSpec().getTargets();
    Targets.Builder few = all.toBuilder().clearBuckets().clearKeyRanges();
    int room = MAX_LISTED_BYTES;
    for (String bucket : all.getBucketsList()) {
      room -= bucket.length();
      if (room < 0) {
        break;
      }
      few.addBuckets(bucket);
    }
    for (KeyRange range : all.getKeyRangesList()) {
      room -= range.getSerializedSize();
      if (room < 0) {
        break;
      }
      few.addKeyRanges(range);
    }
    int leftOut = all.getBucketsCount() - few.getBucketsCount() + all.getKeyRangesCount() - few.getKeyRangesCount();
    if (leftOut == 0) {
      return of(job);
    }
    JobJson model = of(job.toBuilder().setSpec(job.getSpec().toBuilder().setTargets(few)).build());
    model.getTargets().everything(null);
    return model.targetsLeftOut(leftOut);
  }

  /** Describes a job that blocks a submission, or a job that the submission would cancel. */
  public static JobInTheWayJson inTheWay(JobRecord job) {
    return new JobInTheWayJson().jobId(job.getSpec().getJobId()).requestedBy(job.getRequestedBy())
        .endUser(orAbsent(job.getEndUser())).origin(origin(job.getSpec()));
  }

  /** False if the begin of the window was moved after the submission; days off then do not explain it. */
  private static boolean opensAsSubmitted(JobRecord job) {
    return !job.hasSubmittedLimits()
        || job.getSubmittedLimits().getNotBeforeMs() == job.getSpec().getNotBeforeMs();
  }

  private static boolean closesAsSubmitted(JobRecord job) {
    return !job.hasSubmittedLimits()
        || job.getSubmittedLimits().getNotAfterMs() == job.getSpec().getNotAfterMs();
  }

  private static JobOriginJson origin(JobSpec spec) {
    return spec.hasRound() ? JobOriginJson.SERVICE : JobOriginJson.PERSON;
  }

  /** Converts replicated targets to the form in which a client can submit the targets again. */
  public static TargetsJson targets(Targets targets) {
    TargetsJson model = new TargetsJson()
        .slow(targets.getSlow() ? true : null)
        .volume(orAbsent(targets.getVolume()))
        .buckets(new ArrayList<>(targets.getBucketsList()))
        .tables(new ArrayList<>(targets.getTablesList()))
        .exclude(new ArrayList<>(targets.getExcludeList()));
    for (KeyRange range : targets.getKeyRangesList()) {
      model.addKeyRangesItem(keyRange(range));
    }
    return targets.toBuilder().clearExclude().build().equals(Targets.getDefaultInstance())
        ? model.everything(true) : model;
  }

  public static KeyRangeJson keyRange(KeyRange range) {
    return new KeyRangeJson().table(range.getTable()).begin(key(range.getBegin())).end(key(range.getEnd()));
  }

  private static LeaderMoveJson leaderMove(LeaderMove move) {
    return new LeaderMoveJson().from(orAbsent(move.getFrom())).to(orAbsent(move.getTo()))
        .asked(time(move.getAskedAtMs()))
        .moved(time(move.getMovedAtMs())).failure(orAbsent(move.getFailure()));
  }

  private static KeyJson key(ByteString bytes) {
    byte[] key = bytes.toByteArray();
    return new KeyJson().text(KeyText.print(key)).base64(key);
  }

  private static TurnJson turn(TurnRecord turn) {
    TurnJson model = new TurnJson()
        .nodeId(turn.getNodeId())
        .state(TurnStateJson.fromValue(Recorded.name(turn.getState())))
        .message(orAbsent(turn.getMessage()))
        .started(time(turn.getStartedAtMs()))
        .ended(time(turn.getEndedAtMs()));
    if (turn.getReason() != TurnReason.TURN_REASON_NONE) {
      model.reason(TurnReasonJson.fromValue(turn.getReason().name()));
    }
    if (turn.hasFigures()) {
      model.figures(figures(turn.getFigures()));
      model.waitingFor(wait(turn.getFigures()));
    }
    return model;
  }

  /** Converts the figures of a turn, from the job's record or from the running turn itself. */
  public static TurnFiguresJson figures(TurnFigures figures) {
    return new TurnFiguresJson()
        .rangesTotal(figures.getRangesTotal())
        .rangesDone(figures.getRangesDone())
        .rangesDropped(figures.getRangesDropped())
        .rangesUnreadable(figures.getRangesUnreadable() == 0 ? null : figures.getRangesUnreadable())
        .predictedReadBytes(figures.getPredictedReadBytes())
        .predictedWriteBytes(figures.getPredictedWriteBytes())
        .readBytes(figures.getReadBytes())
        .writeBytes(figures.getWriteBytes())
        .tombstonesBefore(figures.getTombstonesBefore())
        .tombstonesAfter(figures.getTombstonesAfter())
        .slowPlacesBefore(figures.hasSlowPlacesBefore() ? figures.getSlowPlacesBefore() : null)
        .slowPlacesAfter(figures.hasSlowPlacesAfter() ? figures.getSlowPlacesAfter() : null)
        .seekMicrosBefore(orAbsent(figures.getSeekMicrosBefore()))
        .seekMicrosAfter(orAbsent(figures.getSeekMicrosAfter()))
        .waitedMillis(figures.getWaitedMs())
        .attempts(figures.getAttempts() == 0 ? null : figures.getAttempts())
        .checkReadBytes(orAbsent(figures.getCheckReadBytes()))
        .flushedBytes(orAbsent(figures.getFlushedBytes()))
        .largeStepBytes(orAbsent(figures.getLargeStepBytes()));
  }

  /** The condition that the turn waits for; null if it does not wait. */
  public static WaitJson wait(TurnFigures figures) {
    return figures.getWaitReason() == WaitReason.WAIT_NONE ? null
        : wait(figures.getWaitReason(), figures.getWaitingFor());
  }

  /** Converts a reason to wait, which must not be WAIT_NONE. */
  public static WaitJson wait(WaitReason reason, String message) {
    return new WaitJson().reason(WaitReasonJson.fromValue(Recorded.name(reason))).message(message);
  }

  /** As {@link #timestamp}; null for 0, which stands for no time. */
  public static String time(long millis) {
    return millis == 0 ? null : timestamp(millis);
  }

  /** Formats milliseconds since 1970 as in openapi.yaml, with exactly three digits after the second. */
  public static String timestamp(long millis) {
    return TIMESTAMP.format(Instant.ofEpochMilli(millis));
  }

  private static String orAbsent(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Boolean orAbsent(boolean set) {
    return set ? Boolean.TRUE : null;
  }

  private static Long orAbsent(long number) {
    return number == 0 ? null : number;
  }
}
