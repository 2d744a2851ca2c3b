// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdFields;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;

/** A read's parameters by their names in openapi.yaml. Immutable: setters return a copy; null removes a parameter. */
public final class Query {
  /** The given parameters by name. Each has at least one value. */
  private final Map<String, List<String>> parameters;

  public Query() {
    this(new LinkedHashMap<>());
  }

  private Query(Map<String, List<String>> parameters) {
    this.parameters = parameters;
  }

  /**
   * @param raw the query string of the request; can be null
   * @throws RefusedException BAD_REQUEST that names the unknown or invalid parameter
   */
  public static Query parse(String raw, QueryRules rules) throws RefusedException {
    return new Query(rules.parse(raw));
  }

  /**
   * Returns the query for the ranges that a job would compact. Without any target, the query covers all keys.
   *
   * @throws RefusedException BAD_REQUEST if a key cannot be read
   */
  public static Query of(TargetsJson targets, ThresholdsJson thresholds) throws RefusedException {
    Targets named = JobSubmission.withoutPrefixOrPath(targets);
    List<KeyRange> ranges = named.getKeyRangesList();
    Set<String> tables = new LinkedHashSet<>(named.getTablesList());
    if (tables.isEmpty()) {
      ranges.forEach(range -> tables.add(range.getTable()));
    }
    boolean inOneTable = tables.size() == 1;
    Query query = new Query()
        .with("volume", targets.getVolume())
        .withAll("bucket", new LinkedHashSet<>(named.getBucketsList()))
        .with("prefix", targets.getPrefix())
        .with("path", targets.getPath())
        .with("table", joined(inOneTable ? tables : named.getTablesList()))
        .withAll("keyRange", ranges.stream().map(inOneTable ? TargetKeyRange::keys : TargetKeyRange::print)
            .collect(Collectors.toCollection(LinkedHashSet::new)))
        .with("exclude", joined(named.getExcludeList()))
        .with("slow", named.getSlow() ? true : null);
    for (Map.Entry<String, Object> threshold : ThresholdFields.given(thresholds).entrySet()) {
      query = query.with(threshold.getKey(), threshold.getValue());
    }
    return query;
  }

  /** @return null if there are no names */
  private static String joined(Collection<String> names) {
    return names.isEmpty() ? null : String.join(",", names);
  }

  public Query with(String name, Object value) {
    return withAll(name, value == null ? Collections.emptySet() : Collections.singleton(value.toString()));
  }

  private Query withAll(String name, Collection<String> values) {
    Map<String, List<String>> changed = new LinkedHashMap<>(parameters);
    if (values.isEmpty()) {
      changed.remove(name);
    } else {
      changed.put(name, new ArrayList<>(values));
    }
    return new Query(changed);
  }

  /** @param nodeIds node ids, comma separated, or {@code all}; null for the leader */
  public Query nodeId(String nodeIds) {
    return with("nodeId", nodeIds);
  }

  /** @param bucket {@code /volume/bucket} */
  public Query bucket(String bucket) {
    return with("bucket", bucket);
  }

  /** @param tables comma separated */
  public Query table(String tables) {
    return with("table", tables);
  }

  /** @param keyRange {@code BEGIN..END} as text */
  public Query keyRange(String keyRange) {
    return with("keyRange", keyRange);
  }

  public Query limit(Integer limit) {
    return with("limit", limit);
  }

  public Query prevKey(String prevKey) {
    return with("prevKey", prevKey);
  }

  /** The value of a parameter that a request can give only once; null if it is not given. */
  public String get(String name) {
    List<String> values = parameters.get(name);
    return values == null ? null : values.get(0);
  }

  /**
   * @throws RefusedException BAD_REQUEST with the name of a parameter that the read does not have, or whose value is
   *     invalid
   */
  Query checked(QueryRules rules) throws RefusedException {
    rules.check(parameters);
    return this;
  }

  /** Returns the path and query of a request to one OM. The parameter for the node is left out. */
  String path(String resource) {
    return resource + nodeId(null);
  }

  /**
   * {@code ?name=value&...} in the order in which values were given, so equal queries can differ; empty without any.
   */
  @Override
  public String toString() {
    StringBuilder path = new StringBuilder();
    char separator = '?';
    for (Map.Entry<String, List<String>> parameter : parameters.entrySet()) {
      for (String value : parameter.getValue()) {
        path.append(separator).append(parameter.getKey()).append('=').append(encode(value));
        separator = '&';
      }
    }
    return path.toString();
  }

  private static String encode(String value) {
    try {
      return URLEncoder.encode(value, "UTF-8");
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }
}
