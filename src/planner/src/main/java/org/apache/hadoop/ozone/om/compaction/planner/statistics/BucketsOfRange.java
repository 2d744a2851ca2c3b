// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The known buckets that a range reaches into, as the contract names them. Immutable. */
public final class BucketsOfRange {
  private final List<BucketSpan> spans;

  private BucketsOfRange(List<BucketSpan> spans) {
    this.spans = spans;
  }

  /** @param statistics of the table of the range */
  public static BucketsOfRange of(TableStatistics statistics, KeyRange range) {
    return new BucketsOfRange(
        statistics.knownSpansIn(BucketSpan.unattributed(statistics.table().name(), range)));
  }

  public int count() {
    return spans.size();
  }

  /** The volume of the only bucket; null if there is none, or several. */
  public String volume() {
    return spans.size() == 1 ? spans.get(0).volume() : null;
  }

  /** The only bucket; null if there is none, or several. */
  public String bucket() {
    return spans.size() == 1 ? spans.get(0).bucket() : null;
  }

  /** {@code /volume/bucket} of the first of several; null if there are none, or it is a key range that was named. */
  public String first() {
    return spans.size() < 2 ? null : spans.get(0).path();
  }

  /** The same of the last of several. */
  public String last() {
    return spans.size() < 2 ? null : spans.get(spans.size() - 1).path();
  }
}
