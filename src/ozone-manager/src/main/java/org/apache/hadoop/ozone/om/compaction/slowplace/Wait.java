// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.Comparator;

/** The time in which a listing that begins at a key finds its first live key, and this key. Immutable. */
public final class Wait {
  /**
   * Sorts listings by {@link #isSlow}, then by time. Many dead entries make a listing slow even if its measured time is
   * short.
   */
  public static final Comparator<Wait> SLOWEST_LAST =
      Comparator.comparing(Wait::isSlow).thenComparingLong(Wait::unreadMicros);

  private final byte[] from;
  private final long micros;
  private final byte[] landing;
  private final boolean bounded;
  private final boolean slow;
  private final long unreadMicros;

  /** @param unreadMicros the listing takes at least this time if its blocks are read from disk; 0 if not known */
  Wait(byte[] from, long micros, byte[] landing, boolean bounded, boolean slow, long unreadMicros) {
    this.from = from;
    this.micros = micros;
    this.landing = landing;
    this.bounded = bounded;
    this.slow = slow;
    this.unreadMicros = unreadMicros;
  }

  /** The key that the listing begins at; empty for the first key of the table. */
  public byte[] from() {
    return from;
  }

  /** The time of the seek in microseconds; the shorter one if the seek was measured twice. */
  public long micros() {
    return micros;
  }

  /** The first live key that the listing finds; null if there is none, or if the measurement gave up before it. */
  public byte[] landing() {
    return landing;
  }

  /** True if the measurement gave up after very many dead entries. A listing takes longer than {@link #micros} then. */
  public boolean isBounded() {
    return bounded;
  }

  /**
   * A lower bound of the microseconds that the listing takes if its blocks must be read from disk. At least {@link
   * #micros}.
   */
  public long unreadMicros() {
    return Math.max(micros, unreadMicros);
  }

  /** True if the listing is slow, see {@link WaitLimit}. */
  public boolean isSlow() {
    return slow;
  }
}
