// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.database;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hdds.utils.db.managed.ManagedSlice;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LiveKeys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Range;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Draws and remembers up to {@value #SAMPLE} puts of each SST file; about 50 ms for 64 MB. Thread-safe. */
final class SstLiveKeys implements LiveKeys {
  private static final Logger LOG = LoggerFactory.getLogger(SstLiveKeys.class);
  static final int SAMPLE = 48;
  /** Number of files whose samples are remembered. The samples take 20 MB at most if a key takes about 100 bytes. */
  private static final int MAX_FILES = 4_000;
  /** Maximum number of tries to split intervals of one file. It bounds the work for files with unusual keys. */
  private static final int MAX_TRIES = 300;
  /** Where an interval is split, as parts of it; the next one is tried if no put is near. */
  private static final double[] CUTS = {0.5, 0.25, 0.75, 0.125, 0.875};
  /**
   * Minimum bytes of an interval that is split. RocksDB tells sizes only in whole blocks, in om.db of 16 KB: halving an
   * interval of one block would end at the block's first key each time.
   */
  private static final double LEAST_PART_BYTES = 64 << 10;
  /**
   * If entries are this large on average, in bytes, almost every put has a block of its own. Each step of a search then
   * reads a whole put, and a hundred searches read more than all puts together. Tombstones count as entries, because a
   * file of many tombstones and few puts would have to be passed whole.
   */
  private static final double LARGE_ENTRY_BYTES = 16 << 10;
  /**
   * A put is drawn at random among at least this many first puts of an interval. Fewer puts would bias the sample,
   * because intervals often begin at keys that end with 0.
   */
  private static final int MIN_STEPS = 48;
  private static final int MAX_STEPS = 1_000;
  /** The parts of a file at whose ends a put is looked for if the file begins or ends with too many tombstones. */
  private static final int PARTS = 16;
  /** Maximum number of times that an interval is halved. In a large file this reaches a single block. */
  private static final int MAX_HALVINGS = 12;

  private final OmDatabase database;
  private final String table;
  private final ConcurrentMap<String, List<byte[]>> samples = recent();
  private final ConcurrentMap<String, BitSet> held = recent();
  /** Names of files that could not be read within the last minute. */
  private final Cache<String, Boolean> unread;

  SstLiveKeys(OmDatabase database, String table) {
    this(database, table, Ticker.systemTicker());
  }

  SstLiveKeys(OmDatabase database, String table, Ticker ticker) {
    this.database = database;
    this.table = table;
    this.unread = ReadFaults.unread(ticker);
  }

  private static <T> ConcurrentMap<String, T> recent() {
    return CacheBuilder.newBuilder().maximumSize(MAX_FILES).<String, T>build().asMap();
  }

  @Override
  public List<byte[]> sample(SstFile file) {
    List<byte[]> sample = samples.computeIfAbsent(file.name(), name -> read(file, keys -> draw(file, keys)));
    return sample == null ? Collections.emptyList() : sample;
  }

  @Override
  public BitSet held(SstFile file, SstFile above) {
    List<byte[]> sample = sample(file);
    BitSet found = sample.isEmpty() ? null : held.computeIfAbsent(above.name() + ' ' + file.name(), names ->
        read(above, keys -> held(sample, above, keys)));
    return found == null ? new BitSet() : (BitSet) found.clone();
  }

  private static BitSet held(List<byte[]> sample, SstFile above, SstKeys keys) throws RocksDBException {
    BitSet held = new BitSet();
    KeyRange span = above.keys();
    for (int i = 0; i < sample.size(); i++) {
      byte[] key = sample.get(i);
      held.set(i, span.contains(key) && keys.holds(new KeyRange(key, key)));
    }
    return held;
  }

  @FunctionalInterface
  private interface FileRead<T> {
    T at(SstKeys keys) throws RocksDBException, DatabaseUnavailableException;
  }

  /** Runs a read of the file; returns null if the file cannot be read now. */
  private <T> T read(SstFile file, FileRead<T> read) {
    if (unread.getIfPresent(file.name()) != null) {
      return null;
    }
    try (SstKeys keys = new SstKeys(database, file)) {
      return read.at(keys);
    } catch (RocksDBException | DatabaseUnavailableException | DatabaseFaultException e) {
      LOG.debug("The keys of SST file {} cannot be read", file.name(), e);
      unread.put(file.name(), true);
      return null;
    }
  }

  private List<byte[]> draw(SstFile file, SstKeys keys) throws RocksDBException, DatabaseUnavailableException {
    if (file.tombstones() >= file.entries()) {
      return Collections.emptyList();
    }
    return file.sizeBytes() >= LARGE_ENTRY_BYTES * file.entries() ? drawOfAll(file, keys) : drawOfParts(file, keys);
  }

  private static List<byte[]> drawOfAll(SstFile file, SstKeys keys) throws RocksDBException {
    List<byte[]> puts = new ArrayList<>();
    // For each put, the bytes of the values up to its own.
    List<Long> bytes = new ArrayList<>();
    keys.forEachPut((key, valueBytes) -> {
      puts.add(key);
      bytes.add((bytes.isEmpty() ? 0 : bytes.get(bytes.size() - 1)) + valueBytes);
    });
    SplittableRandom random = new SplittableRandom(Arrays.hashCode(file.smallestKey()));
    List<byte[]> sample = new ArrayList<>();
    int put = 0;
    for (int part = 0; part < SAMPLE && !puts.isEmpty(); part++) {
      double offset = (part + random.nextDouble()) * bytes.get(bytes.size() - 1) / SAMPLE;
      while (bytes.get(put) < offset) {
        put++;
      }
      if (sample.isEmpty() || sample.get(sample.size() - 1) != puts.get(put)) {
        sample.add(puts.get(put));
      }
    }
    return sample;
  }

  private List<byte[]> drawOfParts(SstFile file, SstKeys keys) throws RocksDBException, DatabaseUnavailableException {
    KeyRange span = file.keys();
    List<Interval> intervals = split(keys, span);
    double bytes = intervals.stream().mapToDouble(interval -> interval.bytes).sum();
    SplittableRandom random = new SplittableRandom(Arrays.hashCode(file.smallestKey()));
    Set<byte[]> sample = new TreeSet<>(Keys::compare);
    int drawn = 0;
    double passed = 0;
    for (Interval interval : intervals) {
      for (; drawn < SAMPLE && passed + interval.bytes > (drawn + 0.5) * bytes / SAMPLE; drawn++) {
        Interval part = narrow(keys, interval, random.nextDouble() * interval.bytes);
        byte[] put = keys.put(new KeyRange(part.begin, part.last), random.nextInt(steps(file, part)));
        if (put == null) {
          return Collections.emptyList();
        }
        sample.add(put);
      }
      passed += interval.bytes;
    }
    return new ArrayList<>(sample);
  }

  /** The part of about a block around an offset in bytes, so that the sample is not always an interval's first keys. */
  private Interval narrow(SstKeys keys, Interval interval, double offset)
      throws RocksDBException, DatabaseUnavailableException {
    Interval part = interval;
    double rest = offset;
    for (int halvings = 0; halvings < MAX_HALVINGS && part.bytes > LEAST_PART_BYTES; halvings++) {
      byte[] middle = between(keys, part, CUTS[0]);
      if (middle == null) {
        return part;
      }
      Interval left = new Interval(part.begin, middle, bytes(part.begin, middle));
      if (rest < left.bytes) {
        part = left;
      } else {
        rest -= left.bytes;
        part = new Interval(middle, part.last, part.bytes - left.bytes);
      }
    }
    return part;
  }

  private static int steps(SstFile file, Interval part) {
    double puts = part.bytes * file.entries() / Math.max(1, file.sizeBytes());
    return (int) Math.max(MIN_STEPS, Math.min(MAX_STEPS, puts));
  }

  /** In key order; two neighbours share a key of the file. Empty if no put was found. */
  private List<Interval> split(SstKeys keys, KeyRange span) throws RocksDBException, DatabaseUnavailableException {
    KeyRange puts = puts(keys, span);
    List<Interval> small = new ArrayList<>();
    if (puts == null) {
      return small;
    }
    byte[] first = puts.begin();
    byte[] last = puts.lastKey();
    PriorityQueue<Interval> large = new PriorityQueue<>(Comparator.comparingDouble(interval -> -interval.bytes));
    large.add(new Interval(first, last, bytes(first, last)));
    double enough = Math.max(LEAST_PART_BYTES, large.element().bytes / SAMPLE);
    for (int tries = 0; !large.isEmpty() && tries < MAX_TRIES;) {
      Interval interval = large.remove();
      byte[] middle = null;
      // Around the middle there may be too many tombstones.
      for (int i = 0; i < CUTS.length && middle == null && interval.bytes > enough; i++) {
        middle = between(keys, interval, CUTS[i]);
        tries++;
      }
      if (middle == null) {
        small.add(interval);
      } else {
        large.add(new Interval(interval.begin, middle, bytes(interval.begin, middle)));
        large.add(new Interval(middle, interval.last, bytes(middle, interval.last)));
      }
    }
    small.addAll(large);
    small.sort(Comparator.comparing(interval -> interval.begin, Keys::compare));
    return small;
  }

  /**
   * The range from the first put to the last one. Where too many tombstones come before or after it, from or to a put
   * near it: a deleted bucket often lies at an end of a file. Null if no put was found.
   */
  private static KeyRange puts(SstKeys keys, KeyRange span) throws RocksDBException {
    byte[] first = keys.firstPut(span);
    if (first == null) {
      for (int part = 1; part < PARTS && first == null; part++) {
        first = keys.firstPut(new KeyRange(KeyInterpolation.inside(span, (double) part / PARTS), span.lastKey()));
      }
      first = first == null ? keys.lastPut(span) : first;
      if (first == null) {
        return null;
      }
      first = nearest(span.begin(), first, (middle, put) -> keys.firstPut(new KeyRange(middle, put)));
    }
    byte[] last = keys.lastPut(span);
    if (last == null) {
      for (int part = PARTS - 1; part > 0 && last == null; part--) {
        last = keys.lastPut(new KeyRange(span.begin(), KeyInterpolation.inside(span, (double) part / PARTS)));
      }
      last = nearest(span.lastKey(), last == null ? first : last,
          (middle, put) -> keys.lastPut(new KeyRange(put, middle)));
    }
    return new KeyRange(Keys.min(first, last), Keys.max(first, last));
  }

  @FunctionalInterface
  private interface PutRead {
    byte[] between(byte[] middle, byte[] put) throws RocksDBException;
  }

  /** A put that is nearer to an end of the file than {@code put}; {@code put} itself if halving finds none. */
  private static byte[] nearest(byte[] end, byte[] put, PutRead read) throws RocksDBException {
    byte[] passed = end;
    byte[] found = put;
    for (int halvings = 0; halvings < MAX_HALVINGS; halvings++) {
      byte[] middle = KeyInterpolation.between(Keys.min(passed, found), Keys.max(passed, found), 0.5);
      if (middle == null) {
        return found;
      }
      byte[] next = read.between(middle, found);
      if (next == null || Arrays.equals(next, found)) {
        passed = middle;
      } else {
        found = next;
      }
    }
    return found;
  }

  /**
   * Returns a put between the ends of an interval, near a key at {@code part} of it; null if there is none, or too many
   * tombstones lie around that key.
   */
  private static byte[] between(SstKeys keys, Interval interval, double part) throws RocksDBException {
    if (Keys.compare(interval.begin, interval.last) >= 0) {
      return null;
    }
    byte[] middle = KeyInterpolation.between(interval.begin, interval.last, part);
    if (middle == null) {
      return null;
    }
    byte[] behind = keys.firstPut(new KeyRange(middle, interval.last));
    if (behind != null && Keys.compare(behind, interval.last) < 0) {
      return behind;
    }
    byte[] before = keys.lastPut(new KeyRange(interval.begin, middle));
    return before != null && Keys.compare(before, interval.begin) > 0 ? before : null;
  }

  /** Estimates, from the indexes of the table's SST files, how many bytes lie between two keys. */
  private double bytes(byte[] begin, byte[] last) throws DatabaseUnavailableException {
    return database.read(db -> {
      ColumnFamilyHandle handle = database.columnFamily(table).getHandle();
      try (ManagedSlice from = new ManagedSlice(begin); ManagedSlice to = new ManagedSlice(last)) {
        return (double) db.getApproximateSizes(handle, Collections.singletonList(new Range(from, to)),
            SizeApproximationFlag.INCLUDE_FILES)[0];
      }
    });
  }

  private static final class Interval {
    private final byte[] begin;
    private final byte[] last;
    private final double bytes;

    Interval(byte[] begin, byte[] last, double bytes) {
      this.begin = begin;
      this.last = last;
      this.bytes = bytes;
    }
  }
}
