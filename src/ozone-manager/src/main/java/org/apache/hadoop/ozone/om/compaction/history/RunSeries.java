// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.history;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** How many tombstones were in a row in one span, at a fixed interval. Immutable. */
public final class RunSeries {
  /** Nothing was seen then. */
  public static final long UNKNOWN = -1;
  /** What counts for the slope: two days of hours. The slopes of all pairs are some thousand. */
  private static final int MAX_SLOPED = 48;
  private static final int MIN_SLOPED = 3;
  /** What has lost half was compacted, or overwritten: it begins anew. */
  private static final double FALL = 0.5;

  private final long intervalMillis;
  private final long lastMillis;
  private final long[] tombstones;

  /**
   * @param intervalMillis between two of them
   * @param lastMillis     since 1970, of the last one
   * @param tombstones     the oldest first, or {@link #UNKNOWN}; not changed any more
   */
  RunSeries(long intervalMillis, long lastMillis, long... tombstones) {
    this.intervalMillis = intervalMillis;
    this.lastMillis = lastMillis;
    this.tombstones = tombstones;
  }

  public long intervalMillis() {
    return intervalMillis;
  }

  /** Since 1970, of the last one. */
  public long lastMillis() {
    return lastMillis;
  }

  /** The oldest first, {@link #UNKNOWN} where nothing was seen; begins with what is known. */
  public long[] tombstones() {
    int first = 0;
    while (first < tombstones.length && tombstones[first] == UNKNOWN) {
      first++;
    }
    return Arrays.copyOfRange(tombstones, first, tombstones.length);
  }

  /** Place of the last one with any, -1 if there is none. */
  int lastWithAny() {
    int place = tombstones.length - 1;
    while (place >= 0 && tombstones[place] <= 0) {
      place--;
    }
    return place;
  }

  /**
   * Where it is going: the median of the slopes between any two (Theil and Sen), which a few odd ones do not move.
   *
   * @return tombstones per interval, since the last fall; empty where too few are known
   */
  public OptionalDouble slope() {
    int[] places = sinceLastFall();
    if (places.length < MIN_SLOPED) {
      return OptionalDouble.empty();
    }
    DoubleStream.Builder slopes = DoubleStream.builder();
    for (int i = 0; i < places.length; i++) {
      for (int j = i + 1; j < places.length; j++) {
        slopes.add((double) (tombstones[places[j]] - tombstones[places[i]]) / (places[j] - places[i]));
      }
    }
    double[] sorted = slopes.build().sorted().toArray();
    int middle = sorted.length / 2;
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }

  /** Places of those known, of the last {@link #MAX_SLOPED}. */
  private int[] sinceLastFall() {
    int from = Math.max(0, tombstones.length - MAX_SLOPED);
    int[] places = new int[tombstones.length - from];
    int count = 0;
    for (int place = from; place < tombstones.length; place++) {
      if (tombstones[place] != UNKNOWN) {
        if (count > 0 && tombstones[place] < FALL * tombstones[places[count - 1]]) {
          count = 0;
        }
        places[count++] = place;
      }
    }
    return Arrays.copyOf(places, count);
  }
}
