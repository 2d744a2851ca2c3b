// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;

/** The known buckets that a range reaches into, as the contract names them. Immutable. */
public final class BucketsOfRange {
  private final List<BucketSpan> spans;

  private BucketsOfRange(List<BucketSpan> spans) {
    this.spans = spans;
  }

  public static BucketsOfRange of(NodeStatistics statistics, String table, KeyRange range) {
    return new BucketsOfRange(statistics.table(table).knownSpansIn(BucketSpan.unattributed(table, range)));
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

  /** {@code /volume/bucket} of the first of several; null if there are none. */
  public String first() {
    return spans.size() < 2 ? null : path(spans.get(0));
  }

  /** {@code /volume/bucket} of the last of several; null if there are none. */
  public String last() {
    return spans.size() < 2 ? null : path(spans.get(spans.size() - 1));
  }

  /** Null for a key range of a request, which stands for a span of its own. */
  private static String path(BucketSpan span) {
    return span.isAttributed() ? Buckets.path(span.volume(), span.bucket()) : null;
  }
}
