// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** What applying one command does to the records: to be written in the same batch as OM's transaction info. */
public final class Change {
  private final JobBook book;
  private final List<JobRecord> written;
  private final List<String> removed;
  private final List<JobRecord> touched;

  Change(JobBook book, List<JobRecord> written, List<String> removed, List<JobRecord> touched) {
    this.book = book;
    this.written = Collections.unmodifiableList(written);
    this.removed = Collections.unmodifiableList(removed);
    this.touched = Collections.unmodifiableList(touched);
  }

  JobBook getBook() {
    return book;
  }

  /** @return records to put, possibly none */
  public List<JobRecord> getWritten() {
    return written;
  }

  /** @return ids of jobs whose records are no longer kept, possibly none */
  public List<String> getRemoved() {
    return removed;
  }

  /** @return the jobs that the command was about, as they are now */
  public List<JobRecord> getTouched() {
    return touched;
  }
}
