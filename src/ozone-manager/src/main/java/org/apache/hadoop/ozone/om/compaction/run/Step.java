// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;

/** One call of compactRange. Immutable. */
final class Step {
  /** What RocksDB is asked to do. */
  enum Kind {
    /** {@link RangeCompactor#mergeDown}. */
    MERGE_DOWN,
    /** {@link RangeCompactor#rewriteLowest}. */
    REWRITE_LOWEST
  }

  private final Kind kind;
  private final KeyRange range;
  private final long bytes;

  /** @param bytes of the files that overlap the range: about the most that the step writes */
  Step(Kind kind, KeyRange range, long bytes) {
    this.kind = kind;
    this.range = range;
    this.bytes = bytes;
  }

  Kind kind() {
    return kind;
  }

  KeyRange range() {
    return range;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public String toString() {
    return kind + " " + range;
  }
}
