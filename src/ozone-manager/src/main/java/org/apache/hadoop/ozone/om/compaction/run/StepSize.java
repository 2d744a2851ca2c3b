// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

/**
 * How much one step may read, so that it is over in a second or two: RocksDB can neither be slowed down nor be asked to
 * stop in a step, and a writer beside it feels each one. Follows what steps of this turn have read per second. Plain
 * arithmetic.
 */
final class StepSize {
  private static final long MAX_MILLIS = 1_500;
  /** OM's SST files are this large, and RocksDB compacts whole files. Also what a turn begins with. */
  private static final long FILE_BYTES = 64L << 20;

  private final long maxBytes;
  private long bytes;
  private long millis;

  /** @param maxBytes of a range, as configured or asked for */
  StepSize(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes a step into account. */
  void took(long readBytes, long elapsedMillis) {
    bytes += readBytes;
    millis += elapsedMillis;
  }

  /** @return bytes that the next step should read at most; more if the files in its range are larger */
  long bytes() {
    long inTime = millis == 0 ? 0 : (long) ((double) bytes / millis * MAX_MILLIS);
    return Math.min(maxBytes, Math.max(FILE_BYTES, inTime));
  }
}
