// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeSortJson;

/**
 * Reads and checks the parameters of a read as openapi.yaml declares them. Parses the raw query, because Hadoop's HTTP
 * server replaces characters such as {@code <} in parameters by HTML entities.
 */
public final class QueryRules {
  /** The word that stands for every OM of the ring in a list of node ids, both in reads and in jobs. */
  public static final String ALL_NODES = "all";
  /** The order of {@code /buckets} if the request gives none. */
  public static final BucketSortJson BUCKET_SORT = BucketSortJson.WAIT;
  /** The order of {@code /ranges} if the request gives none. */
  public static final RangeSortJson RANGE_SORT = RangeSortJson.RANK;

  private static final QueryParameter NODE_ID = QueryParameter.list("nodeId", Limits.NODE_IDS);
  private static final QueryParameter VOLUME = QueryParameter.text("volume", Limits.VOLUME);
  private static final QueryParameter BUCKET = QueryParameter.text("bucket", Limits.BUCKET);
  private static final QueryParameter BUCKETS_OF_TARGETS = BUCKET.upTo(JobSpecRules.MAX_TARGETS);
  private static final QueryParameter PREFIX = QueryParameter.text("prefix", Limits.PREFIX);
  private static final QueryParameter PATH = QueryParameter.text("path", Limits.PREFIX);
  private static final QueryParameter TABLES = QueryParameter.list("table", Limits.TABLES);
  private static final QueryParameter KEY_RANGE = QueryParameter.text("keyRange", Limits.KEYS);
  private static final QueryParameter KEY_RANGES_OF_TARGETS = KEY_RANGE.upTo(JobSpecRules.MAX_TARGETS);
  private static final QueryParameter EXCLUDE = QueryParameter.list("exclude", Limits.EXCLUDE);
  private static final QueryParameter MIN_RATIO = QueryParameter.ratio("minRatio");
  private static final QueryParameter MIN_TOMBSTONES = QueryParameter.wholeNumber("minTombstones", 0, Long.MAX_VALUE);
  private static final QueryParameter EXACT = QueryParameter.flag("exact");
  private static final QueryParameter SLOW = QueryParameter.flag("slow");
  private static final QueryParameter FLUSH = QueryParameter.flag("flush");
  private static final QueryParameter SEARCH = QueryParameter.text("search", Limits.BUCKET);
  private static final QueryParameter LIMIT = QueryParameter.wholeNumber("limit", 1, Limits.ROWS);
  private static final QueryParameter PREV_KEY = QueryParameter.text("prevKey", Limits.KEYS);

  public static final QueryRules NONE = new QueryRules();
  public static final QueryRules PLACES = new QueryRules(NODE_ID, VOLUME, BUCKETS_OF_TARGETS, PREFIX, PATH,
      TABLES, KEY_RANGES_OF_TARGETS, EXCLUDE, SEARCH, LIMIT, PREV_KEY);
  public static final QueryRules BUCKETS = new QueryRules(NODE_ID, VOLUME, BUCKETS_OF_TARGETS, PREFIX, PATH,
      TABLES, KEY_RANGES_OF_TARGETS, EXCLUDE, SEARCH, MIN_RATIO, MIN_TOMBSTONES,
      QueryParameter.oneOf("sort", BucketSortJson.values()), EXACT, LIMIT, PREV_KEY);
  public static final QueryRules RANGES = new QueryRules(NODE_ID, VOLUME, BUCKETS_OF_TARGETS, PREFIX, PATH,
      TABLES, KEY_RANGES_OF_TARGETS, EXCLUDE, SLOW, FLUSH, MIN_RATIO, MIN_TOMBSTONES,
      QueryParameter.wholeNumber("maxEntries", 1, Long.MAX_VALUE),
      QueryParameter.wholeNumber("maxBytes", 1, Long.MAX_VALUE),
      QueryParameter.wholeNumber("maxTotalBytes", 1, Long.MAX_VALUE),
      QueryParameter.wholeNumber("top", 1, Integer.MAX_VALUE), QueryParameter.time("notBefore"),
      QueryParameter.oneOf("sort", RangeSortJson.values()), EXACT, QueryParameter.flag("showSkipped"), LIMIT,
      PREV_KEY);
  public static final QueryRules SST_FILES = new QueryRules(NODE_ID, BUCKET,
      QueryParameter.text("table", Limits.NAME), KEY_RANGE, QueryParameter.flag("spans"), LIMIT, PREV_KEY);
  public static final QueryRules SERVICE = new QueryRules(NODE_ID, BUCKET);
  public static final QueryRules SERVICE_PAUSE = new QueryRules(
      QueryParameter.wholeNumber(ServiceRules.FOR_SECONDS, 1, ServiceRules.MAX_PAUSE_SECONDS));
  public static final QueryRules JOBS = new QueryRules(QueryParameter.someOf("state", JobStateJson.values()), BUCKET,
      QueryParameter.time("since"), LIMIT, PREV_KEY);

  private final Map<String, QueryParameter> known = new LinkedHashMap<>();

  private QueryRules(QueryParameter... parameters) {
    for (QueryParameter parameter : parameters) {
      known.put(parameter.name(), parameter);
    }
  }

  /** The parameters' names in the order of openapi.yaml. */
  Set<String> names() {
    return Collections.unmodifiableSet(known.keySet());
  }

  /**
   * The values by name, in the order of the request; {@code raw} is the percent-encoded query string, or null.
   *
   * @throws RefusedException BAD_REQUEST that names the unknown or invalid parameter
   */
  public Map<String, List<String>> parse(String raw) throws RefusedException {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode("query", equals < 0 ? pair : pair.substring(0, equals));
      // Checks the name before the value is decoded, so that an unknown name is reported even if the value is
      // malformed.
      known(name);
      values.computeIfAbsent(name, first -> new ArrayList<>())
          .add(decode(name, equals < 0 ? "" : pair.substring(equals + 1)));
    }
    check(values);
    return values;
  }

  /**
   * @param values at least one for each given parameter, by the parameter's name
   * @throws RefusedException BAD_REQUEST that names the unknown or invalid parameter
   */
  public void check(Map<String, List<String>> values) throws RefusedException {
    for (Map.Entry<String, List<String>> value : values.entrySet()) {
      known(value.getKey()).check(value.getValue());
    }
    JobRequestRules.checkMinimum("minTombstones", number(values.get("minTombstones")),
        number(values.get("maxEntries")));
    if (isTrue(values.get("slow"))) {
      JobSpecRules.require(!values.containsKey("minTombstones"), "minTombstones", JobSpecRules.NO_MINIMA);
      JobSpecRules.require(!values.containsKey("minRatio"), "minRatio", JobSpecRules.NO_MINIMA);
      JobSpecRules.require(!isTrue(values.get("flush")), "flush", JobSpecRules.NO_FLUSH);
    }
  }

  private static boolean isTrue(List<String> flag) {
    return flag != null && flag.get(0).equals("true");
  }

  private QueryParameter known(String name) throws RefusedException {
    QueryParameter parameter = known.get(name);
    if (parameter == null) {
      throw RefusedException.ofParameter(Excerpt.of(name), "There is no parameter '" + Excerpt.of(name) + "' here; "
          + (known.isEmpty() ? "there are none." : "there are " + String.join(", ", known.keySet()) + "."));
    }
    return parameter;
  }

  /** @param checked null if the request does not give the parameter */
  private static Long number(List<String> checked) {
    return checked == null ? null : Long.valueOf(checked.get(0));
  }

  private static String decode(String name, String encoded) throws RefusedException {
    try {
      if (!StandardCharsets.US_ASCII.newEncoder().canEncode(encoded)) {
        throw new IllegalArgumentException("characters outside of ASCII");
      }
      // URLDecoder would replace malformed UTF-8 without an error. With ISO 8859-1 it keeps all bytes, and the decoder
      // below refuses malformed UTF-8.
      byte[] bytes = URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1.name())
          .getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw RefusedException.ofParameter(name, "'" + Excerpt.of(encoded) + "' is not percent-encoded UTF-8. Write bytes"
          + " of a key that are not UTF-8 as \\xHH before encoding.");
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }
}
