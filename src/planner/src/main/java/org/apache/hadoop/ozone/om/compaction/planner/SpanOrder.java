// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import java.util.Arrays;
import java.util.Collection;

/** Sorts spans by their first key. */
final class SpanOrder {
  private SpanOrder() {
  }

  static BucketSpan[] sorted(Collection<BucketSpan> unsorted) {
    BucketSpan[] spans = unsorted.toArray(new BucketSpan[0]);
    Arrays.sort(spans, (a, b) -> Keys.compare(a.begin(), b.begin()));
    return spans;
  }
}
