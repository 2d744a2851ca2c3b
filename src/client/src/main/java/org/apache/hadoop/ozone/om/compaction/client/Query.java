// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/**
 * The parameters of a read, by their names in the contract. Immutable: each method returns a query with one more
 * parameter; null removes it.
 */
public final class Query {
  private final Map<String, String> parameters;

  public Query() {
    this(new LinkedHashMap<>());
  }

  private Query(Map<String, String> parameters) {
    this.parameters = parameters;
  }

  /**
   * @param raw the query string of the request, or null
   * @throws RefusedException BAD_REQUEST with the parameter's name
   */
  public static Query parse(String raw, QueryRules rules) throws RefusedException {
    return new Query(rules.parse(raw));
  }

  /** @param name as in the contract */
  public Query with(String name, Object value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value.toString());
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

  /** The value of a parameter, or null. */
  public String get(String name) {
    return parameters.get(name);
  }

  /**
   * @throws RefusedException BAD_REQUEST with the name of a parameter that the read does not have, or whose value is
   *     invalid
   */
  Query checked(QueryRules rules) throws RefusedException {
    rules.check(parameters);
    return this;
  }

  /** The path to request from one OM: all parameters but the node. */
  String path(String resource) {
    StringBuilder path = new StringBuilder(resource);
    char separator = '?';
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      if (!"nodeId".equals(parameter.getKey())) {
        path.append(separator).append(parameter.getKey()).append('=').append(encode(parameter.getValue()));
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

  @Override
  public String toString() {
    return parameters.toString();
  }
}
