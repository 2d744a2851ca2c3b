// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck.orEmpty;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.model.JobRequest;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;

/** A request as the message that the ring replicates. What the request leaves open stays open: the leader decides. */
final class JobSubmission {
  private JobSubmission() {
  }

  /**
   * @param request checked
   * @param nodeIds in the order of their turns
   */
  static JobSpec spec(JobRequest request, List<String> nodeIds) throws CompactionException {
    String jobId = request.getJobId() == null ? UUID.randomUUID().toString() : request.getJobId();
    JobSpec.Builder spec = JobSpec.newBuilder()
        .setJobId(jobId.toLowerCase(Locale.ROOT))
        .addAllNodeIds(nodeIds)
        .setNotBeforeMs(millis("notBefore", request.getNotBefore()))
        .setNotAfterMs(millis("notAfter", request.getNotAfter()))
        .setFlush(Boolean.TRUE.equals(request.getFlush()))
        .setAfterDeletions(Boolean.TRUE.equals(request.getAfterDeletions()))
        .setPreempt(Boolean.TRUE.equals(request.getPreempt()));
    if (request.getMaxParallelNodes() != null) {
      spec.setMaxParallelNodes(request.getMaxParallelNodes());
    }
    if (request.getMaxWriteRate() != null) {
      spec.setMaxWriteRate(request.getMaxWriteRate());
    }
    CompactionProtos.Targets targets = targets(request.getTargets());
    CompactionProtos.Thresholds thresholds = thresholds(request.getThresholds());
    // Nothing asked for is the same job whether an empty object said so or none.
    if (!targets.equals(CompactionProtos.Targets.getDefaultInstance())) {
      spec.setTargets(targets);
    }
    if (!thresholds.equals(CompactionProtos.Thresholds.getDefaultInstance())) {
      spec.setThresholds(thresholds);
    }
    return spec.build();
  }

  private static CompactionProtos.Targets targets(Targets targets) throws CompactionException {
    if (targets == null) {
      return CompactionProtos.Targets.getDefaultInstance();
    }
    CompactionProtos.Targets.Builder message = CompactionProtos.Targets.newBuilder()
        .addAllBuckets(orEmpty(targets.getBuckets()))
        .addAllTables(orEmpty(targets.getTables()));
    if (targets.getVolume() != null) {
      message.setVolume(targets.getVolume());
    }
    for (KeyRange range : orEmpty(targets.getKeyRanges())) {
      message.addKeyRanges(CompactionProtos.KeyRange.newBuilder()
          .setTable(range.getTable())
          .setBegin(ByteString.copyFrom(JobRequestCheck.bytes(range.getBegin())))
          .setEnd(ByteString.copyFrom(JobRequestCheck.bytes(range.getEnd()))));
    }
    return message.build();
  }

  private static CompactionProtos.Thresholds thresholds(Thresholds thresholds) {
    CompactionProtos.Thresholds.Builder message = CompactionProtos.Thresholds.newBuilder();
    if (thresholds == null) {
      return message.build();
    }
    if (thresholds.getMinTombstones() != null) {
      message.setMinTombstones(thresholds.getMinTombstones());
    }
    if (thresholds.getMinRatio() != null) {
      message.setMinRatio(thresholds.getMinRatio());
    }
    if (thresholds.getTop() != null) {
      message.setTop(thresholds.getTop());
    }
    if (thresholds.getMaxEntries() != null) {
      message.setMaxEntries(thresholds.getMaxEntries());
    }
    if (thresholds.getMaxBytes() != null) {
      message.setMaxBytes(thresholds.getMaxBytes());
    }
    return message.build();
  }

  private static long millis(String parameter, String time) throws CompactionException {
    Instant instant = JobRequestCheck.time(parameter, time);
    return instant == null ? 0 : instant.toEpochMilli();
  }
}
