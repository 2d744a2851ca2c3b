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

  /** Keys of puts, ascending, each for about the same number of puts; empty if there is no sample of the file. */
  default List<byte[]> sample(SstFile file) {
    return Collections.emptyList();
  }

  /** Indexes in the sample of {@code file} of keys with an entry in {@code above}; none if that has been deleted. */
  default BitSet held(SstFile file, SstFile above) {
    return new BitSet();
  }
}
