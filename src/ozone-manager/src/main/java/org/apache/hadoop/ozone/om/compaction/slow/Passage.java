// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksIterator;

/**
 * Passes dead entries as a list does, in steps. A step that passes more than {@link SkipLimit#DEFAULT_KEYS} dead
 * entries, or takes too long, gives up, and shorter ones follow. Not thread-safe.
 */
final class Passage {
  /** Bytes of a step after one that gave up: about 300,000 tombstones, or 30,000 rows. */
  private static final long BYTES_OF_A_STEP = 8 << 20;
  /** A step of so few bytes takes the time that it takes, so that each search comes forward. */
  private static final long LEAST_BYTES = 64 << 10;
  /** An entry in memory counts as so many bytes in the size of a step. */
  private static final long BYTES_IN_MEMORY = 32;
  /** A step that ends in less than this part of its time lets the next one be twice as large. */
  private static final int SHORT = 4;
  /** Each step of the bisection settles about one bit, so these are enough for 64 bytes of a key. */
  private static final int MAX_BISECTIONS = 512;

  private final DeadCounts counts;
  private final OmDatabase database;
  private final String table;
  private long bytesOfStep = Long.MAX_VALUE;
  /** The key at which the last step would have ended, if it gave up; else null. */
  private byte[] gaveUpBefore;

  Passage(DeadCounts counts) {
    this.counts = counts;
    this.database = counts.database();
    this.table = counts.table();
  }

  /** A step that has passed some keys. Immutable. */
  static final class Step {
    private final byte[] to;
    private final boolean live;
    private final boolean last;
    private final long micros;

    private Step(byte[] to, boolean live, boolean last, long micros) {
      this.to = to;
      this.live = live;
      this.last = last;
      this.micros = micros;
    }

    /** No live key lies between where the step began and this key, which may be the live key that it has come to. */
    byte[] to() {
      return to;
    }

    /** True if {@link #to} is a live key. */
    boolean isAtLiveKey() {
      return live;
    }

    /** True if the step has come to a live key or to an end of the table. */
    boolean isLast() {
      return last;
    }

    long micros() {
      return micros;
    }
  }

  /**
   * Passes keys from {@code from} on, towards the end of the table.
   *
   * @param time how long the step may read from files
   * @return null if the step gave up; the next call takes a shorter one
   */
  Step forward(byte[] from, Duration time) throws DatabaseUnavailableException {
    byte[] end = SpanTables.behindAllKeys();
    byte[] to = shorter(from, bytesOfStep == Long.MAX_VALUE ? end : atSize(from, end, from));
    return step(from, to, to, Keys.compare(to, end) == 0, RocksIterator::seekToFirst, time);
  }

  /** As {@link #forward}, before {@code from}; {@link Step#to} is the last live key before, if there is one. */
  Step backward(byte[] from, Duration time) throws DatabaseUnavailableException {
    byte[] begin = SpanTables.firstKey();
    byte[] to = shorter(from, bytesOfStep == Long.MAX_VALUE ? begin : atSize(begin, from, from));
    return step(to, from, to, to.length == 0, RocksIterator::seekToLast, time);
  }

  /** Halves a step that would go as far as one that has given up, or farther: sizes in memory are rough estimates. */
  private byte[] shorter(byte[] from, byte[] to) {
    boolean isForward = Keys.compare(from, to) < 0;
    if (gaveUpBefore == null || Keys.compare(to, gaveUpBefore) != 0
        && isForward == Keys.compare(to, gaveUpBefore) < 0) {
      return to;
    }
    byte[] middle =
        KeyInterpolation.between(Keys.min(from, gaveUpBefore), Keys.max(from, gaveUpBefore), 0.5);
    return middle == null ? gaveUpBefore : middle;
  }

  private interface Seek {
    void on(RocksIterator keys);
  }

  /**
   * @param to        the one of both ends that the step goes to
   * @param endsTable true if {@code to} is an end of the table
   */
  private Step step(byte[] begin, byte[] end, byte[] to, boolean endsTable, Seek seek, Duration time)
      throws DatabaseUnavailableException {
    byte[] lower = begin.length == 0 ? null : begin;
    Duration most = bytesOfStep > LEAST_BYTES ? time : null;
    Step step = database.readKeys(ReadTier.READ_ALL_TIER, table, lower, end, SkipLimit.DEFAULT_KEYS, most, keys -> {
      long started = System.nanoTime();
      seek.on(keys);
      long micros = (System.nanoTime() - started) / 1_000;
      if (SkipLimit.gaveUp(keys)) {
        return null;
      }
      return keys.isValid() ? new Step(keys.key(), true, true, micros)
          : new Step(to, false, endsTable, micros);
    });
    gaveUpBefore = step == null ? to : null;
    if (step == null) {
      bytesOfStep = bytesOfStep == Long.MAX_VALUE ? BYTES_OF_A_STEP : Math.max(LEAST_BYTES, bytesOfStep / 4);
    } else if (step.isLast()) {
      bytesOfStep = Long.MAX_VALUE;
    } else if (SHORT * step.micros() < time.toNanos() / 1_000) {
      bytesOfStep *= 2;
    }
    return step;
  }

  /**
   * Finds a key between two others so that about a step's bytes lie between it and {@code from}.
   *
   * @param from one of the other two keys
   * @return the other end if no more lies up to there
   */
  private byte[] atSize(byte[] begin, byte[] end, byte[] from) throws DatabaseUnavailableException {
    boolean fromBegin = from == begin;
    byte[] near = from;
    byte[] far = fromBegin ? end : begin;
    if (size(begin, end) <= bytesOfStep) {
      return far;
    }
    // Files bound the bisection first: between keys that begin alike it takes few steps.
    List<byte[]> edges = counts.edges(begin, end);
    if (!fromBegin) {
      Collections.reverse(edges);
    }
    int first = 0;
    for (int last = edges.size(); first < last;) {
      int middle = (first + last) >>> 1;
      if (sizeFrom(from, fromBegin, edges.get(middle)) > bytesOfStep) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    far = first < edges.size() ? edges.get(first) : far;
    near = first > 0 ? edges.get(first - 1) : near;
    for (int i = 0; i < MAX_BISECTIONS; i++) {
      byte[] middle = KeyInterpolation.between(Keys.min(near, far), Keys.max(near, far), 0.5);
      if (middle == null) {
        break;
      }
      long size = sizeFrom(from, fromBegin, middle);
      if (size > bytesOfStep) {
        far = middle;
      } else if (2 * size < bytesOfStep) {
        near = middle;
      } else {
        return middle;
      }
    }
    return far;
  }

  private long sizeFrom(byte[] from, boolean isForward, byte[] to) throws DatabaseUnavailableException {
    return isForward ? size(from, to) : size(to, from);
  }

  private long size(byte[] begin, byte[] end) throws DatabaseUnavailableException {
    BucketSpan keys = BucketSpan.unattributed(table, begin, end);
    return database.fileBytes(keys) + BYTES_IN_MEMORY * database.memtableEntries(keys);
  }
}
