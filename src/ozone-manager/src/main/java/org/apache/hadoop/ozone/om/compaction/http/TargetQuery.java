// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import com.google.protobuf.ByteString;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.TargetCheck;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;

/** The parameters {@code nodeId}, {@code volume}, {@code bucket}, {@code table} and {@code keyRange}. */
final class TargetQuery {
  private TargetQuery() {
  }

  /** Reads and checks what the query has of the parameters, for this OM. */
  static Targets read(CompactionReads reads, Parameters query) throws RefusedException, DatabaseUnavailableException {
    checkNode(reads, query);
    Targets.Builder targets = Targets.newBuilder().addAllTables(query.list("table"));
    String volume = query.text("volume");
    if (volume != null) {
      targets.setVolume(volume);
    }
    String bucket = query.text("bucket");
    if (bucket != null) {
      targets.addBuckets(bucket);
    }
    String keyRange = query.text("keyRange");
    if (keyRange != null) {
      if (targets.getTablesCount() != 1) {
        throw RefusedException.ofParameter("table", "A key range needs the one table that it is in.");
      }
      targets.addKeyRanges(keyRange(targets.getTables(0), keyRange));
    }
    TargetCheck.check(reads.planner().reader().database().metadata(), targets.build(), TargetNames.OF_QUERY);
    return targets.build();
  }

  /** An OM answers for itself only. */
  private static void checkNode(CompactionReads reads, Parameters query) throws RefusedException {
    String self = reads.node().nodeId();
    for (String nodeId : query.list("nodeId")) {
      if (!nodeId.equals("all") && !nodeId.equals(self)) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, "nodeId", "This is OM " + self
            + ", which answers for itself only: ask " + nodeId + ", or Recon for the whole ring.");
      }
    }
  }

  private static CompactionProtos.KeyRange keyRange(String table, String text) throws RefusedException {
    try {
      KeyRange range = KeyRange.parse(text);
      return CompactionProtos.KeyRange.newBuilder().setTable(table).setBegin(ByteString.copyFrom(range.begin()))
          .setEnd(ByteString.copyFrom(range.lastKey())).build();
    } catch (IllegalArgumentException e) {
      throw RefusedException.ofParameter("keyRange", e.getMessage() + ".");
    }
  }
}
