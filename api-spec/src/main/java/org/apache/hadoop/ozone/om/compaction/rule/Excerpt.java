// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Shortens a client's text to 100 characters and an ellipsis, to repeat it in an error message. */
final class Excerpt {
  private static final int MAX_LETTERS = 100;

  private Excerpt() {
  }

  static String of(String text) {
    return text.length() <= MAX_LETTERS ? text : text.substring(0, MAX_LETTERS) + "...";
  }
}
