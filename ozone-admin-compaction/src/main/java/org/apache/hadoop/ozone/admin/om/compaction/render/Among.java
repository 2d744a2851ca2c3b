// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

/** The keys that a sentence about slow lists is about: all keys of an OM, or those that options select. */
public enum Among {
  EVERYTHING(""),
  WHAT_MATCHES(" among what matches");

  private final String words;

  Among(String words) {
    this.words = words;
  }

  /** The words to put behind what is said, with a space before them; empty for everything. */
  String words() {
    return words;
  }
}
