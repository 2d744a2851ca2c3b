// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parameters of a read, by their names in the contract. Immutable: each method gives a query with one parameter
 * more; null takes it away.
 */
public final class Query {
  static final int DEFAULT_LIMIT = 1000;
  static final int MAX_ROWS = 20_000;

  private final Map<String, String> parameters;

  public Query() {
    this(new LinkedHashMap<>());
  }

  private Query(Map<String, String> parameters) {
    this.parameters = parameters;
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

  /** @param nodeIds node ids, comma separated, or {@code all}; the leader when null */
  public Query nodeId(String nodeIds) {
    return with("nodeId", nodeIds);
  }

  public Query volume(String volume) {
    return with("volume", volume);
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

  public Query minRatio(Double minRatio) {
    return with("minRatio", minRatio);
  }

  public Query minTombstones(Long minTombstones) {
    return with("minTombstones", minTombstones);
  }

  public Query maxEntries(Long maxEntries) {
    return with("maxEntries", maxEntries);
  }

  /** @param maxBytes bytes */
  public Query maxBytes(Long maxBytes) {
    return with("maxBytes", maxBytes);
  }

  public Query top(Integer top) {
    return with("top", top);
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

  int rows() throws CompactionException {
    String limit = get("limit");
    try {
      int rows = limit == null ? DEFAULT_LIMIT : Integer.parseInt(limit);
      if (rows >= 1 && rows <= MAX_ROWS) {
        return rows;
      }
    } catch (NumberFormatException e) {
      // Same answer as for a number that is out of range.
    }
    throw CompactionException.badRequest("limit", "'" + limit + "' rows at once are not possible; the limit is a whole"
        + " number from 1 to " + MAX_ROWS + ".");
  }

  /** What one OM is asked: everything but the node, which is the OM itself. */
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
