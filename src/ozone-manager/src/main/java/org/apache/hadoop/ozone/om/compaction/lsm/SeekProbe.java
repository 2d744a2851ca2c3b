// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;

/**
 * Measures what a list of a bucket has to wait for: the seek to the first live key of a span, which steps over every
 * tombstone before it. The seek ends at the end of the span, and gives up after a number of keys, as the one that an
 * operator wants to know about may take seconds.
 */
public final class SeekProbe {
  /** About 0.1 s of stepping in memory. */
  public static final long DEFAULT_MAX_SKIPPED_KEYS = 500_000;

  private final long maxSkippedKeys;

  public SeekProbe() {
    this(DEFAULT_MAX_SKIPPED_KEYS);
  }

  /** @param maxSkippedKeys keys to step over before giving up; positive */
  public SeekProbe(long maxSkippedKeys) {
    this.maxSkippedKeys = maxSkippedKeys;
  }

  /** How long a seek took. Immutable. */
  public static final class Seek {
    private final long micros;
    private final boolean bounded;

    Seek(long micros, boolean bounded) {
      this.micros = micros;
      this.bounded = bounded;
    }

    /** Microseconds. */
    public long micros() {
      return micros;
    }

    /** Whether the probe gave up: the true seek takes longer. */
    public boolean isBounded() {
      return bounded;
    }
  }

  /** Seeks once. What it reads is not put into the block cache. */
  public Seek seek(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.read(db -> seek(db, database.columnFamily(span.table()).getHandle(), span));
  }

  private Seek seek(RocksDB db, ColumnFamilyHandle table, BucketSpan span) throws RocksDBException {
    try (ManagedReadOptions options = new ManagedReadOptions();
         ManagedSlice begin = new ManagedSlice(span.begin());
         ManagedSlice end = new ManagedSlice(span.end())) {
      options.setFillCache(false);
      options.setMaxSkippableInternalKeys(maxSkippedKeys);
      options.setIterateLowerBound(begin);
      options.setIterateUpperBound(end);
      try (RocksIterator keys = db.newIterator(table, options)) {
        long started = System.nanoTime();
        keys.seek(span.begin());
        long micros = (System.nanoTime() - started) / 1_000;
        return new Seek(micros, gaveUp(keys));
      }
    }
  }

  private static boolean gaveUp(RocksIterator keys) throws RocksDBException {
    try {
      keys.status();
      return false;
    } catch (RocksDBException e) {
      if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
        return true;
      }
      throw e;
    }
  }
}
