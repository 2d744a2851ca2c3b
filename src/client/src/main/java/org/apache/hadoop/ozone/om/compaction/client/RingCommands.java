// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;

/** Commands in their envelope, and the ring's answer out of it. */
final class RingCommands {
  private final RingRpc rpc;
  private final Clock clock;

  RingCommands(RingRpc rpc, Clock clock) {
    this.rpc = rpc;
    this.clock = clock;
  }

  /** @return the jobs that the command touched, as they are after it */
  List<Job> send(Command.Builder command) throws CompactionException {
    byte[] payload = CompactionEnvelope.wrap(command, clock.millis());
    try {
      Optional<byte[]> answer = CompactionEnvelope.unwrap(rpc.echo(payload));
      if (!answer.isPresent()) {
        throw new CompactionException(ErrorCode.ADD_ON_MISSING,
            "The leader runs without the range compaction add-on and did nothing.");
      }
      List<Job> touched = new ArrayList<>();
      for (JobRecord record : Answer.parseFrom(answer.get()).getJobsList()) {
        touched.add(JobModel.of(record));
      }
      return touched;
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new CompactionException(ErrorCode.INTERNAL,
          "The leader took the command, but its answer cannot be understood. Is its add-on newer?", e);
    } catch (IOException e) {
      throw RpcErrors.translate(e);
    }
  }
}
