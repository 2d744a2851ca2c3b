// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.rocksdb.ReadTier;

/** Measures the time of a listing's seek to a live key. The seek gives up after a number of dead entries. */
public final class WaitProbe {
  /** A seek that takes longer is measured a second time: tombstones slow down both seeks, a busy processor only one. */
  private static final long DOUBTFUL_MICROS = 1_000;

  private final long maxSkippedEntries;

  public WaitProbe() {
    this(SkipLimit.DEFAULT_KEYS);
  }

  /** @param maxSkippedEntries how many dead entries the seek skips before it gives up; positive */
  public WaitProbe(long maxSkippedEntries) {
    this.maxSkippedEntries = maxSkippedEntries;
  }

  /**
   * Measures the seek to the first live key of a table. Ozone 2.2.0 makes this seek before each listing of keys (fixed
   * by HDDS-16250).
   */
  public Wait fromFirst(OmDatabase database, String table, WaitLimit limit) throws DatabaseUnavailableException {
    return from(database, table, SpanTables.firstKey(), limit);
  }

  /** Measures the seek from a key to the next live key. Like a listing, it does not stop at the end of a bucket. */
  public Wait from(OmDatabase database, String table, byte[] key, WaitLimit limit)
      throws DatabaseUnavailableException {
    return walk(database, table, limit).passes(key, limit.fewDeadEntries())
        ? atDeadEntries(database, table, key, limit) : fasterOfTwo(database, table, key);
  }

  /**
   * Measures like {@link #from}, for a key followed by more than a few dead entries. Also finds out whether their
   * number makes the listing slow.
   */
  Wait atDeadEntries(OmDatabase database, String table, byte[] key, WaitLimit limit)
      throws DatabaseUnavailableException {
    Wait wait = fasterOfTwo(database, table, key);
    // The seek gives up after maxSkippedEntries. If the limit of dead entries is higher, only the time decides.
    boolean many = limit.deadEntries() <= maxSkippedEntries
        && (wait.isBounded() || wait.micros() < limit.micros()
            && walk(database, table, limit).passes(key, limit.deadEntries()));
    boolean slow = many || wait.micros() >= limit.micros();
    return new Wait(key, wait.micros(), wait.landing(), wait.isBounded(), slow, many ? limit.micros() : 0);
  }

  private static LiveKeyWalk walk(OmDatabase database, String table, WaitLimit limit) {
    return new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.fewDeadEntries());
  }

  /**
   * Measures the seek; if it takes long, measures it twice and returns the faster one, so that a busy moment of the
   * machine does not count.
   */
  private Wait fasterOfTwo(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    Wait first = measure(database, table, key);
    if (first.micros() < DOUBTFUL_MICROS) {
      return first;
    }
    Wait second = measure(database, table, key);
    return second.micros() < first.micros() ? second : first;
  }

  private Wait measure(OmDatabase database, String table, byte[] key)
      throws DatabaseUnavailableException {
    return database.readKeys(ReadTier.READ_ALL_TIER, table, null, null, maxSkippedEntries, keys -> {
      long started = System.nanoTime();
      keys.seek(key);
      long micros = (System.nanoTime() - started) / 1_000;
      boolean gaveUp = SkipLimit.gaveUp(keys);
      return new Wait(key, micros, !gaveUp && keys.isValid() ? keys.key() : null, gaveUp, false, 0);
    });
  }
}
