// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a database can be asked about the inside of a table's files. Metadata does not tell it, and each answer costs
 * something: asked only for what a plan takes up. A source that does not know an answer says so; then it is assumed.
 * The same question has the same answer for as long as the table has the same files, or plans would change by
 * themselves.
 */
public interface TableSamples {
  /** Knows nothing. */
  TableSamples NONE = new TableSamples() { };
  /** More would find nothing better, and each may pass over thousands of tombstones. */
  int MAX_STEPS = 16;

  /**
   * How many bytes of files lie between keys, all levels together: what RocksDB tells as approximate sizes.
   *
   * @param keys two or more, ascending
   * @return bytes from each key to the next, one fewer than keys; null if unknown
   */
  default long[] bytesBetween(List<byte[]> keys) {
    return null;
  }

  /**
   * Which part of a file's puts younger entries hide, be it tombstones or newer puts, in files or in memory.
   *
   * @param places where to look: one in each of parts of the file that have about as many bytes as each other
   * @return null if unknown
   */
  default HiddenPuts hiddenPuts(SstFile file, List<byte[]> places) {
    return null;
  }

  /**
   * How many keys behind a place to look, fewer than {@value #MAX_STEPS}: a place is found by bytes, and what lies
   * right behind it in keys that end in digits ends in a 0 more often than not. Where every so many rows were deleted,
   * or left, the next key would tell of one kind alone. The same for the same place, so that the same question has the
   * same answer.
   */
  static int stepsBehind(byte[] place) {
    return new SplittableRandom(Arrays.hashCode(place)).nextInt(MAX_STEPS);
  }
}
