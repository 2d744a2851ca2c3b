// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Collection;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;

/** One call of RocksDB's compactRange, which is never exclusive. Immutable. */
public final class CompactionStep {
  /** What RocksDB is asked to do. */
  public enum Kind {
    /**
     * Merge every level above into the lowest level that holds keys of the range. That level's own files are rewritten
     * only where something comes down to them.
     */
    MERGE_DOWN,
    /**
     * Rewrite the files of the range in the lowest level that holds keys of it, without the tombstones that hide
     * nothing any more. Only where nothing is left to merge down: what levels above bring is rewritten twice.
     */
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
  public CompactionStep(Kind kind, KeyRange range, long bytes, Collection<SstFile> files) {
    this.kind = kind;
    this.range = range;
    this.bytes = bytes;
    this.files = files;
  }

  public Kind kind() {
    return kind;
  }

  public KeyRange range() {
    return range;
  }

  /** About the most that it writes. */
  public long bytes() {
    return bytes;
  }

  /** Bytes of the files that it reads, as far as they are known. */
  public long readBytes() {
    return files.stream().mapToLong(SstFile::sizeBytes).sum();
  }

  /** That it reads, as far as they are known. */
  public Collection<SstFile> files() {
    return files;
  }

  @Override
  public String toString() {
    return kind + " " + range;
  }
}
