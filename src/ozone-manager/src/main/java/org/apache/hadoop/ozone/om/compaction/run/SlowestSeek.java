// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.lsm.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.PlannedRange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long the slowest seek to the begin of a planned range takes. */
final class SlowestSeek {
  private static final Logger LOG = LoggerFactory.getLogger(SlowestSeek.class);
  /** The best ranges hide the slowest seeks; more would hold the turn up, each may take about 0.1 s. */
  private static final int MAX_SEEKS = 20;

  private final SeekProbe probe;
  private final List<BucketSpan> spans = new ArrayList<>();

  /** @param ranges best first; the first few are measured */
  SlowestSeek(SeekProbe probe, List<PlannedRange> ranges) {
    this.probe = probe;
    for (PlannedRange range : ranges.subList(0, Math.min(MAX_SEEKS, ranges.size()))) {
      spans.add(BucketSpan.unattributed(range.table(), range.range()));
    }
  }

  /** Microseconds, at least 1; 0 if there is nothing to measure, or nothing that can be read. */
  long micros(OmDatabase database) throws DatabaseUnavailableException {
    long slowest = 0;
    for (BucketSpan span : spans) {
      slowest = Math.max(slowest, micros(database, span));
    }
    return slowest;
  }

  private long micros(OmDatabase database, BucketSpan span) throws DatabaseUnavailableException {
    try {
      return Math.max(1, probe.seek(database, span).micros());
    } catch (DatabaseFaultException e) {
      // Whether the range can be compacted is for those to say who are about to do it.
      LOG.warn("A seek in {} cannot be measured: {}", span.table(), e.getMessage());
      return 0;
    }
  }
}
