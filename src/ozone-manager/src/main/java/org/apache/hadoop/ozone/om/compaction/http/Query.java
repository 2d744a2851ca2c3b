// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/**
 * The parameters of a request, strictly: each one known, given once and of its type. Parsed here because Hadoop quotes
 * for HTML what {@code getParameter} gives.
 */
final class Query {
  static final int MAX_LIMIT = 20_000;
  private static final int DEFAULT_LIMIT = 1_000;
  private static final int MAX_KEY_TEXT = 16_384;
  /** Letters of a parameter that an error message repeats. */
  private static final int MAX_SHOWN = 100;

  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @param raw   as it came over the wire; null for none
   * @param known names of the parameters that are allowed
   */
  static Query parse(String raw, Set<String> known) throws RefusedException {
    Map<String, String> values = new HashMap<>();
    if (raw != null && !raw.isEmpty()) {
      for (String pair : raw.split("&", -1)) {
        int equals = pair.indexOf('=');
        String name = decode("the query", equals < 0 ? pair : pair.substring(0, equals));
        if (!known.contains(name)) {
          throw RefusedException.ofParameter(shown(name), known.isEmpty() ? "No parameters are known here."
              : "Unknown parameter; known here are " + String.join(", ", sorted(known)) + ".");
        }
        if (values.put(name, decode(name, equals < 0 ? "" : pair.substring(equals + 1))) != null) {
          throw RefusedException.ofParameter(name, "Parameter " + name + " is given twice.");
        }
      }
    }
    for (Map.Entry<String, String> value : values.entrySet()) {
      if (value.getValue().isEmpty()) {
        throw RefusedException.ofParameter(
            value.getKey(), "Parameter " + value.getKey() + " is empty: leave it out or give"
            + " it a value.");
      }
    }
    return new Query(values);
  }

  private static List<String> sorted(Set<String> names) {
    List<String> sorted = new ArrayList<>(names);
    Collections.sort(sorted);
    return sorted;
  }

  private static String decode(String name, String encoded) throws RefusedException {
    try {
      // Byte by byte first: the JDK's decoder lets bytes that are not UTF-8 pass as replacement characters.
      String bytes = URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1.name());
      if (!StandardCharsets.US_ASCII.newEncoder().canEncode(encoded)) {
        throw new IllegalArgumentException("characters outside of ASCII must be encoded");
      }
      return StandardCharsets.UTF_8.newDecoder()
          .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1))).toString();
    } catch (CharacterCodingException e) {
      throw RefusedException.ofParameter(
          name, "The value is not percent-encoded UTF-8. Bytes of a key that are not UTF-8"
          + " are written as \\xHH before encoding.");
    } catch (UnsupportedEncodingException | IllegalArgumentException e) {
      throw RefusedException.ofParameter(
          name, "The value is not percent-encoded UTF-8: " + shown(e.getMessage()) + ".");
    }
  }

  private static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }

  /** Null if absent. */
  String text(String name, int maxLength) throws RefusedException {
    String value = values.get(name);
    if (value != null && value.length() > maxLength) {
      throw RefusedException.ofParameter(name, "Parameter " + name + " has " + value.length() + " characters, at most "
          + maxLength + " are allowed.");
    }
    return value;
  }

  /** Comma separated; empty if absent. */
  List<String> list(String name, int maxLength) throws RefusedException {
    String value = text(name, maxLength);
    if (value == null) {
      return Collections.emptyList();
    }
    List<String> items = Arrays.asList(value.split(",", -1));
    if (items.contains("")) {
      throw RefusedException.ofParameter(name, "Parameter " + name + " has an empty item between its commas.");
    }
    return items;
  }

  /** The text of keys, a cursor or a range of keys; null if absent. */
  String keyText(String name) throws RefusedException {
    return text(name, MAX_KEY_TEXT);
  }

  boolean flag(String name) throws RefusedException {
    String value = values.get(name);
    if (value == null || value.equals("false")) {
      return false;
    }
    if (value.equals("true")) {
      return true;
    }
    throw RefusedException.ofParameter(name, "Parameter " + name + " is true or false, not '" + shown(value) + "'.");
  }

  OptionalLong number(String name, long min, long max) throws RefusedException {
    String value = values.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    try {
      long number = Long.parseLong(value);
      if (number >= min && number <= max) {
        return OptionalLong.of(number);
      }
    } catch (NumberFormatException e) {
      // Refused below like one out of range.
    }
    throw RefusedException.ofParameter(name, "Parameter " + name + " is a whole number "
        + (max == Long.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max) + ", not '" + shown(value)
        + "'.");
  }

  OptionalDouble ratio(String name) throws RefusedException {
    String value = values.get(name);
    if (value == null) {
      return OptionalDouble.empty();
    }
    try {
      double ratio = Double.parseDouble(value);
      if (ratio >= 0 && ratio <= 1) {
        return OptionalDouble.of(ratio);
      }
    } catch (NumberFormatException e) {
      // Refused below like one out of range.
    }
    throw RefusedException.ofParameter(
        name, "Parameter " + name + " is a number from 0 to 1, not '" + shown(value) + "'.");
  }

  /** @param ifAbsent one of the enum's constants, which are spelt as in the contract */
  <E extends Enum<E>> E oneOf(String name, E ifAbsent) throws RefusedException {
    String value = values.get(name);
    for (E constant : ifAbsent.getDeclaringClass().getEnumConstants()) {
      if (constant.name().equals(value)) {
        return constant;
      }
    }
    if (value == null) {
      return ifAbsent;
    }
    throw RefusedException.ofParameter(name, "Parameter " + name + " is one of "
        + Arrays.toString(ifAbsent.getDeclaringClass().getEnumConstants()) + ", not '" + shown(value) + "'.");
  }

  /** Rows of a page. */
  int limit() throws RefusedException {
    return (int) number("limit", 1, MAX_LIMIT).orElse(DEFAULT_LIMIT);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }
}
