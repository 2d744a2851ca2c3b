// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/** Counts of the known spans of a table, and of any other keys in it. Immutable. */
final class CountedTable {
  private final TableFiles files;
  private final SpanSlots slots;
  private final CountedSpans spans;

  /** @param spans counts of the files, by the slots */
  CountedTable(TableFiles files, SpanSlots slots, CountedSpans spans) {
    this.files = files;
    this.slots = slots;
    this.spans = spans;
  }

  TableFiles files() {
    return files;
  }

  /**
   * Counts any keys of the table: a bucket, part of one, or several.
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
    files.overlapping(span).forEach(sweep::add);
    return sweep.result(files, span);
  }

  /** A span of some keys. It carries the name of the known span that contains all of them, if there is one. */
  BucketSpan attributed(byte[] begin, byte[] end) {
    int slot = slots.find(begin);
    if (SpanSlots.isGap(slot) || slots.findBefore(end) != slot) {
      return BucketSpan.unattributed(files.table().name(), begin, end);
    }
    BucketSpan known = slots.span(slot);
    return new BucketSpan(files.table().name(), known.volume(), known.bucket(), begin, end);
  }

  /**
   * Describes how to scan a file so that its counts become exact.
   *
   * @param cuts further keys inside the file at which the scan has to cut it, in any order
   */
  FileToScan toScan(SstFile file, List<byte[]> cuts) {
    return new FileToScan(file, slots, slots.find(file.smallestKey()), slots.find(file.largestKey()), cuts);
  }
}
