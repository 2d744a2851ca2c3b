// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Buckets that are left out, by patterns: {@code /volume} for all buckets of a volume, or {@code /volume/bucket}. In
 * each name {@code *} stands for any characters, or none. Whatever is replicated holds the patterns, not the buckets:
 * each OM matches them when it plans. Immutable.
 */
public final class Exclusion {
  static final int MAX_PATTERNS = 100;

  private final List<String> patterns;

  private Exclusion(List<String> patterns) {
    this.patterns = patterns;
  }

  /** @param patterns without a {@link #problem} */
  public static Exclusion of(List<String> patterns) {
    return new Exclusion(patterns);
  }

  /** @param text patterns, comma separated; may be blank */
  public static List<String> patterns(String text) {
    return text.trim().isEmpty() ? Arrays.asList()
        : Arrays.stream(text.split(",", -1)).map(String::trim).collect(Collectors.toList());
  }

  /** What is wrong with the form of patterns, as a sentence without its end; empty if nothing is. */
  public static Optional<String> problem(List<String> patterns) {
    if (patterns.size() > MAX_PATTERNS) {
      return Optional.of(patterns.size() + " patterns at once are too many; the most is " + MAX_PATTERNS);
    }
    int length = String.join(",", patterns).length();
    if (length > Limits.EXCLUDE) {
      return Optional.of("The patterns have " + length + " characters together; at most " + Limits.EXCLUDE
          + " are allowed");
    }
    return patterns.stream().filter(pattern -> !isPath(pattern)).findFirst().map(pattern -> "'" + Shown.of(pattern)
        + "' excludes nothing; write a pattern as /volume or /volume/bucket, with * for any characters of a name");
  }

  private static boolean isPath(String pattern) {
    String[] parts = pattern.split("/", -1);
    return (parts.length == 2 || parts.length == 3) && parts[0].isEmpty()
        && Arrays.stream(parts).skip(1).noneMatch(String::isEmpty);
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** The first pattern that excludes a bucket. */
  public Optional<String> patternFor(String volume, String bucket) {
    return first(volume, bucket);
  }

  /** The first pattern that excludes a bucket; @param path {@code /volume/bucket} */
  public Optional<String> patternFor(String path) {
    String[] parts = path.split("/", 3);
    return first(parts[1], parts[2]);
  }

  /** The first pattern that excludes all buckets of a volume, whatever their names. */
  public Optional<String> patternForAllOf(String volume) {
    return first(volume, null);
  }

  /** The first pattern that excludes all buckets, whatever their names. */
  public Optional<String> patternForAll() {
    return first(null, null);
  }

  private Optional<String> first(String volume, String bucket) {
    return patterns.stream().filter(pattern -> {
      String[] parts = pattern.split("/", 3);
      return matches(parts[1], volume) && (parts.length == 2 || matches(parts[2], bucket));
    }).findFirst();
  }

  /**
   * Whether a pattern matches a name. Takes at most the product of both lengths, unlike a regular expression.
   *
   * @param name null for whatever name there may be
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
