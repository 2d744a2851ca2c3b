// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.ozone.om.compaction.lsm.Buckets;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;

/** A search for buckets by a part of their path, in capitals or not. */
final class BucketSearch {
  static final BucketSearch ALL = new BucketSearch(null);

  private final String part;

  /** @param part null or empty: everything is found, also what belongs to no bucket */
  BucketSearch(String part) {
    this.part = part == null ? "" : part;
  }

  boolean findsAll() {
    return part.isEmpty();
  }

  boolean finds(BucketSpan span) {
    return findsAll() || span.isAttributed()
        && StringUtils.containsIgnoreCase(Buckets.path(span.volume(), span.bucket()), part);
  }
}
