// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The existing name that a wrong one was most likely meant to be. */
public final class SimilarName {
  private static final int LETTERS_PER_SLIP = 3;
  private static final int MAX_SLIPS = 3;
  /** Letters. File systems allow no longer name; to compare longer ones would cost an OM seconds. */
  private static final int MAX_LENGTH = 255;

  private SimilarName() {
  }

  /**
   * Finds the most similar name: letters added, left out or mistaken, one for each three letters, at most three.
   *
   * @return the first of equally similar names; empty if none is similar, or the wrong one is too long
   */
  public static Optional<String> of(String wrong, Collection<String> names) {
    if (wrong.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    int most = Math.min(MAX_SLIPS, wrong.length() / LETTERS_PER_SLIP);
    return names.stream().filter(name -> Math.abs(name.length() - wrong.length()) <= most)
        .filter(name -> slips(wrong, name) <= most).min(Comparator.comparingInt(name -> slips(wrong, name)));
  }

  /** Levenshtein's distance. */
  private static int slips(String wrong, String name) {
    int[] above = new int[name.length() + 1];
    for (int j = 0; j <= name.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= wrong.length(); i++) {
      int[] row = new int[name.length() + 1];
      row[0] = i;
      for (int j = 1; j <= name.length(); j++) {
        int mistaken = above[j - 1] + (wrong.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(mistaken, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[name.length()];
  }
}
