// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The known buckets of a range: one bucket's name, or the paths of the first and the last of several. */
public final class BucketsOfRange {
  private final List<BucketSpan> spans;

  private BucketsOfRange(List<BucketSpan> spans) {
    this.spans = spans;
  }

  public static BucketsOfRange of(TableStatistics statistics, KeyRange range) {
    return new BucketsOfRange(
        statistics.knownSpansIn(BucketSpan.unattributed(statistics.table().name(), range)));
  }

  public int count() {
    return spans.size();
  }

  /** The volume of the bucket; null if the range overlaps no or several buckets. */
  public String volume() {
    return spans.size() == 1 ? spans.get(0).volume() : null;
  }

  /** The name of the bucket; null if the range overlaps no or several buckets. */
  public String bucket() {
    return spans.size() == 1 ? spans.get(0).bucket() : null;
  }

  /** {@code /volume/bucket} of the first bucket; null if the range overlaps fewer than two buckets. */
  public String first() {
    return spans.size() < 2 ? null : spans.get(0).path();
  }

  /** {@code /volume/bucket} of the last bucket; null if {@link #first} is null. */
  public String last() {
    return spans.size() < 2 ? null : spans.get(spans.size() - 1).path();
  }
}
