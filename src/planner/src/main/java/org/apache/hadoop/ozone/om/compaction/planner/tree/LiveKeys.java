// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Samples of the keys that SST files hold as puts. Looking up these keys in other files shows how many puts tombstones
 * hide, and so how many bytes a compaction drops. Repeated samples of the same file are equal.
 */
public interface LiveKeys {
  /** No samples: every tombstone is then assumed to hide a put. */
  LiveKeys UNKNOWN = new LiveKeys() { };

  /**
   * Returns keys of puts, so that each key represents about the same number of puts.
   *
   * @param file metadata from the table
   * @return keys in ascending order; empty if there is no sample of the file
   */
  default List<byte[]> sample(SstFile file) {
    return Collections.emptyList();
  }

  /**
   * Tells which keys of a file's sample also have a put or tombstone in another file.
   *
   * @param above the other file; assumed to have no entries if it has been deleted
   * @return indexes in the sample of {@code file}
   */
  default BitSet held(SstFile file, SstFile above) {
    return new BitSet();
  }
}
