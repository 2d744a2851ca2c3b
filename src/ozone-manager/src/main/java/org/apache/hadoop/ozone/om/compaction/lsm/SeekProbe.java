// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.Keys;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;

/**
 * Measures what a list has to wait for: the seek to the next live key, which steps over every tombstone before it. It
 * gives up after a number of keys, as the seek that an operator wants to know about may take seconds.
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

  /** How long a seek took, and where it came to. Immutable. */
  public static final class Seek {
    private final byte[] from;
    private final long micros;
    private final boolean bounded;
    private final byte[] landing;

    Seek(byte[] from, long micros, boolean bounded, byte[] landing) {
      this.from = from;
      this.micros = micros;
      this.bounded = bounded;
      this.landing = landing;
    }

    /** The key that was asked for; null for the first of the table. */
    public byte[] from() {
      return from;
    }

    /** Microseconds. */
    public long micros() {
      return micros;
    }

    /** Whether the probe gave up: the true seek takes longer. */
    public boolean isBounded() {
      return bounded;
    }

    /** The live key that was found; null if there is none, or the probe gave up. */
    public byte[] landing() {
      return landing;
    }
  }

  /** Seeks once to the first live key of a span, and no further than its end. */
  public Seek seek(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = options();
           ManagedSlice begin = new ManagedSlice(span.begin());
           ManagedSlice end = new ManagedSlice(span.end())) {
        options.setIterateLowerBound(begin);
        options.setIterateUpperBound(end);
        try (RocksIterator keys = db.newIterator(database.columnFamily(span.table()).getHandle(), options)) {
          return measure(keys, span.begin(), () -> keys.seek(span.begin()));
        }
      }
    });
  }

  /** Seeks once to the first live key from a key on, as a list does: on into whatever comes behind. */
  public Seek seekFrom(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = options();
           RocksIterator keys = db.newIterator(database.columnFamily(table).getHandle(), options)) {
        return measure(keys, key, () -> keys.seek(key));
      }
    });
  }

  /**
   * Seeks once to the first live key of a table. Ozone 2.2.0 does so whenever it opens an iterator without a prefix,
   * for every list of keys, before it seeks to where the list begins (RDBStoreCodecBufferIterator; mended by
   * HDDS-16250).
   */
  public Seek seekToFirst(OmDatabase database, String table) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = options();
           RocksIterator keys = db.newIterator(database.columnFamily(table).getHandle(), options)) {
        return measure(keys, null, keys::seekToFirst);
      }
    });
  }

  /**
   * Seeks to the first live key from a key on and steps on over a number of live keys: finds the place where a list
   * that comes by waits longest, and measures the seek to behind it.
   *
   * @param steps live keys to step over at most
   */
  public Seek slowestFrom(OmDatabase database, String table, byte[] key, int steps)
      throws DatabaseUnavailableException {
    byte[] slowest = database.read(db -> {
      try (ManagedReadOptions options = options();
           RocksIterator keys = db.newIterator(database.columnFamily(table).getHandle(), options)) {
        return slowestPlace(keys, key, steps);
      }
    });
    return seekFrom(database, table, slowest);
  }

  private static byte[] slowestPlace(RocksIterator keys, byte[] first, int steps) throws RocksDBException {
    byte[] place = first;
    byte[] slowest = first;
    long longest = -1;
    for (int step = 0; step <= steps; step++) {
      long started = System.nanoTime();
      if (step == 0) {
        keys.seek(first);
      } else {
        keys.next();
      }
      long took = System.nanoTime() - started;
      if (took > longest) {
        longest = took;
        slowest = place;
      }
      if (!keys.isValid()) {
        // At the end, or where stepping over tombstones was given up: that is the slowest place there is.
        return gaveUp(keys) ? place : slowest;
      }
      place = Keys.after(keys.key());
    }
    return slowest;
  }

  /** What it reads is not put into the block cache. */
  private ManagedReadOptions options() {
    ManagedReadOptions options = new ManagedReadOptions();
    options.setFillCache(false);
    options.setMaxSkippableInternalKeys(maxSkippedKeys);
    return options;
  }

  private static Seek measure(RocksIterator keys, byte[] from, Runnable seek) throws RocksDBException {
    long started = System.nanoTime();
    seek.run();
    long micros = (System.nanoTime() - started) / 1_000;
    boolean gaveUp = gaveUp(keys);
    return new Seek(from, micros, gaveUp, !gaveUp && keys.isValid() ? keys.key() : null);
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
