// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;

/**
 * What a job must look like whatever the state of the ring. Depends on nothing but the job, so it gives the same answer
 * on the leader before the log and on every OM when the entry is applied; a leader without the add-on checks nothing.
 * Loosening or tightening a rule changes what mixed versions agree on: it needs a new contract version.
 */
final class JobSpecRules {
  static final int MAX_NODES = 32;
  static final int MAX_PARALLEL = 16;
  static final int MAX_TARGETS = 1000;
  static final int MAX_TABLES = 16;
  static final int MAX_NAME_BYTES = 1024;
  static final int MAX_KEY_BYTES = 8192;
  /** No disk is as fast; who means more has mistaken the unit. */
  static final long MAX_WRITE_RATE = 1L << 40;
  /** Leaves a record that holds the spec room to grow and still to fit a command. */
  static final int MAX_SPEC_BYTES = 512 << 10;

  private JobSpecRules() {
  }

  static void check(JobSpec spec) throws RefusedException {
    if (spec.getSerializedSize() > MAX_SPEC_BYTES) {
      throw RefusedException.of(ErrorCode.TOO_LARGE, "The job has " + spec.getSerializedSize() + " bytes, the most is "
          + MAX_SPEC_BYTES + ". Name fewer buckets or key ranges.");
    }
    checkJobId(spec.getJobId());
    checkNodes(spec.getNodeIdsList());
    checkTargets(spec.getTargets());
    checkThresholds(spec.getThresholds());
    require(spec.getMaxParallelNodes() >= 0 && spec.getMaxParallelNodes() <= MAX_PARALLEL, "maxParallelNodes",
        "must be between 1 and " + MAX_PARALLEL + ".");
    require(spec.getMaxWriteRate() >= 0 && spec.getMaxWriteRate() <= MAX_WRITE_RATE, "maxWriteRate",
        "must be between 1 and " + MAX_WRITE_RATE + " bytes per second.");
    require(spec.getNotBeforeMs() >= 0, "notBefore", "must be a time after 1970.");
    require(spec.getNotAfterMs() >= 0, "notAfter", "must be a time after 1970.");
    require(spec.getNotAfterMs() == 0 || spec.getNotBeforeMs() < spec.getNotAfterMs(), "notAfter",
        "must be later than notBefore.");
  }

  static void checkJobId(String jobId) throws RefusedException {
    try {
      if (UUID.fromString(jobId).toString().equals(jobId)) {
        return;
      }
    } catch (IllegalArgumentException ignored) {
      // not a UUID: refused below like one in another spelling
    }
    throw RefusedException.ofParameter("jobId",
        "A job id is a UUID such as 123e4567-e89b-12d3-a456-426614174000 in lower case."
        + " Take one from 'uuidgen', or give none.");
  }

  private static void checkNodes(List<String> nodeIds) throws RefusedException {
    require(!nodeIds.isEmpty(), "nodeIds", "name at least one OM, or 'all'.");
    require(nodeIds.size() <= MAX_NODES, "nodeIds", "at most " + MAX_NODES + " OMs.");
    Set<String> seen = new HashSet<>();
    for (String nodeId : nodeIds) {
      checkName("nodeIds", nodeId);
      require(seen.add(nodeId), "nodeIds", "'" + nodeId + "' is named twice.");
    }
  }

  private static void checkTargets(Targets targets) throws RefusedException {
    require(targets.getBucketsCount() <= MAX_TARGETS, "targets.buckets", "at most " + MAX_TARGETS + " buckets.");
    require(targets.getKeyRangesCount() <= MAX_TARGETS, "targets.keyRanges", "at most " + MAX_TARGETS + " ranges.");
    require(targets.getTablesCount() <= MAX_TABLES, "targets.tables", "at most " + MAX_TABLES + " tables.");
    require(targets.getKeyRangesCount() == 0 || targets.getBucketsCount() == 0 && targets.getVolume().isEmpty(),
        "targets.keyRanges", "a key range stands for itself: leave volume and buckets out.");
    if (!targets.getVolume().isEmpty()) {
      checkName("targets.volume", targets.getVolume());
      require(targets.getVolume().indexOf('/') < 0, "targets.volume", "a volume name holds no '/'.");
    }
    for (String bucket : targets.getBucketsList()) {
      checkName("targets.buckets", bucket);
      String[] parts = bucket.split("/", -1);
      require(parts.length == 3 && parts[0].isEmpty() && !parts[1].isEmpty() && !parts[2].isEmpty(), "targets.buckets",
          "'" + bucket + "' is not of the form /volume/bucket.");
    }
    for (String table : targets.getTablesList()) {
      checkName("targets.tables", table);
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      checkKeyRange(range);
    }
  }

  private static void checkKeyRange(KeyRange range) throws RefusedException {
    checkName("targets.keyRanges", range.getTable());
    ByteString begin = range.getBegin();
    ByteString end = range.getEnd();
    require(!begin.isEmpty() && !end.isEmpty(), "targets.keyRanges", "a key range needs a begin and an end.");
    require(begin.size() <= MAX_KEY_BYTES && end.size() <= MAX_KEY_BYTES, "targets.keyRanges",
        "a key has at most " + MAX_KEY_BYTES + " bytes.");
    require(Keys.compare(begin.toByteArray(), end.toByteArray()) <= 0, "targets.keyRanges",
        "the begin of a key range must not lie after its end.");
  }

  private static void checkThresholds(Thresholds thresholds) throws RefusedException {
    require(thresholds.getMinTombstones() >= 0, "thresholds.minTombstones", "must not be negative.");
    require(thresholds.getMinRatio() >= 0 && thresholds.getMinRatio() <= 1, "thresholds.minRatio",
        String.format(Locale.ROOT, "%s does not lie in [0,1].", thresholds.getMinRatio()));
    require(thresholds.getTop() >= 0, "thresholds.top", "must be above 0.");
    require(thresholds.getMaxEntries() >= 0, "thresholds.maxEntries", "must be above 0.");
    require(thresholds.getMaxBytes() >= 0, "thresholds.maxBytes", "must be above 0.");
  }

  private static void checkName(String parameter, String name) throws RefusedException {
    require(!name.isEmpty(), parameter, "an empty name stands for nothing; leave it out.");
    require(name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES, parameter,
        "a name has at most " + MAX_NAME_BYTES + " bytes.");
  }

  private static void require(boolean condition, String parameter, String message) throws RefusedException {
    if (!condition) {
      throw RefusedException.ofParameter(ErrorCode.BAD_REQUEST, parameter, parameter + ": " + message);
    }
  }
}
