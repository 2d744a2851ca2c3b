// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/**
 * Exact counts of files that hold keys of more than one span, for whoever has scanned them. The metadata of such a file
 * tells only its sum. Asked only for files with tombstones, once per census and file.
 */
@FunctionalInterface
public interface SharedFileCounts {
  /** Nothing was scanned: a census tells intervals. */
  SharedFileCounts UNKNOWN = (file, cuts) -> null;

  /**
   * @param file a file that holds tombstones and more than one span
   * @param cuts the keys at which spans and the gaps between them meet inside the file, ascending, one or more; piece
   *             {@code i} of the file holds the keys from {@code cuts[i - 1]} (inclusive) to {@code cuts[i]}
   * (exclusive)
   * @return counts of {@code cuts.length + 1} pieces, or null if the file was not scanned
   */
  PieceCounts count(SstFile file, byte[][] cuts);
}
