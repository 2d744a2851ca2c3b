// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

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
}
