// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;

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
  private final Collection<SstFile> files;

  /**
   * @param bytes about the most that the step writes
   * @param files that the step reads, as far as they are known
   */
  Step(Kind kind, KeyRange range, long bytes, Collection<SstFile> files) {
    this.kind = kind;
    this.range = range;
    this.bytes = bytes;
    this.files = files;
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

  /** Of the files that it reads, as far as they are known. */
  long readBytes() {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }

  Collection<SstFile> files() {
    return files;
  }

  @Override
  public String toString() {
    return kind + " " + range;
  }
}
