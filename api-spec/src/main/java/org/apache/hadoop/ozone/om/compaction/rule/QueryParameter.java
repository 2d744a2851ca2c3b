// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;

/** One parameter of a read: its name and its valid values. */
final class QueryParameter {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}([.][0-9]{1,40})?([eE][+-]?[0-9]{1,3})?");

  private final String name;
  private final String wrong;
  private final Predicate<String> values;
  private final int most;

  /**
   * @param wrong completes the sentence "'VALUE' ..." in the refusal of an invalid value, which names the parameter
   *     beside the sentence
   * @param values true for a valid value
   * @param most how often a request can give the parameter
   */
  private QueryParameter(String name, String wrong, Predicate<String> values, int most) {
    this.name = name;
    this.wrong = wrong;
    this.values = values;
    this.most = most;
  }

  /** A parameter that a request can give only once. */
  private QueryParameter(String name, String wrong, Predicate<String> values) {
    this(name, wrong, values, 1);
  }

  /** A copy of this parameter that a request can give up to this many times. */
  QueryParameter upTo(int times) {
    return new QueryParameter(name, wrong, values, times);
  }

  /** @param most maximum length in characters */
  static QueryParameter text(String name, int most) {
    return new QueryParameter(name, "has more than " + most + " characters",
        value -> value.codePointCount(0, value.length()) <= most);
  }

  /** A comma separated list; {@code most} limits the characters of the whole list. */
  static QueryParameter list(String name, int most) {
    return new QueryParameter(name,
        "is not a comma separated list of at most " + most + " characters without empty items",
        value -> value.length() <= most
            && Arrays.stream(value.split(",", -1)).noneMatch(item -> item.trim().isEmpty()));
  }

  /**
   * @param least inclusive
   * @param most inclusive; {@link Long#MAX_VALUE} for no limit
   */
  static QueryParameter wholeNumber(String name, long least, long most) {
    return new QueryParameter(name, "is not a whole number "
        + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most),
        value -> WHOLE_NUMBER.matcher(value).matches()
            && BigInteger.valueOf(least).compareTo(new BigInteger(value)) <= 0
            && BigInteger.valueOf(most).compareTo(new BigInteger(value)) >= 0);
  }

  static QueryParameter ratio(String name) {
    return new QueryParameter(name, "is not a number from 0 to 1",
        value -> NUMBER.matcher(value).matches() && Double.parseDouble(value) <= 1);
  }

  static QueryParameter flag(String name) {
    return new QueryParameter(name, "is neither true nor false",
        value -> value.equals("true") || value.equals("false"));
  }

  /** @param choices the valid values, spelt as in openapi.yaml */
  static QueryParameter oneOf(String name, Enum<?>... choices) {
    return new QueryParameter(name, "is not one of " + Arrays.toString(choices),
        value -> Arrays.stream(choices).anyMatch(choice -> choice.name().equals(value)));
  }

  /** A comma separated list of choices, spelt as in openapi.yaml. */
  static QueryParameter someOf(String name, Enum<?>... choices) {
    Set<String> names = Arrays.stream(choices).map(Enum::name).collect(Collectors.toCollection(LinkedHashSet::new));
    return new QueryParameter(name, "is not a comma separated list of " + names,
        value -> names.containsAll(Arrays.asList(value.split(",", -1))));
  }

  static QueryParameter time(String name) {
    return new QueryParameter(name, "is not a time such as 2030-12-31T22:30:00Z", QueryParameter::isTime);
  }

  /** True for a time that fits into milliseconds since 1970. */
  private static boolean isTime(String value) {
    try {
      OffsetDateTime.parse(value).toInstant().toEpochMilli();
      return true;
    } catch (DateTimeException | ArithmeticException e) {
      return false;
    }
  }

  String name() {
    return name;
  }

  /** @throws RefusedException BAD_REQUEST if a value is invalid, or there are too many */
  void check(List<String> given) throws RefusedException {
    if (given.size() > most) {
      throw RefusedException.ofParameter(name, given.size() + " values are given; the most is " + most + ".");
    }
    for (String value : given) {
      check(value);
    }
  }

  private void check(String value) throws RefusedException {
    if (value.isEmpty()) {
      throw RefusedException.ofParameter(name, "The value is empty: leave it out or give one.");
    }
    if (!values.test(value)) {
      throw RefusedException.ofParameter(name, "'" + Excerpt.of(value) + "' " + wrong + ".");
    }
  }
}
