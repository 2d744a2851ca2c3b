// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.DeletionBacklog;
import org.apache.hadoop.ozone.om.compaction.lsm.DeletionRows;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;

/** What waits for deletion in the buckets of one page, each counted once, within a bounded time for all together. */
final class Backlogs {
  private static final Duration TIME = Duration.ofMillis(300);

  private final OmDatabase database;
  private final long until = System.nanoTime() + TIME.toNanos();
  private final Map<String, org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog> counted = new HashMap<>();

  Backlogs(OmDatabase database) {
    this.database = database;
  }

  /** @return null once the time is used up */
  org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog of(String volume, String bucket)
      throws DatabaseUnavailableException {
    String path = "/" + volume + "/" + bucket;
    if (!counted.containsKey(path) && System.nanoTime() - until < 0) {
      DeletionBacklog backlog = new DeletionRows().ofBucket(database, volume, bucket);
      counted.put(path, new org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog().rows(backlog.rows())
          .bounded(backlog.isBounded()));
    }
    return counted.get(path);
  }
}
