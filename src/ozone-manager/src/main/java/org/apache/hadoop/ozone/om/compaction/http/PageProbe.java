// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.time.Duration;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;

/** The measured seeks of one page of rows: a bounded time for all together. */
final class PageProbe {
  /** Rows that it does not reach come without a seek. */
  private static final Duration TIME = Duration.ofSeconds(2);

  private final SeekProbe probe = new SeekProbe();
  private final OmDatabase database;
  private final long until = System.nanoTime() + TIME.toNanos();

  PageProbe(OmDatabase database) {
    this.database = database;
  }

  /** @return null once the page's time is used up */
  Seek seek(BucketSpan span) throws DatabaseUnavailableException {
    if (System.nanoTime() - until >= 0) {
      return null;
    }
    SeekProbe.Seek seek = probe.seek(database, span);
    return new Seek().micros(seek.micros()).bounded(seek.isBounded());
  }
}
