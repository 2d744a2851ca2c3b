// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/** The tombstones that a seek steps over before it finds a live key. Immutable. */
final class PassedTombstones {
  private final BucketSpan keys;
  private final CountInterval inFiles;
  private final CountInterval inMemory;

  /** @param keys from where the seek begins to the live key that it finds, which is not part of it */
  PassedTombstones(BucketSpan keys, CountInterval inFiles, CountInterval inMemory) {
    this.keys = keys;
    this.inFiles = inFiles;
    this.inMemory = inMemory;
  }

  BucketSpan keys() {
    return keys;
  }

  CountInterval inFiles() {
    return inFiles;
  }

  /** RocksDB's estimate. */
  CountInterval inMemory() {
    return inMemory;
  }

  CountInterval all() {
    return new CountInterval(inFiles.least() + inMemory.least(), inFiles.most() + inMemory.most());
  }
}
