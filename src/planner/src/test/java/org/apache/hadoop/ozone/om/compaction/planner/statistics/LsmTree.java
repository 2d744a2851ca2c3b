// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;

/** A table's files and the spans of the buckets in it: all that a plan is made from but what is inside of files. */
public final class LsmTree {
  private final LsmTable table;
  private final List<BucketSpan> spans;

  /**
   * @param spans in any order
   * @throws IllegalArgumentException if spans overlap, belong to another table or to no bucket
   */
  public LsmTree(LsmTable table, List<BucketSpan> spans) {
    this.table = table;
    this.spans = Collections.unmodifiableList(new ArrayList<>(spans));
    if (!spans.stream().allMatch(BucketSpan::isAttributed)) {
      throw new IllegalArgumentException("A span of a tree is that of a bucket");
    }
    // Tells if they overlap.
    new SpanSlots(table.name(), spans);
  }

  public LsmTable table() {
    return table;
  }

  /** In the order given. */
  public List<BucketSpan> spans() {
    return spans;
  }

  public TableStatistics statistics() {
    return statistics(table, spans);
  }

  /**
   * Counts from metadata alone.
   *
   * @param spans of any kind, in any order
   */
  public static TableStatistics statistics(LsmTable table, Collection<BucketSpan> spans) {
    return TableStatistics.take(table, new SpanSlots(table.name(), spans), FileProfiles.UNKNOWN);
  }
}
