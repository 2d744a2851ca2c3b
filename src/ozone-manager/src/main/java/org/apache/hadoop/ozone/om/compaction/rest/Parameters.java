// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.bucket.NamedTargets;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.slow.Deadline;

/** The parameters of a request, checked by the rules of its path and converted to their types. */
final class Parameters {
  private final long arrived = System.nanoTime();
  /** Values by the name of the parameter; a parameter that was given has at least one value. */
  private final Map<String, List<String>> values;

  /** @param raw the query string as received; null if there is none */
  Parameters(String raw, QueryRules rules) throws RefusedException {
    this.values = rules.parse(raw);
  }

  /** The value of a parameter that may be given only once; null if absent. */
  String text(String name) {
    return has(name) ? values.get(name).get(0) : null;
  }

  /** The values of a parameter that may be given several times; empty if absent. */
  private List<String> all(String name) {
    return values.getOrDefault(name, Collections.emptyList());
  }

  /** The values in a comma-separated parameter; empty if absent. */
  List<String> list(String name) {
    return has(name) ? Arrays.asList(text(name).split(",", -1)) : Collections.emptyList();
  }

  /** True if a parameter is {@code true}; false if it has another value or is absent. */
  boolean flag(String name) {
    return "true".equals(text(name));
  }

  OptionalLong number(String name) {
    return has(name) ? OptionalLong.of(Long.parseLong(text(name))) : OptionalLong.empty();
  }

  /** A time in milliseconds since 1970; empty if absent. */
  OptionalLong time(String name) {
    return has(name) ? OptionalLong.of(OffsetDateTime.parse(text(name)).toInstant().toEpochMilli())
        : OptionalLong.empty();
  }

  OptionalDouble ratio(String name) {
    return has(name) ? OptionalDouble.of(Double.parseDouble(text(name))) : OptionalDouble.empty();
  }

  <E extends Enum<E>> E oneOf(String name, E ifAbsent) {
    return has(name) ? Enum.valueOf(ifAbsent.getDeclaringClass(), text(name)) : ifAbsent;
  }

  /** Returns the time limit of work on the answer, which counts from the arrival of the request on. */
  Deadline within(Duration time) {
    return Deadline.within(time.minusNanos(System.nanoTime() - arrived));
  }

  int limit() {
    return (int) number("limit").orElse(Limits.DEFAULT_ROWS);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the targets that a job with these parameters would have. */
  Targets targets(TreeReadContext reads) throws RefusedException, DatabaseUnavailableException {
    return namedTargets(reads).targets();
  }

  /** Returns the targets that the parameters of the request name. A path includes the directories below it. */
  NamedTargets namedTargets(TreeReadContext reads) throws RefusedException, DatabaseUnavailableException {
    checkNode(reads.nodeId());
    List<String> tables = list("table");
    Targets.Builder targets = Targets.newBuilder().addAllTables(tables).addAllBuckets(all("bucket"))
        .addAllExclude(list("exclude")).setSlow(flag("slow"));
    String volume = text("volume");
    if (volume != null) {
      targets.setVolume(volume);
    }
    for (String keyRange : all("keyRange")) {
      targets.addKeyRanges(TargetKeyRange.parse(tables, keyRange, TargetNames.OF_QUERY));
    }
    Targets beside = targets.build();
    return NamedTargets.find(reads.planner().reader().database(),
        NamedKeys.of(text("prefix"), text("path"), beside, TargetNames.OF_QUERY), beside, TargetNames.OF_QUERY);
  }

  /** Refuses a request for another OM than this one: an OM answers for itself only. */
  private void checkNode(String self) throws RefusedException {
    for (String nodeId : list("nodeId")) {
      if (!nodeId.equals(QueryRules.ALL_NODES) && !nodeId.equals(self)) {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, "nodeId", "This is OM " + self
            + ", which answers for itself only: ask " + nodeId + ", or Recon for the whole ring.");
      }
    }
  }
}
