// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.google.protobuf.ByteString;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyRangeJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdFields;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsUpdateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;

/** Converts a request to the replicated message; absent fields stay absent, because the leader chooses them. */
final class JobSubmission {
  private JobSubmission() {
  }

  /**
   * Returns the job of a request. If the request names no nodes, the job is for {@link QueryRules#ALL_NODES}.
   *
   * @param targets the targets of the request, with key ranges instead of a prefix or path
   * @param now decides which of weekly windows is open or opens next
   * @throws RefusedException BAD_REQUEST if a time or the window cannot be read
   */
  static JobSpec spec(JobRequestJson request, Targets targets, Instant now) throws RefusedException {
    String jobId = request.getJobId() == null ? UUID.randomUUID().toString() : request.getJobId();
    JobSpec.Builder spec = JobSpec.newBuilder()
        .setJobId(jobId.toLowerCase(Locale.ROOT))
        .addAllNodeIds(nodeIds(request))
        .setFlush(Boolean.TRUE.equals(request.getFlush()))
        .setAfterDeletions(Boolean.TRUE.equals(request.getAfterDeletions()))
        .setPreempt(Boolean.TRUE.equals(request.getPreempt()))
        .setMoveLeader(Boolean.TRUE.equals(request.getMoveLeader()));
    setWindow(spec, request, now);
    Optional.ofNullable(request.getMaxParallelNodes()).ifPresent(spec::setMaxParallelNodes);
    Optional.ofNullable(request.getMaxWriteRate()).ifPresent(spec::setMaxWriteRate);
    Thresholds thresholds = request.getThresholds() == null ? Thresholds.getDefaultInstance()
        : ThresholdFields.of(ThresholdFields.given(request.getThresholds())::get);
    // Empty targets must give the same job as absent targets, and empty thresholds the same job as absent thresholds.
    if (!targets.equals(Targets.getDefaultInstance())) {
      spec.setTargets(targets);
    }
    if (!thresholds.equals(Thresholds.getDefaultInstance())) {
      spec.setThresholds(thresholds);
    }
    return spec.build();
  }

  private static void setWindow(JobSpec.Builder spec, JobRequestJson request, Instant now) throws RefusedException {
    if (request.getWindow() == null) {
      spec.setNotBeforeMs(millis("notBefore", request.getNotBefore()));
      spec.setNotAfterMs(millis("notAfter", request.getNotAfter()));
      return;
    }
    if (request.getNotBefore() != null || request.getNotAfter() != null) {
      throw RefusedException.ofParameter("window", "It says when a job may run: leave the two times out.");
    }
    try {
      WeeklyWindows windows = WeeklyWindows.parse(request.getWindow(), null);
      spec.setWindow(windows.toString());
      windows.opens(now).ifPresent(opens -> spec.setNotBeforeMs(opens.toEpochMilli()));
      windows.closes(now).ifPresent(closes -> spec.setNotAfterMs(closes.toEpochMilli()));
      windows.excepted(now).ifPresent(spec::setDaysOff);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(ErrorCode.BAD_REQUEST, e.getMessage(), "window", null, e);
    }
  }

  /** @throws RefusedException BAD_REQUEST if a time cannot be read */
  static JobLimits limits(JobUpdateJson update) throws RefusedException {
    JobLimits.Builder limits = JobLimits.newBuilder();
    if (update.getNotBefore() != null) {
      limits.setNotBeforeMs(millis("notBefore", update.getNotBefore()));
    }
    if (update.getNotAfter() != null) {
      limits.setNotAfterMs(millis("notAfter", update.getNotAfter()));
    }
    Optional.ofNullable(update.getMaxWriteRate()).ifPresent(limits::setMaxWriteRate);
    Optional.ofNullable(update.getThresholds()).map(ThresholdsUpdateJson::getMaxTotalBytes)
        .ifPresent(limits::setMaxTotalBytes);
    return limits.build();
  }

  private static Collection<String> nodeIds(JobRequestJson request) {
    List<String> named = request.getNodeIds();
    return named.isEmpty() ? Collections.singleton(QueryRules.ALL_NODES) : new LinkedHashSet<>(named);
  }

  /**
   * {@code targets} can be null.
   *
   * @throws RefusedException BAD_REQUEST if the text is malformed or cannot be combined with the other targets
   */
  static Optional<NamedKeys> prefixOrPath(TargetsJson targets) throws RefusedException {
    return targets == null ? Optional.empty()
        : NamedKeys.of(targets.getPrefix(), targets.getPath(), withoutPrefixOrPath(targets), TargetNames.OF_JOB);
  }

  /**
   * Returns the targets other than the prefix or path.
   * {@code targets} can be null.
   */
  static Targets withoutPrefixOrPath(TargetsJson targets) throws RefusedException {
    if (targets == null) {
      return Targets.getDefaultInstance();
    }
    Targets.Builder message = Targets.newBuilder()
        .setSlow(Boolean.TRUE.equals(targets.getSlow()))
        .addAllBuckets(targets.getBuckets())
        .addAllTables(targets.getTables())
        .addAllExclude(targets.getExclude());
    if (targets.getVolume() != null) {
      message.setVolume(targets.getVolume());
    }
    for (KeyRangeJson range : targets.getKeyRanges()) {
      message.addKeyRanges(KeyRange.newBuilder()
          .setTable(Optional.ofNullable(range.getTable()).orElse(""))
          .setBegin(bytes(range.getBegin()))
          .setEnd(bytes(range.getEnd())));
    }
    return message.build();
  }

  /** The bytes of a key; empty without a key. A key is given as text, as base64 or as both. */
  private static ByteString bytes(KeyJson key) throws RefusedException {
    String text = key == null ? null : key.getText();
    byte[] base64 = key == null ? null : key.getBase64();
    try {
      byte[] read = text == null ? base64 : KeyText.parse(text);
      if (read != null && base64 != null && !Arrays.equals(read, base64)) {
        throw RefusedException.ofParameter("targets.keyRanges", "The key's text '" + text
            + "' and its base64 form are different keys.");
      }
      return read == null ? ByteString.EMPTY : ByteString.copyFrom(read);
    } catch (IllegalArgumentException e) {
      throw RefusedException.ofParameter("targets.keyRanges", e.getMessage() + ".");
    }
  }

  /** Returns the time in milliseconds since 1970; 0 for null, which means no limit. Instant 0 gives 1, to differ. */
  private static long millis(String parameter, String time) throws RefusedException {
    try {
      long millis = time == null ? 0 : OffsetDateTime.parse(time).toInstant().toEpochMilli();
      return time != null && millis == 0 ? 1 : millis;
    } catch (DateTimeException | ArithmeticException e) {
      throw RefusedException.ofParameter(parameter, "'" + time + "' is not a time; write it as 2030-12-31T22:00:00Z.");
    }
  }
}
