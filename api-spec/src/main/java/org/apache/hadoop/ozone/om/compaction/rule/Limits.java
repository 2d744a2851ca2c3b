// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

/**
 * Limits of reads and jobs. Lengths are in characters. The limits of parameters and fields are also in openapi.yaml.
 */
public final class Limits {
  /** Maximum number of rows of a page. */
  public static final int ROWS = 20_000;
  /** Number of rows of a page if the request does not say how many. */
  public static final int DEFAULT_ROWS = 1_000;

  /**
   * An OM answers at most this many database reads at once, and in addition this many reads of job records. As many
   * more of each wait for three seconds; the OM refuses further reads with BUSY.
   */
  public static final int READS_AT_ONCE = 4;

  /** Maximum length of the name of a node or of a table. */
  static final int NAME = 64;
  static final int VOLUME = 255;
  /** Maximum length of {@code /volume/bucket}, or of a pattern for it. */
  static final int BUCKET = 512;
  static final int NODE_IDS = 1_024;
  static final int TABLES = 512;
  /** Maximum length of all patterns of excluded buckets together. */
  static final int EXCLUDE = 2_048;
  /** Maximum length of a prefix of keys, or of the path of a directory. */
  static final int PREFIX = 4_096;
  /** Maximum length of a key range as text, and of {@code prevKey}, the key at which the previous page ended. */
  static final int KEYS = 16_384;

  private Limits() {
  }
}
