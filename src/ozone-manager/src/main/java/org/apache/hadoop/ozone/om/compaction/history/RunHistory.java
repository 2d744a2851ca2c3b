// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.history;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of this OM's worst runs: for each of {@link #SAMPLES} intervals how many tombstones were in a row in each
 * of the worst spans, and in the heads of tables. A ring, so its size is bounded: about 700 bytes and a key for each of
 * {@link #MAX_SPANS} spans and each head. Times are milliseconds since 1970. Thread-safe.
 */
public final class RunHistory {
  /** A week of hours. */
  public static final int SAMPLES = 168;
  /** The worst ones; heads of tables are remembered besides. */
  public static final int MAX_SPANS = 200;
  private static final int UNKNOWN = (int) RunSeries.UNKNOWN;

  private final long intervalMillis;
  /** By place in the ring, which interval since 1970 it is of: not of the last ones where the clock was set. */
  private final long[] intervals = new long[SAMPLES];
  private final Map<SpanName, int[]> spans = new HashMap<>();
  private long last = UNKNOWN;

  /** @param interval at least a millisecond */
  public RunHistory(Duration interval) {
    this.intervalMillis = interval.toMillis();
    Arrays.fill(intervals, UNKNOWN);
  }

  /** Whether nothing is remembered of the interval that it is now. */
  public synchronized boolean isDue(long now) {
    return last != now / intervalMillis;
  }

  /**
   * @param worst    tombstones in the worst run of the worst spans, {@link #MAX_SPANS} at most, and in heads
   * @param complete whether no other span has any
   */
  public synchronized void add(long now, Map<SpanName, Long> worst, boolean complete) {
    last = now / intervalMillis;
    int place = place(last);
    intervals[place] = last;
    worst.keySet().forEach(name -> spans.computeIfAbsent(name, any -> unknown()));
    spans.forEach((name, tombstones) -> tombstones[place] = (int) Math.min(Integer.MAX_VALUE,
        worst.getOrDefault(name, name.isHead() || complete ? 0L : RunSeries.UNKNOWN)));
    spans.values().removeIf(tombstones -> Arrays.stream(tombstones).noneMatch(count -> count > 0));
    forgetBeyondMost();
  }

  private static int[] unknown() {
    int[] tombstones = new int[SAMPLES];
    Arrays.fill(tombstones, UNKNOWN);
    return tombstones;
  }

  /** Those go first that were among the worst the longest ago. */
  private void forgetBeyondMost() {
    List<SpanName> names = spans.keySet().stream().filter(name -> !name.isHead()).collect(Collectors.toList());
    names.stream().sorted(Comparator.comparingInt(name -> series(spans.get(name)).lastWithAny()))
        .limit(Math.max(0, names.size() - MAX_SPANS)).forEach(spans::remove);
  }

  /** Empty if it was not among the worst in all that time. */
  public synchronized Optional<RunSeries> of(SpanName name) {
    return Optional.ofNullable(spans.get(name)).map(this::series);
  }

  private synchronized RunSeries series(int[] tombstones) {
    long[] inOrder = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long interval = last - (SAMPLES - 1) + i;
      int place = place(interval);
      inOrder[i] = intervals[place] == interval ? tombstones[place] : RunSeries.UNKNOWN;
    }
    return new RunSeries(intervalMillis, last * intervalMillis, inOrder);
  }

  private static int place(long interval) {
    return (int) Math.floorMod(interval, SAMPLES);
  }
}
