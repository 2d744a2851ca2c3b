// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownBacklogs;
import org.apache.hadoop.ozone.om.compaction.model.DeletionBacklog;

/** What waits for deletion in the buckets of one page, counted within a bounded time for all together. */
final class Backlogs {
  private static final Duration TIME = Duration.ofMillis(300);

  private final KnownBacklogs.OfDatabase backlogs;
  private final long until = System.nanoTime() + TIME.toNanos();

  Backlogs(KnownBacklogs.OfDatabase backlogs) {
    this.backlogs = backlogs;
  }

  /** @return null if it is not known once the time is used up */
  DeletionBacklog of(String volume, String bucket) throws DatabaseUnavailableException {
    Optional<org.apache.hadoop.ozone.om.compaction.lsm.DeletionBacklog> known = backlogs.known(volume, bucket);
    if (!known.isPresent() && System.nanoTime() - until < 0) {
      known = Optional.of(backlogs.count(volume, bucket));
    }
    return known.map(backlog -> new DeletionBacklog().rows(backlog.rows()).bounded(backlog.isBounded())).orElse(null);
  }
}
