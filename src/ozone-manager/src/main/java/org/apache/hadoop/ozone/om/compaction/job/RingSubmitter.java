// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;

/** How a node's report, or a leader's decision, gets into the replicated log. */
public interface RingSubmitter {

  /**
   * Submits and waits until the command is committed.
   *
   * @param command without version and time, which are set here
   * @return the leader's answer; empty when it runs without the add-on
   * @throws IOException when the ring refused it or did not answer in time; an
   *     {@link org.apache.hadoop.ozone.om.exceptions.OMException} when it was refused, so the ring is there
   */
  Optional<Answer> submit(Command.Builder command) throws IOException;
}
