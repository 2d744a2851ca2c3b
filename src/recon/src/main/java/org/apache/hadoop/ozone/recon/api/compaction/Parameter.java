// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** One query parameter of the contract: its name, and which values it may have. */
final class Parameter {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,19}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}([.][0-9]{1,40})?([eE][+-]?[0-9]{1,3})?");

  private final String name;
  private final Predicate<String> values;
  private final String words;

  private Parameter(String name, String words, Predicate<String> values) {
    this.name = name;
    this.words = words;
    this.values = values;
  }

  /** @param most characters */
  static Parameter text(String name, int most) {
    return new Parameter(name, "has at most " + most + " characters",
        value -> value.codePointCount(0, value.length()) <= most);
  }

  /** Comma separated; @param most characters of all together. */
  static Parameter list(String name, int most) {
    return new Parameter(name, "is a comma separated list of at most " + most + " characters without empty items",
        value -> value.length() <= most
            && Arrays.stream(value.split(",", -1)).noneMatch(item -> item.trim().isEmpty()));
  }

  static Parameter wholeNumber(String name, long least, long most) {
    return new Parameter(name, "is a whole number "
        + (most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most), value -> {
      if (!WHOLE_NUMBER.matcher(value).matches()) {
        return false;
      }
      try {
        long number = Long.parseLong(value);
        return number >= least && number <= most;
      } catch (NumberFormatException e) {
        return false;
      }
    });
  }

  static Parameter ratio(String name) {
    return new Parameter(name, "is a number from 0 to 1",
        value -> NUMBER.matcher(value).matches() && Double.parseDouble(value) <= 1);
  }

  static Parameter flag(String name) {
    return new Parameter(name, "is true or false", value -> value.equals("true") || value.equals("false"));
  }

  static Parameter oneOf(String name, Enum<?>... choices) {
    return new Parameter(name, "is one of " + Arrays.toString(choices),
        value -> Arrays.stream(choices).anyMatch(choice -> choice.name().equals(value)));
  }

  String name() {
    return name;
  }

  boolean allows(String value) {
    return values.test(value);
  }

  /** What it may be, as the end of a sentence about it. */
  String words() {
    return words;
  }
}
