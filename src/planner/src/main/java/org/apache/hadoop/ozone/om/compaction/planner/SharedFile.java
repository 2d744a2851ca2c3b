// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

/** A file with tombstones that holds keys of more than one span: what a scan for exact counts has to read. */
public final class SharedFile {
  private final SstFile file;
  private final SpanSlots slots;
  private final int first;
  private final int last;

  SharedFile(SstFile file, SpanSlots slots, int first, int last) {
    this.file = file;
    this.slots = slots;
    this.first = first;
    this.last = last;
  }

  public SstFile file() {
    return file;
  }

  /** Where the file is to be cut into pieces, as {@link SharedFileCounts#count} describes. Computed on call. */
  public byte[][] cuts() {
    return slots.cuts(first, last);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
