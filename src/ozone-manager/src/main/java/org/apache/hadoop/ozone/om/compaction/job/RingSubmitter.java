// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** How a node's report, or a leader's decision, gets into the replicated log. */
public interface RingSubmitter {

  /**
   * Submits and waits until the command is committed.
   *
   * @param command without version and time, which are set here
   * @return the jobs that it touched as the leader has them after it; none when the leader runs without the add-on
   * @throws IOException when the ring refused it or did not answer in time; an
   *     {@link org.apache.hadoop.ozone.om.exceptions.OMException} when it was refused, so the ring is there
   */
  List<JobRecord> submit(Command.Builder command) throws IOException;
}
