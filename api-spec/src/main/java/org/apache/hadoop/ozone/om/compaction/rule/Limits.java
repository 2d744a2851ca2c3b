// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Limits of one request, as the contract declares them. Texts in characters. */
public final class Limits {
  /** Rows of a page. */
  public static final int ROWS = 20_000;
  /** Rows of a page when nobody says how many. */
  public static final int DEFAULT_ROWS = 1_000;

  /** The name of a node or of a table. */
  static final int NAME = 64;
  static final int VOLUME = 255;
  /** With its volume. */
  static final int BUCKET = 512;
  static final int NODE_IDS = 1_024;
  static final int TABLES = 512;
  /** Patterns of buckets to leave out, all together. */
  static final int EXCLUDE = 2_048;
  /** Letters of a prefix of keys, or of the path of a directory. */
  static final int PREFIX = 4_096;
  /** Keys as text, and where a page ended. */
  static final int KEYS = 16_384;

  private Limits() {
  }
}
