// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.helpers.OMRatisHelper;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.raftlog.RaftLog;

/** The content of an OM's Ratis log. Its last index is no substitute: Ratis appends entries of its own. */
public final class RequestLog {
  private RequestLog() {
  }

  /**
   * Senders of the compaction requests in the log. These are EchoRPCs, which nothing else writes here. Hellos are left
   * out, as their times vary.
   */
  public static List<String> callers(OzoneManager om) throws IOException {
    RaftLog log = om.getOmRatisServer().getServerDivision().getRaftLog();
    List<String> callers = new ArrayList<>();
    for (long index = log.getStartIndex(); index <= log.getLastEntryTermIndex().getIndex(); index++) {
      LogEntryProto entry = log.get(index);
      if (entry != null && entry.hasStateMachineLogEntry()) {
        OMRequest request =
            OMRatisHelper.convertByteStringToOMRequest(entry.getStateMachineLogEntry().getLogData());
        if (request.getCmdType() == Type.EchoRPC && !isHello(request)) {
          callers.add(request.getUserInfo().getUserName());
        }
      }
    }
    return callers;
  }

  private static boolean isHello(OMRequest request) {
    return CompactionEnvelope.unwrap(request.getEchoRPCRequest().getPayloadReq().toByteArray()).map(body -> {
      try {
        return Command.parseFrom(body).hasHello();
      } catch (InvalidProtocolBufferException e) {
        return false;
      }
    }).orElse(false);
  }
}
