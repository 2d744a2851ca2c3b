// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Samples of the keys that SST files hold as puts. The samples tell how many bytes a compaction drops. Metadata does
 * not show whether a file's tombstones hide puts of the file below, as after a mass delete, or puts that were never
 * flushed, as in a table used as a queue. Repeated samples of the same file are equal, so that predictions change only
 * if files do.
 */
public interface LiveKeys {
  /** No samples: every tombstone is then taken to hide a put. */
  LiveKeys UNKNOWN = new LiveKeys() { };

  /**
   * Returns keys of puts, spread over the file so that each key represents about the same number of puts.
   *
   * @param file metadata from the table
   * @return keys in ascending order; empty if there is no sample of the file
   */
  default List<byte[]> sample(SstFile file) {
    return Collections.emptyList();
  }

  /**
   * Tells which keys of a file's sample also have an entry, put or tombstone, in another file.
   *
   * @param above the other file; if it has been deleted, it is taken to hold no entries
   * @return indexes of these keys in the sample of {@code file}
   */
  default BitSet held(SstFile file, SstFile above) {
    return new BitSet();
  }
}
