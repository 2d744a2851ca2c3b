// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdds.utils.db.managed.ManagedReadOptions;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Measures what a list has to wait for: the seek to the next live key, which steps over every tombstone before it. It
 * gives up after a number of keys, as the seek that an operator wants to know about may take seconds.
 */
public final class SeekProbe {
  /** Places to measure anew of those that were stepped over. */
  private static final int SUSPECTS = 3;
  /** From here on a seek is measured twice. */
  private static final long DOUBTFUL_MICROS = 1_000;

  /** A walk over live keys ends after it: while it lasts the database cannot be closed, and no cancel is seen. */
  private static final long MAX_WALK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final long maxSkippedKeys;
  private final LongSupplier nanos;

  public SeekProbe() {
    this(SkipLimit.DEFAULT_KEYS);
  }

  /** @param maxSkippedKeys keys to step over before giving up; positive */
  public SeekProbe(long maxSkippedKeys) {
    this(maxSkippedKeys, System::nanoTime);
  }

  /** @param nanos the clock of walks */
  SeekProbe(long maxSkippedKeys, LongSupplier nanos) {
    this.maxSkippedKeys = maxSkippedKeys;
    this.nanos = nanos;
  }

  /** The time of a seek, and the key that it came to. Immutable. */
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

  /** Seeks to the first live key from a key on, as a list does: on into whatever comes behind. */
  public Seek seekFrom(OmDatabase database, String table, byte[] key) throws DatabaseUnavailableException {
    return steady(database, table, keys -> measure(keys, key, () -> keys.seek(key)));
  }

  /**
   * Seeks to the first live key of a table. Ozone 2.2.0 does so whenever it opens an iterator without a prefix, for
   * every list of keys, before it seeks to where the list begins (RDBStoreCodecBufferIterator; mended by HDDS-16250).
   */
  public Seek seekToFirst(OmDatabase database, String table) throws DatabaseUnavailableException {
    return steady(database, table, keys -> measure(keys, null, keys::seekToFirst));
  }

  /** The faster of two where the first was slow: tombstones are as slow again, a processor that was busy is not. */
  private Seek steady(OmDatabase database, String table, Steps<Seek> seek) throws DatabaseUnavailableException {
    Seek first = iterate(database, table, seek);
    if (first.micros() < DOUBTFUL_MICROS) {
      return first;
    }
    Seek second = iterate(database, table, seek);
    return second.micros() < first.micros() ? second : first;
  }

  /** Steps of an iterator. */
  @FunctionalInterface
  private interface Steps<T> {
    T of(RocksIterator keys) throws RocksDBException;
  }

  /** By an iterator that does not fill the block cache. */
  private <T> T iterate(OmDatabase database, String table, Steps<T> steps) throws DatabaseUnavailableException {
    return database.read(db -> {
      try (ManagedReadOptions options = new ManagedReadOptions()) {
        options.setFillCache(false);
        options.setMaxSkippableInternalKeys(maxSkippedKeys);
        try (RocksIterator keys = db.newIterator(database.columnFamily(table).getHandle(), options)) {
          return steps.of(keys);
        }
      }
    });
  }

  /**
   * Seeks to the first live key from a key on and steps on over a number of live keys: finds the place where a list
   * that comes by waits longest, and measures the seek to behind it. Where the keys passed lie among many tombstones it
   * ends before, after 0.2 s.
   *
   * @param steps live keys to step over at most
   */
  public Seek slowestFrom(OmDatabase database, String table, byte[] key, int steps)
      throws DatabaseUnavailableException {
    Seek slowest = null;
    for (byte[] place : slowPlaces(database, table, key, steps)) {
      Seek seek = seekFrom(database, table, place);
      slowest = slowest == null || seek.micros() > slowest.micros() ? seek : slowest;
    }
    return slowest;
  }

  /** The first key and the places that were slowest: a step may have been slow only as the thread had to wait. */
  List<byte[]> slowPlaces(OmDatabase database, String table, byte[] key, int steps)
      throws DatabaseUnavailableException {
    return iterate(database, table, keys -> slowPlaces(keys, key, steps));
  }

  private List<byte[]> slowPlaces(RocksIterator keys, byte[] first, int steps) throws RocksDBException {
    TreeMap<Long, byte[]> slowest = new TreeMap<>();
    byte[] place = first;
    long began = nanos.getAsLong();
    long started = began;
    for (int step = 0; step <= steps && started - began < MAX_WALK_NANOS; step++) {
      if (step == 0) {
        keys.seek(first);
      } else {
        keys.next();
      }
      long ended = nanos.getAsLong();
      slowest.put(ended - started, place);
      started = ended;
      if (slowest.size() > SUSPECTS) {
        slowest.pollFirstEntry();
      }
      if (!keys.isValid()) {
        if (SkipLimit.gaveUp(keys)) {
          // No place is slower than one where the iterator gave up stepping over tombstones.
          return Collections.singletonList(place);
        }
        break;
      }
      place = Keys.after(keys.key());
    }
    List<byte[]> places = new ArrayList<>(slowest.values());
    if (!places.contains(first)) {
      places.add(first);
    }
    return places;
  }

  private static Seek measure(RocksIterator keys, byte[] from, Runnable seek) throws RocksDBException {
    long started = System.nanoTime();
    seek.run();
    long micros = (System.nanoTime() - started) / 1_000;
    boolean gaveUp = SkipLimit.gaveUp(keys);
    return new Seek(from, micros, gaveUp, !gaveUp && keys.isValid() ? keys.key() : null);
  }
}
