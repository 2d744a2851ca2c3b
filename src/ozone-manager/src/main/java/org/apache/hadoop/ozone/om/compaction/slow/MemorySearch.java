// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;

/**
 * Where the search of a table's memtables for tombstones goes on. A search may take several looks, during which clients
 * write. Not thread-safe.
 */
final class MemorySearch {
  private static final byte[] FIRST = SpanTables.firstKey();

  /** The memtables that were searched to their end; null if none were. */
  private Memtables searched;
  /** The memtables when the search that goes on at {@link #next} began. */
  private Memtables atBegin;
  /** The key from which to go on; null to begin at the first key. */
  private byte[] next;

  /** Returns the key from which to search now; null if there is nothing to search. */
  byte[] from(Memtables now, WaitLimit limit) {
    if (!limit.maySlowDown(now.tombstones())) {
      next = null;
      return null;
    }
    if (now.areUnchangedSince(searched)) {
      return null;
    }
    if (next == null) {
      atBegin = now;
      return FIRST;
    }
    return next;
  }

  /**
   * Notes where a look has ended, and returns the first key that is not searched; null if all keys are.
   *
   * @param now  the memtables when the look began
   * @param left the key from which to go on; null at the end of the memtables
   */
  byte[] ended(Memtables now, byte[] left) {
    next = left;
    // Clients may have written tombstones meanwhile before the keys that were searched last.
    searched = left == null && now.areUnchangedSince(atBegin) ? now : null;
    return left == null && searched == null ? FIRST : left;
  }
}
