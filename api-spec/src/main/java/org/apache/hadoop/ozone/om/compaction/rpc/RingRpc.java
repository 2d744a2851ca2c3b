// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.helpers.ServiceInfo;

/** The two calls of OM's RPC that the add-on needs. */
public interface RingRpc extends Closeable {

  /**
   * Sends a payload through the ring's log.
   *
   * @return the leader's answer; empty from a leader without the add-on
   * @throws IOException an OMException if the leader refused the payload; another exception if no leader was reached
   */
  byte[] echo(byte[] payload) throws IOException;

  /**
   * The services of the cluster as the leader knows them.
   *
   * @throws IOException if no leader could be reached
   */
  List<ServiceInfo> services() throws IOException;

  /**
   * Sends a command through the ring's log and waits until it is committed.
   *
   * @param command without version and time, which this method sets
   * @return the leader's answer; empty from a leader without the add-on, which commits the command, too
   * @throws IOException as {@link #echo}; an InvalidProtocolBufferException if the answer is none of this contract
   */
  default Optional<Answer> submit(Command.Builder command) throws IOException {
    Optional<byte[]> answer =
        CompactionEnvelope.unwrap(echo(CompactionEnvelope.wrap(command, System.currentTimeMillis())));
    return answer.isPresent() ? Optional.of(Answer.parseFrom(answer.get())) : Optional.empty();
  }
}
