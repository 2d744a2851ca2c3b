// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** What applying one command does to the records: to be written in the same batch as OM's transaction info. */
public final class JobDelta {
  private final JobImage image;
  private final List<JobRecord> written;
  private final List<String> removed;
  private final List<JobRecord> touched;
  private final List<JobRecord> contradicting;

  JobDelta(JobImage image, List<JobRecord> written, List<String> removed, List<JobRecord> touched) {
    this(image, written, removed, touched, Collections.emptyList());
  }

  private JobDelta(JobImage image, List<JobRecord> written, List<String> removed, List<JobRecord> touched,
      List<JobRecord> contradicting) {
    this.image = image;
    this.written = Collections.unmodifiableList(written);
    this.removed = Collections.unmodifiableList(removed);
    this.touched = Collections.unmodifiableList(touched);
    this.contradicting = Collections.unmodifiableList(contradicting);
  }

  /** @return the same, of a command that told less of the jobs that it touched than there is to know */
  JobDelta contradicting() {
    return new JobDelta(image, written, removed, touched, touched);
  }

  JobImage getImage() {
    return image;
  }

  /** @return records to put, possibly none */
  public List<JobRecord> getWritten() {
    return written;
  }

  /** @return ids of jobs whose records are no longer kept, possibly none */
  public List<String> getRemoved() {
    return removed;
  }

  /** @return jobs, as they are, of which the command told less: whoever sent it has missed something */
  List<JobRecord> getContradicting() {
    return contradicting;
  }

  /** @return the jobs that the command was about, as they are now */
  public List<JobRecord> getTouched() {
    return touched;
  }
}
