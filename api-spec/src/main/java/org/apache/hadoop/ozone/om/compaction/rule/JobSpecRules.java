// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PastRounds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RoundHistory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/**
 * Checks the form of a job, without regard to the ring's state. The rules must not change after a release, because OMs
 * of different versions must agree.
 */
public final class JobSpecRules {
  static final String NO_MINIMA = "Slow says what is compacted, the places where lists are slow: leave minima out.";
  static final String NO_FLUSH = "Slow flushes a table by itself where a place waits for its memory: leave flush out.";

  public static final int MAX_NODES = 32;
  static final int MAX_TARGETS = 1000;
  static final int MAX_TABLES = 16;
  static final int MAX_NAME_BYTES = 1024;
  static final int MAX_KEY_BYTES = 8192;
  /**
   * Maximum size in bytes of a job that a person submits. Leaves room, because the job's record grows during its turns,
   * but must fit into one command.
   */
  static final int MAX_SPEC_BYTES = 512 << 10;
  /** Maximum size in bytes of a round. Small, because every OM stores hundreds of these jobs. */
  static final int MAX_ROUND_BYTES = 64 << 10;

  /** Maximum rate in bytes per second. A larger one is refused: no disk is so fast, so its unit is wrong. */
  public static final long MAX_WRITE_RATE = 1L << 40;

  /** Long enough for {@link DaysOff#MAX_RANGES} ranges. */
  private static final Pattern DAYS_OFF = Pattern.compile("[0-9. -]{0,2000}");
  /** Maximum length of the windows and days off of a job, in characters. */
  static final int MAX_WINDOW = 2000;
  /** Not parsed where a logged command is applied, because the OMs may know different time zones. */
  private static final Pattern WINDOW = Pattern.compile("[ -~]{0," + MAX_WINDOW + "}");

  static final Bound PARALLEL_NODES = new Bound("maxParallelNodes", 1, 16);
  static final Bound WRITE_RATE = new Bound("maxWriteRate", 1, MAX_WRITE_RATE);
  static final Bound TOP = new Bound("thresholds.top", 1, Long.MAX_VALUE);
  static final Bound ENTRIES = new Bound("thresholds.maxEntries", 1, Long.MAX_VALUE);
  static final Bound BYTES = new Bound("thresholds.maxBytes", 1, Long.MAX_VALUE);
  static final Bound TOTAL_BYTES = new Bound("thresholds.maxTotalBytes", 1, Long.MAX_VALUE);
  static final Bound TOMBSTONES = new Bound("thresholds.minTombstones", 0, Long.MAX_VALUE);

  private JobSpecRules() {
  }

  /** @throws RefusedException BAD_REQUEST that names the invalid field, or TOO_LARGE */
  public static void check(JobSpec spec) throws RefusedException {
    int most = spec.hasRound() ? MAX_ROUND_BYTES : MAX_SPEC_BYTES;
    if (spec.getSerializedSize() > most) {
      throw RefusedException.of(ErrorCode.TOO_LARGE, "The job has " + spec.getSerializedSize() + " bytes, the most is "
          + most + ". Name fewer buckets or key ranges.");
    }
    checkJobId(spec.getJobId());
    checkNodes(spec.getNodeIdsList());
    checkTargets(spec.getTargets());
    checkThresholds(spec.getThresholds());
    PARALLEL_NODES.checkUnlessOpen(spec.getMaxParallelNodes());
    checkLimits(spec);
    if (spec.getTargets().getSlow()) {
      checkSlow(spec);
    }
    if (!spec.getRetryOf().isEmpty()) {
      checkRetry(spec);
    }
    if (spec.hasRound()) {
      require(spec.getRetryOf().isEmpty(), "retryOf", "A round of the service retries no job.");
      require(!spec.getTargets().getSlow(), "targets.slow", "A round of the service takes slow places of itself.");
      require(!spec.getPreempt(), "preempt", "A round of the service gives way, and nothing to it.");
      require(!spec.getMoveLeader(), "moveLeader", "A round of the service moves no leader.");
      require(spec.getRound().getPredictedTombstones() >= 0, "round", "No round removes less than nothing.");
      require(spec.getRound().getMaxBytesForWaits() >= 0 && spec.getRound().getMaxBytesForOthers() >= 0, "round",
          "No round may write less than nothing.");
      checkHistory(spec.getRound().getHistory());
    }
  }

  private static void checkSlow(JobSpec spec) throws RefusedException {
    require(!spec.getThresholds().hasMinTombstones(), "thresholds.minTombstones", NO_MINIMA);
    require(!spec.getThresholds().hasMinRatio(), "thresholds.minRatio", NO_MINIMA);
    require(!spec.getFlush(), "flush", NO_FLUSH);
  }

  private static void checkRetry(JobSpec spec) throws RefusedException {
    checkJobId(spec.getRetryOf());
    require(spec.getJobId().equals(RetryRules.idOf(spec.getRetryOf())), "jobId",
        "The id of a retry follows from the job that it retries: send no other.");
  }

  private static void checkHistory(RoundHistory history) throws RefusedException {
    for (PastRounds rounds : history.getRoundsList()) {
      require(rounds.getWrittenList().stream().allMatch(
          written -> 0 <= written.getForWaits() && written.getForWaits() <= written.getBytes()), "round",
          "No round has written less than nothing.");
    }
  }

  /** @throws RefusedException BAD_REQUEST if the text is not a UUID in its canonical, lower case form */
  public static void checkJobId(String jobId) throws RefusedException {
    try {
      if (UUID.fromString(jobId).toString().equals(jobId)) {
        return;
      }
    } catch (IllegalArgumentException ignored) {
      // Not a UUID: refused below, as is a UUID in another form.
    }
    throw RefusedException.ofParameter("jobId", "'" + Excerpt.of(jobId)
        + "' is not a job id; one looks like 123e4567-e89b-12d3-a456-426614174000.");
  }

  private static void checkNodes(List<String> nodeIds) throws RefusedException {
    require(!nodeIds.isEmpty(), "nodeIds", "Name at least one OM, or 'all'.");
    checkCount("nodeIds", nodeIds.size(), MAX_NODES);
    Set<String> seen = new HashSet<>();
    for (String nodeId : nodeIds) {
      checkName("nodeIds", nodeId);
      require(seen.add(nodeId), "nodeIds", "'" + nodeId + "' is named twice.");
    }
  }

  private static void checkTargets(Targets targets) throws RefusedException {
    checkCount("targets.buckets", targets.getBucketsCount(), MAX_TARGETS);
    checkCount("targets.keyRanges", targets.getKeyRangesCount(), MAX_TARGETS);
    checkCount("targets.tables", targets.getTablesCount(), MAX_TABLES);
    TargetRules.checkShape(targets, TargetNames.OF_JOB);
    if (!targets.getVolume().isEmpty()) {
      checkName("targets.volume", targets.getVolume());
      require(targets.getVolume().indexOf('/') < 0, "targets.volume", "The name of a volume holds no '/'.");
    }
    for (String bucket : targets.getBucketsList()) {
      checkName("targets.buckets", bucket);
    }
    for (String table : targets.getTablesList()) {
      checkName("targets.tables", table);
    }
    for (String pattern : targets.getExcludeList()) {
      checkName("targets.exclude", pattern);
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      checkKeyRange("targets.keyRanges", range);
    }
  }

  private static void checkKeyRange(String field, KeyRange range) throws RefusedException {
    require(!range.getTable().isEmpty(), field, "A key range needs a table.");
    checkName(field, range.getTable());
    byte[] begin = range.getBegin().toByteArray();
    byte[] end = range.getEnd().toByteArray();
    require(begin.length <= MAX_KEY_BYTES && end.length <= MAX_KEY_BYTES, field,
        "A key has at most " + MAX_KEY_BYTES + " bytes.");
    require(Keys.compare(begin, end) <= 0, field,
        "A key range begins after it ends: swap the two keys.");
  }

  private static void checkThresholds(Thresholds thresholds) throws RefusedException {
    double ratio = thresholds.getMinRatio();
    require(ratio >= 0 && ratio <= 1, "thresholds.minRatio",
        "A tombstone ratio of " + ratio + " is not possible; it lies from 0 to 1.");
    TOMBSTONES.check(thresholds.getMinTombstones());
    TOP.checkUnlessOpen(thresholds.getTop());
    ENTRIES.checkUnlessOpen(thresholds.getMaxEntries());
    BYTES.checkUnlessOpen(thresholds.getMaxBytes());
  }

  /**
   * Returns a job without the times that were found for its weekly windows. Two requests for a job are the same if
   * these are equal: another window may be next when a request is repeated.
   */
  public static JobSpec asked(JobSpec spec) {
    return spec.getWindow().isEmpty() ? spec
        : spec.toBuilder().clearNotBeforeMs().clearNotAfterMs().clearDaysOff().build();
  }

  /** Checks the limits that an update of the job can change. */
  static void checkLimits(JobSpec spec) throws RefusedException {
    TOTAL_BYTES.checkUnlessOpen(spec.getThresholds().getMaxTotalBytes());
    WRITE_RATE.checkUnlessOpen(spec.getMaxWriteRate());
    checkWindow(spec.getNotBeforeMs(), spec.getNotAfterMs());
    require(DAYS_OFF.matcher(spec.getDaysOff()).matches(), "daysOff",
        "Days off are dates and ranges such as 2026-12-24..2027-01-02, separated by blanks: 2,000 characters at most.");
    require(WINDOW.matcher(spec.getWindow()).matches(), "window",
        "Windows are of printable ASCII, 2,000 characters at most.");
  }

  private static void checkWindow(long notBefore, long notAfter) throws RefusedException {
    require(notBefore >= 0, "notBefore", "The window opens before 1970.");
    require(notAfter >= 0, "notAfter", "The window closes before 1970.");
    checkOrder(notBefore, notAfter, "notBefore");
  }

  /** @param changed the field to name in a refusal */
  static void checkOrder(long notBefore, long notAfter, String changed) throws RefusedException {
    if (notAfter != 0 && notBefore >= notAfter) {
      throw RefusedException.ofParameter(changed, "The window opens at " + Instant.ofEpochMilli(notBefore)
          + ", but closes at " + Instant.ofEpochMilli(notAfter) + " already.");
    }
  }

  static void checkCount(String field, int count, int most) throws RefusedException {
    require(count <= most, field, count + " at once are too many; the most is " + most + ".");
  }

  private static void checkName(String field, String name) throws RefusedException {
    require(!name.isEmpty(), field, "An empty name stands for nothing; leave it out.");
    require(name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES, field,
        "A name has at most " + MAX_NAME_BYTES + " bytes.");
  }

  static void require(boolean condition, String field, String message) throws RefusedException {
    if (!condition) {
      throw RefusedException.ofParameter(field, message);
    }
  }
}
