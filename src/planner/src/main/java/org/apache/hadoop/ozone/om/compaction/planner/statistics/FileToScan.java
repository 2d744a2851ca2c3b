// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** A file to scan, and the keys (cuts) at which the scan has to begin a new count. */
public final class FileToScan {
  private final SstFile file;
  private final SpanSlots slots;
  private final int first;
  private final int last;
  private final List<byte[]> more;

  FileToScan(SstFile file, SpanSlots slots, int first, int last) {
    this(file, slots, first, last, Collections.emptyList());
  }

  /** @param more further cuts inside the file, in any order; the ends of spans are cuts in any case */
  FileToScan(SstFile file, SpanSlots slots, int first, int last, List<byte[]> more) {
    this.file = file;
    this.slots = slots;
    this.first = first;
    this.last = last;
    this.more = more;
  }

  public SstFile file() {
    return file;
  }

  public String table() {
    return slots.table();
  }

  /** Keys inside the file, ascending, without duplicates, where the scan begins a new count. Computed on each call. */
  public byte[][] cuts() {
    byte[][] cuts = slots.cuts(first, last);
    if (more.isEmpty()) {
      return cuts;
    }
    List<byte[]> all = new ArrayList<>(cuts.length + more.size());
    Collections.addAll(all, cuts);
    all.addAll(more);
    all.sort(Keys::compare);
    List<byte[]> each = new ArrayList<>(all.size());
    for (byte[] cut : all) {
      if (each.isEmpty() || Keys.compare(each.get(each.size() - 1), cut) < 0) {
        each.add(cut);
      }
    }
    return each.toArray(new byte[0][]);
  }

  /** A lower bound of the number of {@link #cuts}; fast to compute even if the file overlaps a million spans. */
  public int leastCuts() {
    return slots.countCuts(first, last);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
