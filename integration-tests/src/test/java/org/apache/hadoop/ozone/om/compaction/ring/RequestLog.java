// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import java.io.IOException;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.helpers.OMRatisHelper;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.raftlog.RaftLog;

/** What an OM's Ratis log holds. Its last index says less: Ratis appends entries of its own now and then. */
public final class RequestLog {
  private RequestLog() {
  }

  /** How many compaction requests the log holds. They travel as EchoRPC, which nothing else writes here. */
  public static long compactionRequests(OzoneManager om) throws IOException {
    RaftLog log = om.getOmRatisServer().getServerDivision().getRaftLog();
    long count = 0;
    for (long index = log.getStartIndex(); index <= log.getLastEntryTermIndex().getIndex(); index++) {
      LogEntryProto entry = log.get(index);
      if (entry != null && entry.hasStateMachineLogEntry() && OMRatisHelper.convertByteStringToOMRequest(
          entry.getStateMachineLogEntry().getLogData()).getCmdType() == Type.EchoRPC) {
        count++;
      }
    }
    return count;
  }
}
