// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * Draws samples of the keys that SST files hold as puts. Metadata does not tell whether the tombstones of a file hide
 * puts of the file below, as after a mass delete, or puts that died in memory, as in a queue: how much of the lower
 * file goes away with them is not known without a sample. The same question has the same answer for as long as the
 * table has the same files, or predictions would change by themselves.
 */
public interface LiveKeys {
  /** Knows nothing: every tombstone is taken to hide a put. */
  LiveKeys UNKNOWN = new LiveKeys() { };

  /**
   * Keys of puts, spread over the file so that each stands for about as many puts as any other.
   *
   * @param file as the table's metadata has it
   * @return ascending; empty if nothing is known
   */
  default List<byte[]> sample(SstFile file) {
    return Collections.emptyList();
  }

  /**
   * Of which keys of a file's sample another file holds an entry, be it a put or a tombstone.
   *
   * @param above a file that may be gone by now, which then holds nothing
   * @return by place in the sample
   */
  default BitSet held(SstFile file, SstFile above) {
    return new BitSet();
  }
}
