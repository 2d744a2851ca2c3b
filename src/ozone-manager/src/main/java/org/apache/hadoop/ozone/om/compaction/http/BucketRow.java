// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

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

  SpanKind kind() {
    return span.span().isAttributed() ? SpanKind.BUCKET : SpanKind.UNATTRIBUTED;
  }

  SpanStatistics span() {
    return span;
  }

  /** The densest run of tombstones in the span; null if there is none. */
  SpanStatistics run() {
    return run;
  }

  long mostMemtableTombstones() {
    return mostMemtableTombstones;
  }

  /** What a list waits at the slowest place that it meets; 0 if no known place is slow. */
  long waitMicros() {
    return waitMicros;
  }

  static RowOrder<BucketRow> order(BucketSort by) {
    return new RowOrder<>("buckets " + by, row -> row.sortKey(by), row -> row.position(by));
  }

  private RowPosition position(BucketSort by) {
    BucketSpan keys = span.span();
    return by == BucketSort.NAME
        ? RowPosition.byName(keys.volume(), keys.bucket(), keys.table(), keys.begin())
        : RowPosition.byMeasure(sortKey(by), keys.table(), keys.begin());
  }

  /**
   * Returns the figure by which rows are sorted, descending; 0 if rows are sorted by name. If it is an estimate,
   * returns its upper bound.
   */
  private double sortKey(BucketSort by) {
    switch (by) {
      case NAME:
        return 0;
      case TOMBSTONES:
        return span.mostTombstones();
      case RATIO:
        return span.mostRatio();
      case SIZE:
        return sizeBytes();
      case ENTRIES:
        return span.entries().most();
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

  /**
   * Estimates how many tombstones lie together at most among the row's keys: those of the densest run of tombstones,
   * plus those in memtables.
   */
  private long tombstonesInARow() {
    return (run == null ? 0 : run.mostTombstones()) + mostMemtableTombstones;
  }
}
