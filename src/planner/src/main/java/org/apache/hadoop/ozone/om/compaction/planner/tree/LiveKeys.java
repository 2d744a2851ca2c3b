// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Samples of the keys that SST files hold as puts. They tell how many bytes a compaction drops: metadata does not show
 * whether a file's tombstones hide puts of the file below, as after a mass delete, or puts that never left the
 * memtable, as in a queue. Samples of the same files are always the same, so that predictions do not change by
 * themselves.
 */
public interface LiveKeys {
  /** Without samples; every tombstone is taken to hide a put. */
  LiveKeys UNKNOWN = new LiveKeys() { };

  /**
   * Returns keys of puts, spread over the file so that each represents about the same number of puts.
   *
   * @param file from the table's metadata
   * @return ascending; empty if nothing is known
   */
  default List<byte[]> sample(SstFile file) {
    return Collections.emptyList();
  }

  /**
   * Returns which keys of a file's sample another file has an entry for, put or tombstone.
   *
   * @param above if it has been deleted, it is taken to hold nothing
   * @return by index in the sample
   */
  default BitSet held(SstFile file, SstFile above) {
    return new BitSet();
  }
}
