// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.bucket.TargetCheck;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;

/** The parameters of a request, each of its type as its rules have checked. */
final class Parameters {
  private final Map<String, String> values;

  /** @param raw as it came over the wire; null for none */
  Parameters(String raw, QueryRules rules) throws RefusedException {
    this.values = rules.parse(raw);
  }

  /** Null if absent. */
  String text(String name) {
    return values.get(name);
  }

  /** Comma separated; empty if absent. */
  List<String> list(String name) {
    return has(name) ? Arrays.asList(values.get(name).split(",", -1)) : Collections.emptyList();
  }

  /** False if absent. */
  boolean flag(String name) {
    return "true".equals(values.get(name));
  }

  OptionalLong number(String name) {
    return has(name) ? OptionalLong.of(Long.parseLong(values.get(name))) : OptionalLong.empty();
  }

  OptionalDouble ratio(String name) {
    return has(name) ? OptionalDouble.of(Double.parseDouble(values.get(name))) : OptionalDouble.empty();
  }

  <E extends Enum<E>> E oneOf(String name, E ifAbsent) {
    return has(name) ? Enum.valueOf(ifAbsent.getDeclaringClass(), values.get(name)) : ifAbsent;
  }

  /** Rows of a page. */
  int limit() {
    return (int) number("limit").orElse(Limits.DEFAULT_ROWS);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** {@code volume}, {@code bucket}, {@code table}, {@code keyRange}, {@code exclude}, as far as they are there. */
  Targets targets(TreeSources reads) throws RefusedException, DatabaseUnavailableException {
    checkNode(reads.nodeId());
    Targets.Builder targets = Targets.newBuilder().addAllTables(list("table")).addAllExclude(list("exclude"));
    String volume = text("volume");
    if (volume != null) {
      targets.setVolume(volume);
    }
    String bucket = text("bucket");
    if (bucket != null) {
      targets.addBuckets(bucket);
    }
    String keyRange = text("keyRange");
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
  private void checkNode(String self) throws RefusedException {
    for (String nodeId : list("nodeId")) {
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
