// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.monitoring;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the metrics of a PromQL query. */
final class PromQuery {
  /** Braces with label matchers, brackets with durations, and lists of labels after a keyword. */
  private static final Pattern NOT_METRICS = Pattern.compile(
      "\"[^\"]*\"|\\{[^}]*}|\\[[^]]*]|\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
  private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][\\w:]*(?!\\w)(?!\\s*\\()");
  private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "bool", "offset", "inf", "nan", "e");

  private PromQuery() {
  }

  /** The metrics that an expression names. */
  static Set<String> metrics(String expression) {
    String bare = NOT_METRICS.matcher(expression).replaceAll(" ").replaceAll("\\b\\d[\\w.]*", " ");
    Set<String> metrics = new TreeSet<>();
    for (Matcher word = WORD.matcher(bare); word.find();) {
      if (!KEYWORDS.contains(word.group().toLowerCase(Locale.ROOT))) {
        metrics.add(word.group());
      }
    }
    return metrics;
  }
}
