// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/** Sizes of a file's entries before compression, as its table properties tell them. Immutable. */
public final class RawSizes {
  private final long keyBytes;
  private final long valueBytes;

  /**
   * @param keyBytes   of all keys, those of tombstones among them: {@code raw_key_size}; clamped to {@code [0, 2^42]}
   * @param valueBytes of all values; tombstones have none: {@code raw_value_size}; clamped to {@code [0, 2^42]}
   */
  public RawSizes(long keyBytes, long valueBytes) {
    this.keyBytes = SstFile.clamp(keyBytes, SstFile.MOST);
    this.valueBytes = SstFile.clamp(valueBytes, SstFile.MOST);
  }

  public long keyBytes() {
    return keyBytes;
  }

  public long valueBytes() {
    return valueBytes;
  }
}
