// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The counts of a table's known spans. The counts of other keys are computed when a caller asks for them. Immutable.
 */
final class CountedTable {
  private final TableFiles files;
  private final SpanSlots slots;
  private final CountedSpans spans;

  CountedTable(TableFiles files, SpanSlots slots, CountedSpans spans) {
    this.files = files;
    this.slots = slots;
    this.spans = spans;
  }

  TableFiles files() {
    return files;
  }

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

  BucketSpan attributed(byte[] begin, byte[] end) {
    int slot = slots.find(begin);
    if (SpanSlots.isGap(slot) || slots.findBefore(end) != slot) {
      return BucketSpan.unattributed(files.table().name(), begin, end);
    }
    BucketSpan known = slots.span(slot);
    return new BucketSpan(files.table().name(), known.volume(), known.bucket(), begin, end);
  }

  /** {@code cuts} are keys inside the file, in any order, at which the scan has to begin a new count. */
  FileToScan toScan(SstFile file, List<byte[]> cuts) {
    return new FileToScan(file, slots, slots.find(file.smallestKey()), slots.find(file.largestKey()), cuts);
  }
}
