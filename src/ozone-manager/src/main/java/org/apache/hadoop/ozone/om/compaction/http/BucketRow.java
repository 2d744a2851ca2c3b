// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.model.BucketSort;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.slowlist.RowWaits;
import org.apache.hadoop.ozone.om.compaction.slowlist.SlowPlace;
import org.apache.hadoop.ozone.om.compaction.slowplace.Place;

/** One row of {@code /buckets}: a span with its densest run, or a table's head. */
final class BucketRow {
  private final SpanStatistics span;
  private final SpanStatistics run;
  private final Place head;
  private final long mostMemtableTombstones;
  private SlowPlace slowPlace = SlowPlace.NOT_MEASURED;

  private BucketRow(SpanStatistics span, SpanStatistics run, Place head, long mostMemtableTombstones) {
    this.span = span;
    this.run = run;
    this.head = head;
    this.mostMemtableTombstones = mostMemtableTombstones;
  }

  /**
   * @param run                    the densest run of the span; null if it has none
   * @param mostMemtableTombstones an upper bound of its tombstones in memory; an estimate
   */
  static BucketRow of(SpanStatistics span, SpanStatistics run, long mostMemtableTombstones) {
    return new BucketRow(span, run, null, mostMemtableTombstones);
  }

  /** @param keys of the head */
  static BucketRow of(Place head, SpanStatistics keys, long mostMemtableTombstones) {
    return new BucketRow(keys, keys, head, mostMemtableTombstones);
  }

  SpanKind kind() {
    return head != null ? SpanKind.HEAD : span.span().isAttributed() ? SpanKind.BUCKET : SpanKind.UNATTRIBUTED;
  }

  SpanStatistics span() {
    return span;
  }

  /** The densest run of the span; null if it has none. */
  SpanStatistics run() {
    return run;
  }

  /** The head that this row stands for; null if it stands for a span. */
  Place head() {
    return head;
  }

  /** An upper bound of the tombstones in memory; an estimate. */
  long mostMemtableTombstones() {
    return mostMemtableTombstones;
  }

  static RowOrder<BucketRow> order(BucketSort by) {
    return new RowOrder<>("buckets " + by, row -> row.measure(by), row -> row.position(by));
  }

  private RowPosition position(BucketSort by) {
    BucketSpan keys = span.span();
    double measure = measure(by);
    if (head != null) {
      return RowPosition.ofHead(measure, keys.table(), keys.begin());
    }
    return by == BucketSort.NAME
        ? RowPosition.byName(keys.volume(), keys.bucket(), keys.table(), keys.begin())
        : RowPosition.byMeasure(measure, keys.table(), keys.begin());
  }

  /** The figure that rows are sorted by, descending: 0 when they are sorted by name; the upper bound of an interval. */
  private double measure(BucketSort by) {
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
      case SEEK:
        // The fraction, in [0,1), puts rows where lists wait equally long, or where none is slow, in the order of
        // their tombstones.
        return (slowPlace.isSlow() ? slowPlace.micros() : 0) + 1 - 1.0 / (1 + tombstonesInARow());
      default:
        return tombstonesInARow();
    }
  }

  long sizeBytes() {
    return span.ownBytes() + span.sharedBytes();
  }

  /** The upper bound of tombstones that lie together, in SST files or in memory: the more, the slower a list may be. */
  long tombstonesInARow() {
    return (run == null ? 0 : run.mostTombstones()) + mostMemtableTombstones;
  }

  /** The slowest known place that a list of the row's keys passes. */
  SlowPlace slowPlace() {
    return slowPlace;
  }

  /** Whether the row has enough tombstones for a slow place. */
  boolean mayBeSlow() {
    return span.mostTombstones() + mostMemtableTombstones >= QueryRules.FEW_TOMBSTONES;
  }

  /** Looks up where a list of the row's keys waits longest. */
  void tell(RowWaits waits) throws DatabaseUnavailableException {
    slowPlace = head != null ? waits.head(head) : waits.span(span.span());
  }

  /** Measures a list that begins at the row's first key, if no slow place is known. */
  void measure(RowWaits waits) throws DatabaseUnavailableException {
    if (slowPlace.seek() == null) {
      slowPlace = waits.measure(span.span());
    }
  }
}
