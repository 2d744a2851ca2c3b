// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the existing name that a user most likely meant by a misspelt one. */
public final class SimilarName {
  private static final int LETTERS_PER_SLIP = 3;
  private static final int MAX_SLIPS = 3;

  private SimilarName() {
  }

  /**
   * Returns the name with the fewest wrong letters; empty if none is similar. Added and missing letters count as
   * wrong. Allows one wrong letter in three, and three wrong letters at most.
   */
  public static Optional<String> of(String wrong, Collection<String> names) {
    // With a threshold, a comparison takes time linear in the length of the names; without one, quadratic time.
    LevenshteinDistance slips = new LevenshteinDistance(Math.min(MAX_SLIPS, wrong.length() / LETTERS_PER_SLIP));
    return names.stream().filter(name -> slips.apply(wrong, name) >= 0)
        .min(Comparator.comparingInt(name -> slips.apply(wrong, name)));
  }
}
