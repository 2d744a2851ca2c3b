// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Shortens texts of any length. */
public final class Excerpt {
  private static final int MAX_LETTERS = 100;

  private Excerpt() {
  }

  /** Shortens a client's text, to repeat it in an error message. */
  static String of(String text) {
    return of(text, MAX_LETTERS);
  }

  /** Returns the text, cut to {@code most} characters and an ellipsis if it is longer. */
  public static String of(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "...";
  }
}
