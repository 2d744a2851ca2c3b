// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Shortens a text that a stranger sent to what an error message may repeat. */
final class Excerpt {
  private static final int MAX_LETTERS = 100;

  private Excerpt() {
  }

  static String of(String text) {
    return text.length() <= MAX_LETTERS ? text : text.substring(0, MAX_LETTERS) + "...";
  }
}
