// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** The counts of a table's spans, and of any other keys of it. Immutable. */
final class CountedTable {
  private final TableFiles files;
  private final SpanSlots slots;
  private final CountedSpans spans;

  /** @param spans of the files, by the slots */
  CountedTable(TableFiles files, SpanSlots slots, CountedSpans spans) {
    this.files = files;
    this.slots = slots;
    this.spans = spans;
  }

  TableFiles files() {
    return files;
  }

  /**
   * The counts of any keys of the table: a bucket, part of one, or several.
   *
   * @throws IllegalArgumentException if the span belongs to another table
   */
  SpanStatistics of(BucketSpan span) {
    SpanStatistics known = spans.ofSlot(slots.of(span));
    if (known != null) {
      return known;
    }
    StatisticsSweep sweep = new StatisticsSweep(
        new SpanSlots(files.table().name(), Collections.singletonList(span)), files.profiles());
    files.in(span).forEach(sweep::add);
    return sweep.result(files, span);
  }

  /** Keys with the name of the one known span in which they all lie, if there is one. */
  BucketSpan attributed(byte[] begin, byte[] end) {
    int slot = slots.find(begin);
    if (SpanSlots.isGap(slot) || slots.findBefore(end) != slot) {
      return BucketSpan.unattributed(files.table().name(), begin, end);
    }
    BucketSpan known = slots.span(slot);
    return new BucketSpan(files.table().name(), known.volume(), known.bucket(), begin, end);
  }

  /** @param cuts keys inside the file to cut it at besides, ascending or not */
  SharedFile toScan(SstFile file, List<byte[]> cuts) {
    return new SharedFile(file, slots, slots.find(file.smallestKey()), slots.find(file.largestKey()), cuts);
  }
}
