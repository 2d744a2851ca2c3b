// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Patterns of buckets that a job or a query leaves out. A pattern is {@code /volume} or {@code /volume/bucket}. In a
 * name, {@code *} stands for any characters, or none.
 */
public final class Exclusion {
  static final int MAX_PATTERNS = 100;

  private final List<Pattern> patterns;

  private static final class Pattern {
    private final String text;
    private final String volume;
    /** Null if the pattern stands for all buckets of the volume. */
    private final String bucket;

    private Pattern(String text) {
      String[] parts = text.split("/", 3);
      this.text = text;
      this.volume = parts[1];
      this.bucket = parts.length == 2 ? null : parts[2];
    }
  }

  private Exclusion(List<Pattern> patterns) {
    this.patterns = patterns;
  }

  /** @param patterns valid ones, see {@link #problem} */
  public static Exclusion of(List<String> patterns) {
    return new Exclusion(patterns.stream().map(Pattern::new).collect(Collectors.toList()));
  }

  /** Splits comma separated patterns. A blank text has none. */
  public static List<String> patterns(String text) {
    return text.trim().isEmpty() ? Collections.emptyList()
        : Arrays.stream(text.split(",", -1)).map(String::trim).collect(Collectors.toList());
  }

  /** @return the reason why patterns are malformed, as a sentence without a full stop; empty if they are valid */
  public static Optional<String> problem(List<String> patterns) {
    if (patterns.size() > MAX_PATTERNS) {
      return Optional.of(patterns.size() + " patterns at once are too many; the most is " + MAX_PATTERNS);
    }
    int length = String.join(",", patterns).length();
    if (length > Limits.EXCLUDE) {
      return Optional.of("The patterns have " + length + " characters together; at most " + Limits.EXCLUDE
          + " are allowed");
    }
    return patterns.stream().filter(pattern -> !isPath(pattern)).findFirst().map(pattern -> "'" + Excerpt.of(pattern)
        + "' excludes nothing; write a pattern as /volume or /volume/bucket, with * for any characters of a name");
  }

  private static boolean isPath(String pattern) {
    String[] parts = pattern.split("/", -1);
    // The text begins with a slash, and each slash is followed by a name.
    return (parts.length == 2 || parts.length == 3) && Arrays.asList(parts).lastIndexOf("") == 0;
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** The first pattern that excludes a bucket; empty if none does. */
  public Optional<String> patternFor(String volume, String bucket) {
    return first(volume, bucket);
  }

  /** The first pattern that excludes the bucket {@code /volume/bucket}; empty if none does. */
  public Optional<String> patternFor(String path) {
    String[] parts = path.split("/", 3);
    return first(parts[1], parts[2]);
  }

  /** The first pattern that excludes every possible bucket of a volume; empty if none does. */
  public Optional<String> patternForAllOf(String volume) {
    return first(volume, null);
  }

  /** The first pattern that excludes every possible bucket; empty if none does. */
  public Optional<String> patternForAll() {
    return first(null, null);
  }

  private Optional<String> first(String volume, String bucket) {
    return patterns.stream()
        .filter(pattern -> matches(pattern.volume, volume)
            && (pattern.bucket == null || matches(pattern.bucket, bucket)))
        .map(pattern -> pattern.text).findFirst();
  }

  /**
   * True if a pattern matches a name; a null name stands for all possible names. Does not use a regular expression,
   * because matching could take exponential time.
   */
  private static boolean matches(String pattern, String name) {
    if (name == null) {
      return pattern.chars().allMatch(letter -> letter == '*');
    }
    int inPattern = 0;
    int inName = 0;
    int star = -1;
    int behindStar = 0;
    while (inName < name.length()) {
      if (inPattern < pattern.length() && pattern.charAt(inPattern) == '*') {
        star = inPattern++;
        behindStar = inName;
      } else if (inPattern < pattern.length() && pattern.charAt(inPattern) == name.charAt(inName)) {
        inPattern++;
        inName++;
      } else if (star >= 0) {
        inPattern = star + 1;
        inName = ++behindStar;
      } else {
        return false;
      }
    }
    return pattern.substring(inPattern).chars().allMatch(letter -> letter == '*');
  }
}
