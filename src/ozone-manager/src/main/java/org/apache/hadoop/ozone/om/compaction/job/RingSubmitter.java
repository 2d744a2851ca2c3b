// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;

/** Submits commands of this OM to the replicated log. */
public interface RingSubmitter {

  /**
   * Submits a command and waits until it is committed.
   *
   * @param command without version and time, which this method sets
   * @return the leader's answer; empty if the leader runs without the add-on
   * @throws IOException if the ring did not answer in time; an
   *         {@link org.apache.hadoop.ozone.om.exceptions.OMException} if the ring refused the command
   */
  Optional<Answer> submit(Command.Builder command) throws IOException;
}
