// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.RangeSort;

/**
 * The query parameters of an endpoint, as the contract declares them. Strict: each one known, given once, and of its
 * type. They are parsed here because Hadoop's HTTP server quotes for HTML what {@code getParameter} gives.
 */
final class Parameters {
  private static final int MAX_ROWS = 20_000;
  private static final int NAMES = 512;
  private static final int KEYS = 16_384;
  private static final int SHOWN = 100;

  private static final Parameter NODE_ID = Parameter.list("nodeId", 1024);
  private static final Parameter VOLUME = Parameter.text("volume", 255);
  private static final Parameter BUCKET = Parameter.text("bucket", NAMES);
  private static final Parameter TABLES = Parameter.list("table", NAMES);
  private static final Parameter KEY_RANGE = Parameter.text("keyRange", KEYS);
  private static final Parameter MIN_RATIO = Parameter.ratio("minRatio");
  private static final Parameter MIN_TOMBSTONES = Parameter.wholeNumber("minTombstones", 0, Long.MAX_VALUE);
  private static final Parameter EXACT = Parameter.flag("exact");
  private static final Parameter PROBE = Parameter.flag("probe");
  private static final Parameter LIMIT = Parameter.wholeNumber("limit", 1, MAX_ROWS);
  private static final Parameter PREV_KEY = Parameter.text("prevKey", KEYS);

  static final Parameters NONE = new Parameters();
  static final Parameters BUCKETS = new Parameters(NODE_ID, VOLUME, BUCKET, TABLES, MIN_RATIO, MIN_TOMBSTONES,
      Parameter.oneOf("sort", BucketSort.values()), EXACT, PROBE, LIMIT, PREV_KEY);
  static final Parameters RANGES = new Parameters(NODE_ID, VOLUME, BUCKET, TABLES, KEY_RANGE, MIN_RATIO, MIN_TOMBSTONES,
      Parameter.wholeNumber("maxEntries", 1, Long.MAX_VALUE), Parameter.wholeNumber("maxBytes", 1, Long.MAX_VALUE),
      Parameter.wholeNumber("top", 1, Integer.MAX_VALUE), Parameter.oneOf("sort", RangeSort.values()), EXACT, PROBE,
      Parameter.flag("showSkipped"), LIMIT, PREV_KEY);
  static final Parameters SST_FILES = new Parameters(NODE_ID, BUCKET, Parameter.text("table", 64), KEY_RANGE, LIMIT,
      PREV_KEY);
  static final Parameters JOBS = new Parameters(LIMIT, PREV_KEY);

  private final Map<String, Parameter> known = new LinkedHashMap<>();

  private Parameters(Parameter... parameters) {
    for (Parameter parameter : parameters) {
      known.put(parameter.name(), parameter);
    }
  }

  /**
   * @param raw the query as it came over the wire, or null
   * @throws CompactionException BAD_REQUEST with the parameter's name
   */
  Query parse(String raw) throws CompactionException {
    Query query = new Query();
    if (raw == null || raw.isEmpty()) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(null, equals < 0 ? pair : pair.substring(0, equals));
      Parameter parameter = known.get(name);
      if (parameter == null) {
        throw CompactionException.badRequest(shown(name), "There is no parameter '" + shown(name) + "' here; "
            + (known.isEmpty() ? "there are none." : "there are " + String.join(", ", known.keySet()) + "."));
      }
      if (query.get(name) != null) {
        throw CompactionException.badRequest(name, "Parameter " + name + " is given twice.");
      }
      String value = decode(name, equals < 0 ? "" : pair.substring(equals + 1));
      if (value.isEmpty() || !parameter.allows(value)) {
        throw CompactionException.badRequest(name, "Parameter " + name + " " + parameter.words() + ", not '"
            + shown(value) + "'.");
      }
      query = query.with(name, value);
    }
    return query;
  }

  private static String decode(String name, String encoded) throws CompactionException {
    String wrong = "is not percent-encoded UTF-8. Write bytes of a key that are not UTF-8 as \\xHH before encoding.";
    try {
      if (!StandardCharsets.US_ASCII.newEncoder().canEncode(encoded)) {
        throw CompactionException.badRequest(name, "The query " + wrong);
      }
      // In two steps, because in one the JDK lets wrong bytes pass as replacement characters.
      byte[] bytes = URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1.name())
          .getBytes(StandardCharsets.ISO_8859_1);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw CompactionException.badRequest(name == null ? "query" : name, "'" + shown(encoded) + "' " + wrong);
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
