// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.CompactionException.badRequest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;

/**
 * What can be wrong with a request whatever the ring. The leader checks all of it again; here it is found before a
 * connection is opened.
 */
public final class JobRequestCheck {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
  private static final Pattern BUCKET = Pattern.compile("/[^/]+/[^/]+");
  private static final int MAX_PARALLEL_NODES = 16;
  private static final long MAX_WRITE_RATE = 1L << 40;

  private JobRequestCheck() {
  }

  /** @throws CompactionException BAD_REQUEST with the field that is wrong */
  public static void check(JobRequest request, Instant now) throws CompactionException {
    if (request.getJobId() != null) {
      checkJobId(request.getJobId());
    }
    checkPlan(request.getTargets(), request.getThresholds(), request.getNodeIds());
    Integer parallel = request.getMaxParallelNodes();
    if (parallel != null && (parallel < 1 || parallel > MAX_PARALLEL_NODES)) {
      throw badRequest("maxParallelNodes", parallel + " nodes at once are not possible; give 1 to "
          + MAX_PARALLEL_NODES + ".");
    }
    Long rate = request.getMaxWriteRate();
    if (rate != null && (rate < 1 || rate > MAX_WRITE_RATE)) {
      throw badRequest("maxWriteRate", "A write rate of " + rate + " bytes per second is not possible; give 1 to "
          + MAX_WRITE_RATE + ".");
    }
    checkWindow(request, now);
    checkSaid(request.getTargets());
  }

  /**
   * What is wrong whether it is compacted or only looked at; null leaves it open.
   *
   * @throws CompactionException BAD_REQUEST with the field that is wrong
   */
  public static void checkPlan(Targets targets, Thresholds thresholds, List<String> nodeIds)
      throws CompactionException {
    if (targets != null) {
      checkTargets(targets);
    }
    if (thresholds != null) {
      checkThresholds(thresholds);
    }
    for (String nodeId : orEmpty(nodeIds)) {
      checkGiven("nodeIds", "The id of a node", nodeId);
    }
  }

  /** @throws CompactionException BAD_REQUEST if the text is not a UUID */
  public static void checkJobId(String jobId) throws CompactionException {
    if (!UUID.matcher(jobId).matches()) {
      throw badRequest("jobId", "'" + jobId
          + "' is not a job id; one looks like 123e4567-e89b-12d3-a456-426614174000.");
    }
  }

  /** @throws CompactionException BAD_REQUEST if thresholds are out of range or exclude each other */
  public static void checkThresholds(Thresholds thresholds) throws CompactionException {
    Double ratio = thresholds.getMinRatio();
    if (ratio != null && !(ratio >= 0 && ratio <= 1)) {
      throw badRequest("thresholds.minRatio",
          "A tombstone ratio of " + ratio + " is not possible; it lies from 0 to 1.");
    }
    atLeast("thresholds.minTombstones", thresholds.getMinTombstones(), 0);
    atLeast("thresholds.top", thresholds.getTop() == null ? null : thresholds.getTop().longValue(), 1);
    atLeast("thresholds.maxEntries", thresholds.getMaxEntries(), 1);
    atLeast("thresholds.maxBytes", thresholds.getMaxBytes(), 1);
    if (thresholds.getMinTombstones() != null && thresholds.getMaxEntries() != null) {
      checkMinimum("thresholds.minTombstones", thresholds.getMinTombstones(), thresholds.getMaxEntries());
    }
  }

  /**
   * @param parameter what the minimum is called where it was given
   * @throws CompactionException BAD_REQUEST if the minimum of tombstones is above the maximum of entries
   */
  public static void checkMinimum(String parameter, long minTombstones, long maxEntries) throws CompactionException {
    if (minTombstones > maxEntries) {
      throw badRequest(parameter, "The minimum of " + minTombstones + " tombstones of a bucket in a table is above the"
          + " maximum of " + maxEntries + " entries of a range: lower the minimum or raise the maximum.");
    }
  }

  private static void atLeast(String parameter, Long value, long least) throws CompactionException {
    if (value != null && value < least) {
      throw badRequest(parameter, value + " is too small; the least is " + least + ".");
    }
  }

  /** @throws CompactionException BAD_REQUEST if the text is not {@code /volume/bucket} */
  public static void checkBucket(String bucket) throws CompactionException {
    checkGiven("targets.buckets", "The name of a bucket", bucket);
    if (!BUCKET.matcher(bucket).matches()) {
      throw badRequest("targets.buckets", "'" + bucket + "' is not a bucket; write it as /volume/bucket.");
    }
  }

  /** What is empty would select everything. */
  private static void checkGiven(String parameter, String what, String value) throws CompactionException {
    if (value != null && value.trim().isEmpty()) {
      throw badRequest(parameter, what + " is empty: give it a value, or leave it out.");
    }
  }

  /** Who forgets a field, or the variable that holds it, does not mean all. A table alone means all of that table. */
  private static void checkSaid(Targets targets) throws CompactionException {
    if (targets == null || !isEverything(targets) && !namesBuckets(targets) && orEmpty(targets.getTables()).isEmpty()) {
      throw badRequest("targets", "Nothing says what to compact. Name buckets, a volume, tables or key ranges; or say"
          + " everything, for whatever reaches the thresholds.");
    }
  }

  private static boolean isEverything(Targets targets) {
    return Boolean.TRUE.equals(targets.getEverything());
  }

  private static boolean namesBuckets(Targets targets) {
    return targets.getVolume() != null || !orEmpty(targets.getBuckets()).isEmpty()
        || !orEmpty(targets.getKeyRanges()).isEmpty();
  }

  private static void checkTargets(Targets targets) throws CompactionException {
    if (isEverything(targets) && namesBuckets(targets)) {
      throw badRequest("targets.everything", "Everything leaves nothing else to name: leave it out, or volume, buckets"
          + " and key ranges.");
    }
    checkGiven("targets.volume", "The name of the volume", targets.getVolume());
    for (String table : orEmpty(targets.getTables())) {
      checkGiven("targets.tables", "The name of a table", table);
    }
    for (String bucket : orEmpty(targets.getBuckets())) {
      checkBucket(bucket);
      if (targets.getVolume() != null && !bucket.startsWith("/" + targets.getVolume() + "/")) {
        throw badRequest("targets.volume", "Bucket " + bucket + " is not in volume " + targets.getVolume()
            + ": together they select nothing.");
      }
    }
    if (!orEmpty(targets.getKeyRanges()).isEmpty()
        && (targets.getVolume() != null || !orEmpty(targets.getBuckets()).isEmpty())) {
      throw badRequest("targets.keyRanges", "A key range stands for itself; leave volume and bucket out.");
    }
    for (KeyRange range : orEmpty(targets.getKeyRanges())) {
      checkKeyRange(range, orEmpty(targets.getTables()));
    }
  }

  private static void checkKeyRange(KeyRange range, List<String> tables) throws CompactionException {
    if (range.getTable() == null || range.getTable().isEmpty()) {
      throw badRequest("targets.keyRanges", "A key range needs a table.");
    }
    if (!tables.isEmpty() && !tables.contains(range.getTable())) {
      throw badRequest("targets.keyRanges", "Table " + range.getTable() + " of a key range is not among the tables "
          + String.join(", ", tables) + ": together they select nothing.");
    }
    try {
      new org.apache.hadoop.ozone.om.compaction.key.KeyRange(bytes(range.getBegin()), bytes(range.getEnd()));
    } catch (IllegalArgumentException e) {
      throw badRequest("targets.keyRanges", e.getMessage() + ".");
    }
  }

  /**
   * A key's bytes. The contract asks for both forms, a person may give one.
   *
   * @throws CompactionException BAD_REQUEST if there is none, it cannot be read, or the forms differ
   */
  static byte[] bytes(Key key) throws CompactionException {
    Optional<String> text = Optional.ofNullable(key).map(Key::getText);
    Optional<byte[]> base64 = Optional.ofNullable(key).map(Key::getBase64);
    if (!text.isPresent() && !base64.isPresent()) {
      throw badRequest("targets.keyRanges", "A key range needs its first and its last key.");
    }
    try {
      byte[] read = text.isPresent() ? KeyText.parse(text.get()) : base64.get();
      if (!Arrays.equals(read, base64.orElse(read))) {
        throw badRequest("targets.keyRanges", "The key's text '" + text.orElse("")
            + "' and its base64 form are different keys.");
      }
      return read;
    } catch (IllegalArgumentException e) {
      throw badRequest("targets.keyRanges", e.getMessage() + ".");
    }
  }

  private static void checkWindow(JobRequest request, Instant now) throws CompactionException {
    Instant notBefore = time("notBefore", request.getNotBefore());
    Instant notAfter = time("notAfter", request.getNotAfter());
    if (notAfter != null && !notAfter.isAfter(now)) {
      throw badRequest("notAfter", "The window closed at " + notAfter + ", which is past.");
    }
    if (notBefore != null && notAfter != null && !notBefore.isBefore(notAfter)) {
      throw badRequest("notBefore", "The window opens at " + notBefore + ", but closes at " + notAfter + " already.");
    }
  }

  /** @return null for null */
  static Instant time(String parameter, String text) throws CompactionException {
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw badRequest(parameter, "'" + text + "' is not a time; write it as 2030-12-31T22:00:00Z.");
    }
  }

  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? Collections.emptyList() : list;
  }
}
