// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/**
 * The bytes of SST files that compactions, or a flush, read and write: expected values, often fractions, and bounds.
 */
public final class Price {
  public static final Price NONE = new Price(0, 0, 0, 0, 0);

  private final double readBytes;
  private final double mostReadBytes;
  private final double writeBytes;
  private final double leastWriteBytes;
  private final double mostWriteBytes;

  private Price(double readBytes, double mostReadBytes, double writeBytes, double leastWriteBytes,
      double mostWriteBytes) {
    this.readBytes = readBytes;
    this.mostReadBytes = mostReadBytes;
    this.writeBytes = writeBytes;
    this.leastWriteBytes = leastWriteBytes;
    this.mostWriteBytes = mostWriteBytes;
  }

  /** A price whose bounds are equal to the expected bytes read and written. */
  public static Price of(double readBytes, double writeBytes) {
    return new Price(readBytes, readBytes, writeBytes, writeBytes, writeBytes);
  }

  /** A copy with these bounds. The expected number replaces a bound that contradicts it. */
  public Price within(double mostRead, double leastWritten, double mostWritten) {
    return new Price(readBytes, Math.max(readBytes, mostRead), writeBytes, Math.min(writeBytes, leastWritten),
        Math.max(writeBytes, mostWritten));
  }

  /** A copy whose upper bounds, of bytes read and of bytes written, are higher by {@code bytes}. */
  public Price plusAtMost(long bytes) {
    return new Price(readBytes, mostReadBytes + bytes, writeBytes, leastWriteBytes, mostWriteBytes + bytes);
  }

  public Price plus(Price other) {
    return new Price(readBytes + other.readBytes, mostReadBytes + other.mostReadBytes, writeBytes + other.writeBytes,
        leastWriteBytes + other.leastWriteBytes, mostWriteBytes + other.mostWriteBytes);
  }

  public static Price sum(Stream<Price> all) {
    return all.reduce(NONE, Price::plus);
  }

  /** Expected bytes read; a file that is read twice counts twice. */
  public long readBytes() {
    return Math.round(readBytes);
  }

  public long mostReadBytes() {
    return Math.round(mostReadBytes);
  }

  public long writeBytes() {
    return Math.round(writeBytes);
  }

  /** Upper bound of bytes written. This much disk space and write budget has to be free. */
  public long mostWriteBytes() {
    return Math.round(mostWriteBytes);
  }

  /** Bounds of bytes written. They are far apart if a step compacts a file that an earlier step writes. */
  public CountInterval writeInterval() {
    return new CountInterval(Math.round(leastWriteBytes), Math.round(mostWriteBytes));
  }

  @Override
  public String toString() {
    return "reads " + readBytes() + ", writes " + writeBytes() + " bytes";
  }
}
