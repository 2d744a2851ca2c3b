// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.run;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.lsm.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.lsm.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.SstFile;
import org.apache.hadoop.ozone.om.compaction.planner.TableCensus;

/**
 * Looks into files that reach over the edge of a range, as their metadata does not tell on which side their tombstones
 * are. Reading such a file is cheaper than rewriting it for nothing. It is read on the turn's own thread: behind the
 * files of everybody who asks for exact counts, it would have to be given up and rewritten all the same.
 */
final class EdgeScan {
  /** A file of RocksDB's default target size, 64 MB, is scanned in less than a second from memory. */
  private static final long LONGEST_MILLIS = 10_000;

  private final ExactCounts exactCounts;
  private final OmDatabase database;
  private final TurnClock clock;
  private final BooleanSupplier stopped;

  /** @param stopped whether the turn is not wanted any more: then nothing is read */
  EdgeScan(ExactCounts exactCounts, OmDatabase database, TurnClock clock, BooleanSupplier stopped) {
    this.exactCounts = exactCounts;
    this.database = database;
    this.clock = clock;
    this.stopped = stopped;
  }

  /** Whether the file holds tombstones of the range; true if it does not tell. */
  boolean holdsTombstones(LsmTable table, SstFile file, KeyRange range) {
    LsmTable alone = LsmTable.of(table.name(), table.levels(), Collections.singletonList(file));
    BucketSpan span = BucketSpan.unattributed(table.name(), range);
    List<BucketSpan> spans = Collections.singletonList(span);
    long began = clock.elapsedMillis();
    exactCounts.scanHere(database, TableCensus.take(alone, spans).sharedFiles(), Duration.ZERO,
        () -> stopped.getAsBoolean() || clock.elapsedMillis() - began >= LONGEST_MILLIS);
    return TableCensus.take(alone, spans, exactCounts.of(database)).of(span).tombstones().most() > 0;
  }
}
