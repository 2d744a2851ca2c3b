// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import org.apache.hadoop.ozone.om.compaction.model.BucketSortJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.SpanKindJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;

/** One row of {@code /buckets}: the keys of a bucket, or of no bucket, in one table. Immutable. */
final class BucketRow {
  private final SpanStatistics span;
  private final SpanStatistics run;
  private final long mostMemtableTombstones;
  private final long waitMicros;

  /**
   * @param run                    the densest run of tombstones in the span; null if there is none
   * @param mostMemtableTombstones upper bound of the span's tombstones in memory
   * @param waitMicros             what a list waits at the slowest place that it meets; 0 if no known place is slow
   */
  BucketRow(SpanStatistics span, SpanStatistics run, long mostMemtableTombstones, long waitMicros) {
    this.span = span;
    this.run = run;
    this.mostMemtableTombstones = mostMemtableTombstones;
    this.waitMicros = waitMicros;
  }

  SpanKindJson kind() {
    return span.span().isAttributed() ? SpanKindJson.BUCKET : SpanKindJson.UNATTRIBUTED;
  }

  SpanStatistics span() {
    return span;
  }

  /** The tombstones of the span in SST files: at least as many as its run has for certain. */
  CountInterval tombstones() {
    return run == null ? span.tombstones()
        : new CountInterval(Math.max(span.tombstones().least(), run.tombstones().least()), span.mostTombstones());
  }

  /** The tombstones of the run: at most as many as the span can have. Only if there is a run. */
  CountInterval tombstonesOfRun() {
    return new CountInterval(run.tombstones().least(), Math.min(run.mostTombstones(), span.mostTombstones()));
  }

  SpanStatistics run() {
    return run;
  }

  long mostMemtableTombstones() {
    return mostMemtableTombstones;
  }

  long waitMicros() {
    return waitMicros;
  }

  static RowOrder<BucketRow> order(BucketSortJson by) {
    return new RowOrder<>("buckets " + by, row -> row.sortKey(by), row -> row.position(by));
  }

  private RowPosition position(BucketSortJson by) {
    BucketSpan keys = span.span();
    return by == BucketSortJson.NAME
        ? RowPosition.byName(keys.volume(), keys.bucket(), keys.table(), keys.begin())
        : RowPosition.bySortKey(sortKey(by), keys.table(), keys.begin());
  }

  /**
   * Returns the figure by which rows are sorted, descending; 0 if rows are sorted by name. It is the one that is shown,
   * with the memtables' upper bounds, as their estimates are read for the rows of a page only.
   */
  private double sortKey(BucketSortJson by) {
    switch (by) {
      case NAME:
        return 0;
      case TOMBSTONES:
        return figure(tombstones());
      case RATIO:
        return ratio();
      case SIZE:
        return sizeBytes();
      case ENTRIES:
        return figure(span.entries());
      case WAIT:
        // The whole part is the wait in microseconds. If waits are equal, the fraction sorts by tombstones.
        return waitMicros + 1 - 1.0 / (1 + tombstonesInARow());
      default:
        return tombstonesInARow();
    }
  }

  long sizeBytes() {
    return span.ownBytes() + span.sharedBytes();
  }

  /** Tombstones that lie together among the row's keys, estimated: those of the densest run, and in memtables. */
  private long tombstonesInARow() {
    return run == null ? mostMemtableTombstones : figure(tombstonesOfRun());
  }

  private long figure(CountInterval count) {
    return Figure.of(count.least() + mostMemtableTombstones, count.most() + mostMemtableTombstones);
  }

  private double ratio() {
    long memory = mostMemtableTombstones;
    return memory == 0 ? Figure.ofRatio(span.leastRatio(), span.mostRatio())
        : Figure.ofRatio((double) (tombstones().least() + memory) / (span.entries().most() + memory),
            Math.min(1, (double) (tombstones().most() + memory) / (span.entries().least() + memory)));
  }
}
