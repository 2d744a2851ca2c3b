// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.function.IntFunction;

/** Takes the rows of {@code /buckets}, of which there may be a million. */
@FunctionalInterface
interface BucketRowSink {
  void take(BucketRow row);

  /**
   * Takes rows of neighbours in key order that differ in nothing but their keys and names.
   *
   * @param first of them
   * @param rows  by place, the first one's is 0; each is made when it is asked for
   */
  default void takeTwins(BucketRow first, int count, IntFunction<BucketRow> rows) {
    for (int i = 0; i < count; i++) {
      take(i == 0 ? first : rows.apply(i));
    }
  }
}
