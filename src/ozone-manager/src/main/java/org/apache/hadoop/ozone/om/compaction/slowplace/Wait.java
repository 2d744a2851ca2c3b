// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.Comparator;

/** How long a list that begins at a key takes to find its first live key, and which key that is. Immutable. */
public final class Wait {
  /**
   * The order for everything that shows or takes the slowest list. A slow list comes after every list that is not slow,
   * even if it was measured to take a shorter time: it can be slow because of the dead entries that it passes. Within
   * each of the two kinds, the list with the longer {@link #unreadMicros} comes after the other one.
   */
  public static final Comparator<Wait> SLOWEST_LAST =
      Comparator.comparing(Wait::isSlow).thenComparingLong(Wait::unreadMicros);

  private final byte[] from;
  private final long micros;
  private final byte[] landing;
  private final boolean bounded;
  private final boolean slow;
  private final long unreadMicros;

  /** @param unreadMicros see {@link #unreadMicros}; 0 if no lower bound above {@code micros} is known */
  Wait(byte[] from, long micros, byte[] landing, boolean bounded, boolean slow, long unreadMicros) {
    this.from = from;
    this.micros = micros;
    this.landing = landing;
    this.bounded = bounded;
    this.slow = slow;
    this.unreadMicros = unreadMicros;
  }

  /** The key that the list begins at; empty for the first key of the table. */
  public byte[] from() {
    return from;
  }

  /** The time of the seek in microseconds; the shorter one if the seek was measured twice. */
  public long micros() {
    return micros;
  }

  /** The first live key that the list finds; null if there is none, or if the measurement gave up before it. */
  public byte[] landing() {
    return landing;
  }

  /** True if the measurement gave up after very many dead entries, so that a list takes longer than was measured. */
  public boolean isBounded() {
    return bounded;
  }

  /**
   * A lower bound of the microseconds that the list takes if RocksDB has to read the blocks from disk, for example
   * after a restart. Equal to {@link #micros} if no longer time is known.
   */
  public long unreadMicros() {
    return Math.max(micros, unreadMicros);
  }

  /** True if the list is slow, see {@link WaitLimit}. */
  public boolean isSlow() {
    return slow;
  }
}
