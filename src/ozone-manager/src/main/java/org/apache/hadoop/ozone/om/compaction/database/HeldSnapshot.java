// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import java.time.Instant;
import java.util.Optional;

/**
 * Tells of a snapshot of RocksDB that code in OM's process holds open. While it is open, compactions keep the
 * tombstones of all that was deleted after it, and the rows. Ozone snapshots are checkpoints, other databases, and keep
 * none. Stock OMs hold none either, so operators do not expect one.
 */
public final class HeldSnapshot {
  private HeldSnapshot() {
  }

  /** A clause on the oldest snapshot that is open now; empty if there is none. */
  public static Optional<String> of(OmDatabase database) throws DatabaseUnavailableException {
    long seconds = database.number(OmDatabase.EMPTY_TABLE, "rocksdb.oldest-snapshot-time");
    return seconds == 0 ? Optional.empty()
        : Optional.of("a snapshot of this OM's RocksDB, which is no Ozone snapshot, is open since "
            + Instant.ofEpochSecond(seconds) + " and keeps what was deleted after that, tombstones and all, until it is"
            + " released, at the latest by a restart of the OM");
  }
}
