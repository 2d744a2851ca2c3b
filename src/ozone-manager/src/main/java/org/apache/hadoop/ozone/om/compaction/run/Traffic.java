// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

/** Bytes of SST files that compactions read and wrote. Immutable. */
final class Traffic {
  static final Traffic NONE = new Traffic(0, 0);

  private final long readBytes;
  private final long writtenBytes;

  Traffic(long readBytes, long writtenBytes) {
    this.readBytes = readBytes;
    this.writtenBytes = writtenBytes;
  }

  long readBytes() {
    return readBytes;
  }

  long writtenBytes() {
    return writtenBytes;
  }

  Traffic plus(Traffic other) {
    return new Traffic(readBytes + other.readBytes, writtenBytes + other.writtenBytes);
  }

  /** What was added since an earlier reading. */
  Traffic since(Traffic earlier) {
    return new Traffic(Math.max(0, readBytes - earlier.readBytes), Math.max(0, writtenBytes - earlier.writtenBytes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Traffic && readBytes == ((Traffic) other).readBytes
        && writtenBytes == ((Traffic) other).writtenBytes;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(readBytes) + Long.hashCode(writtenBytes);
  }

  @Override
  public String toString() {
    return "read " + readBytes + ", written " + writtenBytes + " bytes";
  }
}
