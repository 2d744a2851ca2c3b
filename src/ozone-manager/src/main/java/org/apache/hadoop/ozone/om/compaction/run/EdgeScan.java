// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.planner.TableCensus;

/**
 * Looks into files that reach over the edge of a range, as their metadata does not tell on which side their tombstones
 * are. Reading such a file is cheaper than rewriting it for nothing.
 */
final class EdgeScan {
  /** A file of RocksDB's default target size, 64 MB, is scanned in less than a second from memory. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ExactCounts exactCounts;
  private final OmDatabase database;

  EdgeScan(ExactCounts exactCounts, OmDatabase database) {
    this.exactCounts = exactCounts;
    this.database = database;
  }

  /** Whether the file holds tombstones of the range; true if it does not tell. */
  boolean holdsTombstones(LsmTable table, SstFile file, KeyRange range) {
    LsmTable alone = LsmTable.of(table.name(), table.levels(), Collections.singletonList(file));
    BucketSpan span = BucketSpan.unattributed(table.name(), range);
    List<BucketSpan> spans = Collections.singletonList(span);
    exactCounts.scan(database, TableCensus.take(alone, spans).sharedFiles(), PATIENCE);
    return TableCensus.take(alone, spans, exactCounts.of(database)).of(span).tombstones().most() > 0;
  }
}
