// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

/** How long a list waits from a key on, and the live key that it comes to. Immutable. */
public final class Wait {
  private final byte[] from;
  private final long micros;
  private final byte[] landing;
  private final boolean bounded;
  private final boolean slow;
  private final long unreadMicros;

  /** @param unreadMicros 0 where the list passes fewer dead entries than make it slow */
  Wait(byte[] from, long micros, byte[] landing, boolean bounded, boolean slow, long unreadMicros) {
    this.from = from;
    this.micros = micros;
    this.landing = landing;
    this.bounded = bounded;
    this.slow = slow;
    this.unreadMicros = unreadMicros;
  }

  /** The key that was asked for; empty for the first of the table. */
  public byte[] from() {
    return from;
  }

  /** Microseconds, the faster of two measurements. */
  public long micros() {
    return micros;
  }

  /** The first live key; null if there is none, or measuring gave up. */
  public byte[] landing() {
    return landing;
  }

  /** Whether measuring gave up after very many dead entries: the true wait is longer. */
  public boolean isBounded() {
    return bounded;
  }

  /**
   * Microseconds that a list takes here at least where RocksDB has to read the blocks, as the first one after a restart
   * has to; not more than {@link #micros} where that is not known.
   */
  public long unreadMicros() {
    return Math.max(micros, unreadMicros);
  }

  /** Whether a list is slow here, see {@link WaitLimit}. */
  public boolean isSlow() {
    return slow;
  }
}
