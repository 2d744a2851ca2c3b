// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the existing name that a user most likely meant by a misspelt one. */
public final class SimilarName {
  private static final int LETTERS_PER_SLIP = 3;
  private static final int MAX_SLIPS = 3;
  /** A name is near as well if it goes on as the other begins, such as orders-2024 and orders. */
  private static final double SIMILAR = 0.88;
  private static final JaroWinklerSimilarity SIMILARITY = new JaroWinklerSimilarity();

  private SimilarName() {
  }

  /**
   * Returns the most similar name; empty if none is near. Near is one wrong letter in three, and three wrong letters at
   * most. Capitals do not count. Of a path, such as /volume/bucket, each part has to be near: what is right in one part
   * says nothing of the other.
   */
  public static Optional<String> of(String wrong, Collection<String> names) {
    String[] parts = parts(wrong);
    return names.stream().filter(name -> areNear(parts, parts(name)))
        .max(Comparator.comparingDouble(name -> similarity(parts, parts(name))));
  }

  private static boolean areNear(String[] parts, String[] others) {
    return parts.length == others.length
        && IntStream.range(0, parts.length).allMatch(i -> isNear(parts[i], others[i]));
  }

  private static boolean isNear(String wrong, String name) {
    // With a threshold, a comparison takes time linear in the length of the names; without one, quadratic time.
    return new LevenshteinDistance(Math.min(MAX_SLIPS, wrong.length() / LETTERS_PER_SLIP)).apply(wrong, name) >= 0
        || SIMILARITY.apply(wrong, name) >= SIMILAR;
  }

  /** The similarity of the least similar part, from 0 to 1. */
  private static double similarity(String[] parts, String[] others) {
    return IntStream.range(0, parts.length).mapToDouble(i -> SIMILARITY.apply(parts[i], others[i])).min().orElse(0);
  }

  private static String[] parts(String name) {
    return name.toLowerCase(Locale.ROOT).split("/", -1);
  }
}
