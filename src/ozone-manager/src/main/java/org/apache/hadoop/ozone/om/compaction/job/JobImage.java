// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import com.google.common.hash.Hashing;
import com.google.protobuf.ByteString;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.OpenJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;

/** All job records and the record of the automatic service at one log index. Immutable. */
public final class JobImage {
  /** Maximum number of open jobs, without rounds; a further job is refused. */
  static final int MAX_OPEN = 32;
  private static final Comparator<JobRecord> OLDEST_FIRST = Comparator.comparingLong(JobRecord::getCreatedIndex)
      .thenComparing(job -> job.getSpec().getJobId());

  private final Map<String, JobRecord> jobs;
  private final ServiceRecord service;

  private JobImage(Map<String, JobRecord> jobs, ServiceRecord service) {
    this.jobs = jobs;
    this.service = service;
  }

  /** @param records all job records, in any order */
  public static JobImage of(Collection<JobRecord> records) {
    return of(records, ServiceRecord.getDefaultInstance());
  }

  /**
   * @param records all job records, in any order
   * @param service record of the automatic service; the default instance if nobody has changed it
   */
  public static JobImage of(Collection<JobRecord> records, ServiceRecord service) {
    Map<String, JobRecord> jobs = new LinkedHashMap<>();
    records.stream().sorted(OLDEST_FIRST).forEach(job -> jobs.put(job.getSpec().getJobId(), job));
    return new JobImage(jobs, service);
  }

  /** Returns a copy without the jobs of these ids. */
  JobImage without(Collection<String> jobIds) {
    Map<String, JobRecord> left = new LinkedHashMap<>(jobs);
    left.keySet().removeAll(jobIds);
    return new JobImage(left, service);
  }

  /** @return all jobs, oldest first */
  public Collection<JobRecord> jobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  /** @return the record of the automatic service: its last pause or resumption */
  public ServiceRecord service() {
    return service;
  }

  /** @return jobs that have not ended, oldest first */
  public List<JobRecord> openJobs() {
    return open(jobs.values());
  }

  /** @return rounds, oldest first */
  public List<JobRecord> rounds() {
    return byRound().get(true);
  }

  /** @return jobs of people, oldest first */
  List<JobRecord> jobsOfPeople() {
    return byRound().get(false);
  }

  private Map<Boolean, List<JobRecord>> byRound() {
    return jobs.values().stream().collect(Collectors.partitioningBy(job -> job.getSpec().hasRound()));
  }

  /** @return rounds that have not ended, oldest first */
  public List<JobRecord> openRounds() {
    return open(rounds());
  }

  /** @return jobs of people that have not ended, oldest first */
  List<JobRecord> openJobsOfPeople() {
    return open(jobsOfPeople());
  }

  private static List<JobRecord> open(Collection<JobRecord> jobs) {
    return jobs.stream().filter(job -> !Transitions.ended(job)).collect(Collectors.toList());
  }

  /**
   * @return ids of the open jobs and digests of their records; two OMs that hold the same records return equal digests
   */
  List<OpenJob> openDigests() {
    return openJobs().stream().map(job -> OpenJob.newBuilder().setJobId(job.getSpec().getJobId())
        .setDigest(ByteString.copyFrom(Hashing.sha256().hashBytes(withoutSpec(job).toByteArray()).asBytes())).build())
        .collect(Collectors.toList());
  }

  /** With only the job's id and limits: a whole spec can have half a megabyte, and the rest never changes. */
  static JobRecord withoutSpec(JobRecord job) {
    return job.toBuilder().setSpec(JobLimitRules.with(JobSpec.newBuilder().setJobId(job.getSpec().getJobId()).build(),
        JobLimitRules.of(job.getSpec()))).build();
  }

  /** @param jobId UUID in canonical form */
  public Optional<JobRecord> find(String jobId) {
    return Optional.ofNullable(jobs.get(jobId));
  }

  /** @return the id of the job that goes on with this one; empty if there is none */
  public Optional<String> retryOf(String jobId) {
    return find(RetryRules.idOf(jobId)).map(JobRecord::getSpec).filter(spec -> spec.getRetryOf().equals(jobId))
        .map(JobSpec::getJobId);
  }

  JobRecord require(String jobId) throws RefusedException {
    JobRecord job = jobs.get(jobId);
    if (job == null) {
      throw RefusedException.unknownJob(jobId);
    }
    return job;
  }
}
