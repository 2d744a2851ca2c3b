// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetCheck;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.Recorded;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.TargetRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code /jobs}, newest first, and {@code /jobs/{jobId}}. */
final class JobsEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(JobsEndpoint.class);
  private static final String CURSOR = "jobs";

  private JobsEndpoint() {
  }

  static JobListJson jobs(CompactionReads reads, Parameters query) throws RefusedException,
      DatabaseUnavailableException {
    int limit = query.limit();
    Cursor cursor = Cursor.read(query.text("prevKey"), CURSOR, 1);
    List<JobRecord> jobs = newestFirst(reads.node());
    Predicate<JobRecord> filter = filter(reads, query);
    // The cursor names the last job of the page before. That job may no longer pass the filter, so it is looked up
    // among all jobs.
    List<JobRecord> behind = matching(jobs.subList(cursor == null ? 0 : indexAfter(jobs, cursor.text(0)), jobs.size()),
        filter);
    JobListJson page = new JobListJson().totalCount((long) matching(jobs, filter).size());
    List<JobRecord> shown = behind.subList(0, Math.min(limit, behind.size()));
    shown.forEach(job -> shown(reads.node(), job, JobModel::listed).ifPresent(page::addJobsItem));
    if (shown.size() < behind.size()) {
      page.nextKey(Cursor.write(CURSOR, Cursor.bytes(id(shown.get(shown.size() - 1)))));
    }
    return page;
  }

  static JobJson job(CompactionReads reads, String jobId) throws RefusedException {
    String canonical = jobId.toLowerCase(Locale.ROOT);
    JobSpecRules.checkJobId(canonical);
    JobRecord job = image(reads.node()).find(canonical).orElseThrow(() -> RefusedException.unknownJob(canonical));
    return shown(reads.node(), job, JobModel::of).orElseThrow(() -> RefusedException.of(ErrorCode.INTERNAL,
        "The record of job " + canonical + " cannot be shown: the log of this OM says why."));
  }

  private static Optional<JobJson> shown(NodeView node, JobRecord job, Function<JobRecord, JobJson> as) {
    try {
      return Optional.of(as.apply(job).waitingFor(node.waitingFor(id(job)).orElse(null))
          .retriedBy(node.jobs().retryOf(id(job)).orElse(null)));
    } catch (IllegalArgumentException e) {
      LOG.warn("The record of job {} cannot be shown: {}", id(job), e.getMessage());
      return Optional.empty();
    }
  }

  private static List<JobRecord> newestFirst(NodeView node) throws RefusedException {
    List<JobRecord> jobs = new ArrayList<>(image(node).jobs());
    Collections.reverse(jobs);
    return jobs;
  }

  private static JobImage image(NodeView node) throws RefusedException {
    Optional<String> fault = node.jobsFault();
    if (fault.isPresent()) {
      throw RefusedException.of(ErrorCode.INTERNAL, fault.get());
    }
    return node.jobs();
  }

  private static List<JobRecord> matching(List<JobRecord> jobs, Predicate<JobRecord> filter) {
    return jobs.stream().filter(filter).collect(Collectors.toList());
  }

  private static String id(JobRecord job) {
    return job.getSpec().getJobId();
  }

  private static int indexAfter(List<JobRecord> jobs, String jobId) throws RefusedException {
    for (int i = 0; i < jobs.size(); i++) {
      if (id(jobs.get(i)).equals(jobId)) {
        return i + 1;
      }
    }
    throw Cursor.malformed();
  }

  /** Selects jobs by the parameters {@code state}, {@code bucket} and {@code since}. */
  private static Predicate<JobRecord> filter(CompactionReads reads, Parameters query)
      throws RefusedException, DatabaseUnavailableException {
    Predicate<JobRecord> filter = job -> true;
    if (query.has("state")) {
      Set<String> states = new HashSet<>(query.list("state"));
      filter = filter.and(job -> states.contains(Recorded.name(job.getState())));
    }
    if (query.has("since")) {
      long since = query.time("since").getAsLong();
      filter = filter.and(job -> job.getEndedAtMs() == 0 || job.getEndedAtMs() >= since);
    }
    if (query.has("bucket")) {
      String bucket = query.text("bucket");
      Targets named = Targets.newBuilder().addBuckets(bucket).build();
      TargetRules.check(named, TargetNames.OF_QUERY);
      List<BucketSpan> spans = reads.planner().spans(bucket);
      if (spans.isEmpty() && reads.node().jobs().jobs().stream()
          .noneMatch(job -> names(job.getSpec().getTargets(), bucket))) {
        TargetCheck.check(reads.planner().reader().database(), named, TargetNames.OF_QUERY);
      }
      filter = filter.and(job -> isFor(job.getSpec().getTargets(), bucket, spans));
    }
    return filter;
  }

  /** True if targets name a bucket or its volume, which may have been deleted since then. */
  private static boolean names(Targets targets, String bucket) {
    return targets.getBucketsList().contains(bucket)
        || !targets.getVolume().isEmpty() && bucket.startsWith('/' + targets.getVolume() + '/');
  }

  /** {@code spans} are the bucket's; empty if it no longer exists. */
  private static boolean isFor(Targets targets, String bucket, List<BucketSpan> spans) {
    if (Exclusion.of(targets.getExcludeList()).patternFor(bucket).isPresent()) {
      return false;
    }
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
