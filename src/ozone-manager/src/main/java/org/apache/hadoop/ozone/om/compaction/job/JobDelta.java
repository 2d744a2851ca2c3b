// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;

/** The changes that one command makes to the records, to be written in the batch that holds OM's transaction info. */
public final class JobDelta {
  private final JobImage image;
  private final List<JobRecord> written;
  private final List<String> removed;
  private final List<JobRecord> touched;
  private final Optional<ServiceRecord> service;

  /** @param touched the jobs that the command concerns, after the change */
  JobDelta(JobImage image, List<JobRecord> written, List<String> removed, List<JobRecord> touched,
      Optional<ServiceRecord> service) {
    this.image = image;
    this.service = service;
    this.written = Collections.unmodifiableList(written);
    this.removed = Collections.unmodifiableList(removed);
    this.touched = Collections.unmodifiableList(touched);
  }

  JobImage getImage() {
    return image;
  }

  /** @return records to put, possibly none */
  public List<JobRecord> getWritten() {
    return written;
  }

  /** @return the new record of the automatic service, if it has changed */
  public Optional<ServiceRecord> getService() {
    return service;
  }

  /** @return ids of jobs whose records are deleted, possibly none */
  public List<String> getRemoved() {
    return removed;
  }

  /**
   * @return the answer to the sender. Ratis keeps answers on every OM for a while, so this holds only what the sender
   *     of this command reads
   */
  public Answer answerTo(Command command) {
    Answer.Builder answer = Answer.newBuilder().setVersion(CompactionEnvelope.VERSION);
    switch (command.getBodyCase()) {
      case SUBMIT:
      case CANCEL:
      case UPDATE_JOB:
      case PAUSE_JOB:
      case RESUME_JOB:
      case PAUSE_SERVICE:
        return answer.addAllJobs(touched).build();
      case START_TURN:
      case REPORT_PROGRESS:
        touched.forEach(job -> answer.addJobs(JobImage.withoutSpec(job)));
        return answer.build();
      case HELLO:
        touched.forEach(job -> answer.addJobs(JobImage.withoutSpec(job)));
        return answer.addAllOpenJobs(image.openDigests()).build();
      default:
        return answer.build();
    }
  }
}
