// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/** Start times and durations of one thread's operations. */
public final class Timings {
  private static final int FIRST = 1 << 12;

  /** {@link System#nanoTime}, in rising order. */
  private long[] began = new long[FIRST];
  private long[] nanos = new long[FIRST];
  private int count;

  /** Latencies of the operations that began within a time, in milliseconds. */
  public record Latencies(int count, double perSecond, double mean, double p50, double p99, double p999, double max) { }

  /** Adds an operation that has just ended. @param from {@link System#nanoTime} at its start */
  public synchronized void add(long from) {
    if (count == began.length) {
      began = Arrays.copyOf(began, 2 * count);
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    began[count] = from;
    nanos[count++] = System.nanoTime() - from;
  }

  private synchronized LongStream between(long from, long to) {
    return Arrays.stream(nanos, index(from), index(to));
  }

  private int index(long time) {
    int found = Arrays.binarySearch(began, 0, count, time);
    return found >= 0 ? found : -found - 1;
  }

  /** Latencies of the operations that began within a time. @param from and {@code to}: {@link System#nanoTime} */
  public Latencies latencies(long from, long to) {
    return latencies(List.of(this), from, to);
  }

  /** Merges the durations of several threads. @param from and {@code to}: {@link System#nanoTime} */
  static Latencies latencies(Collection<Timings> threads, long from, long to) {
    long[] sorted = threads.stream().flatMapToLong(thread -> thread.between(from, to)).sorted().toArray();
    return new Latencies(sorted.length, sorted.length * 1e9 / (to - from),
        Arrays.stream(sorted).average().orElse(0) / 1e6, part(sorted, 0.5), part(sorted, 0.99), part(sorted, 0.999),
        part(sorted, 1));
  }

  private static double part(long[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)] / 1e6;
  }
}
