// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.rocksdb.ReadTier;

/** Measures the time of a list's seek to a live key. The seek gives up after a number of dead entries. */
final class WaitProbe {
  /** A seek that takes longer is measured a second time: tombstones slow down both seeks, a busy processor only one. */
  private static final long DOUBTFUL_MICROS = 1_000;

  private final long maxSkippedEntries;

  WaitProbe() {
    this(SkipLimit.DEFAULT_KEYS);
  }

  /** @param maxSkippedEntries how many dead entries the seek skips before it gives up; positive */
  WaitProbe(long maxSkippedEntries) {
    this.maxSkippedEntries = maxSkippedEntries;
  }

  /** The time of a seek. Immutable. */
  static final class Seek {
    private final long micros;
    private final boolean bounded;

    private Seek(long micros, boolean bounded) {
      this.micros = micros;
      this.bounded = bounded;
    }

    /** The time in microseconds; the shorter one if the seek was measured twice. */
    long micros() {
      return micros;
    }

    /** True if the measurement gave up after very many dead entries. A list takes longer than {@link #micros} then. */
    boolean isBounded() {
      return bounded;
    }
  }

  /** Measures the seek from a key to the next live key. Like a list, it does not stop at the end of a bucket. */
  Seek from(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    Seek first = measure(database, table, key);
    if (first.micros() < DOUBTFUL_MICROS) {
      return first;
    }
    Seek second = measure(database, table, key);
    return second.micros() < first.micros() ? second : first;
  }

  private Seek measure(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.READ_ALL_TIER, table, null, null, maxSkippedEntries, keys -> {
      long started = System.nanoTime();
      keys.seek(key);
      long micros = (System.nanoTime() - started) / 1_000;
      return new Seek(micros, SkipLimit.gaveUp(keys));
    });
  }
}
