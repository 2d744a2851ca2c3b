// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.TargetRules;

/** Which jobs are asked for, by the parameters {@code state}, {@code bucket} and {@code since}. */
final class JobFilter {
  private JobFilter() {
  }

  static Predicate<JobRecord> of(CompactionReads reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    Predicate<JobRecord> filter = job -> true;
    if (query.has("state")) {
      Set<String> states = new HashSet<>(query.list("state"));
      filter = filter.and(job -> states.contains(job.getState().name().substring("JOB_".length())));
    }
    if (query.has("since")) {
      long since = OffsetDateTime.parse(query.text("since")).toInstant().toEpochMilli();
      filter = filter.and(job -> job.getEndedAtMs() == 0 || job.getEndedAtMs() >= since);
    }
    if (query.has("bucket")) {
      String bucket = query.text("bucket");
      TargetRules.check(Targets.newBuilder().addBuckets(bucket).build(), TargetNames.OF_QUERY);
      List<BucketSpan> spans = reads.planner().spans(bucket);
      filter = filter.and(job -> isFor(job.getSpec().getTargets(), bucket, spans));
    }
    return filter;
  }

  /** @param spans none where the bucket is gone: jobs for key ranges of its keys cannot be told then */
  private static boolean isFor(Targets targets, String bucket, List<BucketSpan> spans) {
    if (targets.getKeyRangesCount() > 0) {
      return targets.getKeyRangesList().stream().anyMatch(range -> spans.stream().anyMatch(span -> meet(range, span)));
    }
    return targets.getBucketsCount() > 0 ? targets.getBucketsList().contains(bucket)
        : targets.getVolume().isEmpty() || bucket.startsWith('/' + targets.getVolume() + '/');
  }

  private static boolean meet(KeyRange range, BucketSpan span) {
    return range.getTable().equals(span.table()) && Keys.compare(range.getBegin().toByteArray(), span.end()) < 0
        && Keys.compare(span.begin(), range.getEnd().toByteArray()) <= 0;
  }
}
