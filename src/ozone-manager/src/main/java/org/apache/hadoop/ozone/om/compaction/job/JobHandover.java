// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.AdoptJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings this OM and every new leader to one mind about the open jobs. An OM that ran without the add-on has missed
 * what became of jobs meanwhile; so every OM tells the leader what it thinks is open, and whoever is told less than it
 * knows tells what it knows. All of that is in the log, so everybody takes it at the same place.
 */
public final class JobHandover implements CompactionLoop.Round {
  private static final Logger LOG = LoggerFactory.getLogger(JobHandover.class);
  private static final long RETRY_MS = 1000;
  private static final long NONE = -1;

  private final JobRegistry registry;
  private final Supplier<Optional<Long>> leadership;
  private final RingSubmitter submitter;
  private final Set<String> refused = new HashSet<>();
  private final LongSupplier steadyMillis;
  private volatile long triedAt;
  private volatile long without = NONE;
  private volatile long agreed = NONE;

  /**
   * @param leadership a number that changes with every leader; empty while there is none
   * @param steadyMillis a clock that never jumps, milliseconds
   */
  public JobHandover(JobRegistry registry, Supplier<Optional<Long>> leadership, RingSubmitter submitter,
      LongSupplier steadyMillis) {
    this.registry = registry;
    this.leadership = leadership;
    this.submitter = submitter;
    this.steadyMillis = steadyMillis;
    this.triedAt = steadyMillis.getAsLong() - RETRY_MS;
  }

  /** @return the round, left out while this OM and the present leader have not agreed on the open jobs */
  public CompactionLoop.Round before(CompactionLoop.Round round) {
    return () -> {
      if (leadership.get().filter(current -> current == agreed).isPresent()) {
        round.run();
      }
    };
  }

  @Override
  public void run() {
    try {
      for (JobRecord job : registry.takeContradicting()) {
        told(job);
      }
      Optional<Long> current = leadership.get();
      if (current.isPresent() && current.get() != agreed && current.get() != without
          && steadyMillis.getAsLong() - triedAt >= RETRY_MS) {
        triedAt = steadyMillis.getAsLong();
        agree(current.get());
      }
    } catch (IOException e) {
      LOG.warn("Cannot tell the ring which compaction jobs are open, will try again: {}", e.getMessage());
    }
  }

  private void agree(long current) throws IOException {
    List<JobRecord> open = registry.book().openJobs();
    refused.removeIf(jobId -> open.stream().noneMatch(job -> job.getSpec().getJobId().equals(jobId)));
    boolean same = true;
    for (JobRecord job : open) {
      Optional<JobRecord> leaders = told(job);
      if (!leaders.isPresent()) {
        without = current;
        return;
      }
      same &= JobRecordRules.same(leaders.get(), job);
    }
    agreed = same ? current : NONE;
  }

  /** @return the job as the leader has it then; empty when the leader runs without the add-on */
  private Optional<JobRecord> told(JobRecord job) throws IOException {
    try {
      return tell(job);
    } catch (OMException e) {
      if (e.getResult() != ResultCodes.INVALID_REQUEST && e.getResult() != ResultCodes.PERMISSION_DENIED) {
        throw e;
      }
      if (refused.add(job.getSpec().getJobId())) {
        LOG.warn("The leader does not take what this OM knows of compaction job {}: {}", job.getSpec().getJobId(),
            e.getMessage());
      }
      return Optional.of(job);
    }
  }

  private Optional<JobRecord> tell(JobRecord job) throws IOException {
    return submitter.submit(Command.newBuilder().setAdopt(AdoptJob.newBuilder().setJob(job))).stream()
        .filter(answer -> answer.getSpec().getJobId().equals(job.getSpec().getJobId())).findFirst();
  }
}
