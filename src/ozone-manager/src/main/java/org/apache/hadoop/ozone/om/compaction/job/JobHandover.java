// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.AdoptJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every new leader the open jobs that this OM knows. An OM that ran without the add-on has missed what was
 * submitted meanwhile; if it came to lead later, nobody would go on with those jobs, or could cancel them.
 */
public final class JobHandover implements CompactionLoop.Round {
  private static final Logger LOG = LoggerFactory.getLogger(JobHandover.class);

  private final JobRegistry registry;
  private final Supplier<Optional<Long>> leadership;
  private final RingSubmitter submitter;
  private long told = -1;

  /** @param leadership a number that changes with every leader; empty while there is none */
  public JobHandover(JobRegistry registry, Supplier<Optional<Long>> leadership, RingSubmitter submitter) {
    this.registry = registry;
    this.leadership = leadership;
    this.submitter = submitter;
  }

  @Override
  public void run() {
    Optional<Long> current = leadership.get();
    if (!current.isPresent() || current.get() == told) {
      return;
    }
    try {
      for (JobRecord job : registry.book().openJobs()) {
        submitter.submit(Command.newBuilder().setAdopt(AdoptJob.newBuilder().setJob(job)));
      }
      told = current.get();
    } catch (IOException e) {
      LOG.warn("Cannot tell the new leader which compaction jobs are open, will try again: {}", e.getMessage());
    }
  }
}
