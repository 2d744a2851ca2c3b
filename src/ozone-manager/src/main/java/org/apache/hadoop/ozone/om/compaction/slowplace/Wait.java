// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

/** How long a list waits from a key on, and the live key that it comes to. Immutable. */
public final class Wait {
  private final byte[] from;
  private final long micros;
  private final byte[] landing;
  private final boolean bounded;
  private final boolean slow;

  Wait(byte[] from, long micros, byte[] landing, boolean bounded, boolean slow) {
    this.from = from;
    this.micros = micros;
    this.landing = landing;
    this.bounded = bounded;
    this.slow = slow;
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

  /** Whether a list is slow here, see {@link WaitLimit}. */
  public boolean isSlow() {
    return slow;
  }
}
