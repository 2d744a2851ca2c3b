// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/** Limits of reads and jobs; those of one request are as openapi.yaml declares them. Lengths are in characters. */
public final class Limits {
  /** Maximum number of rows of a page. */
  public static final int ROWS = 20_000;
  /** Rows of a page if the request does not say how many. */
  public static final int DEFAULT_ROWS = 1_000;

  /**
   * Reads of its database that an OM answers at once, and reads of jobs; to more it says BUSY. So a client of the ring
   * asks one OM no more at once.
   */
  public static final int READS_AT_ONCE = 4;

  /** Length of the name of a node or of a table. */
  static final int NAME = 64;
  static final int VOLUME = 255;
  /** Length of {@code /volume/bucket}, or of a pattern of it. */
  static final int BUCKET = 512;
  static final int NODE_IDS = 1_024;
  static final int TABLES = 512;
  /** Length of all patterns of excluded buckets together. */
  static final int EXCLUDE = 2_048;
  /** Length of a prefix of keys, or of the path of a directory. */
  static final int PREFIX = 4_096;
  /** Length of a key range as text, and of {@code prevKey}, the key at which the previous page ended. */
  static final int KEYS = 16_384;

  private Limits() {
  }
}
