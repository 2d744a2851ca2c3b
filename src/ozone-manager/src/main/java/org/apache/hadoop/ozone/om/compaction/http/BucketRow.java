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

/**
 * One row of {@code /buckets}, about a span or about a table's head. The head is the keys before the table's first live
 * key.
 */
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
   * @param run                    the densest run of tombstones in the span; null if there is none
   * @param mostMemtableTombstones estimated maximum number of the span's tombstones in memory
   */
  static BucketRow of(SpanStatistics span, SpanStatistics run, long mostMemtableTombstones) {
    return new BucketRow(span, run, null, mostMemtableTombstones);
  }

  /** Returns the row of the keys before a table's first live key. */
  static BucketRow of(Place head, SpanStatistics keys, long mostMemtableTombstones) {
    return new BucketRow(keys, keys, head, mostMemtableTombstones);
  }

  SpanKind kind() {
    return head != null ? SpanKind.HEAD : span.span().isAttributed() ? SpanKind.BUCKET : SpanKind.UNATTRIBUTED;
  }

  SpanStatistics span() {
    return span;
  }

  /** The densest run of tombstones in the span; null if there is none. */
  SpanStatistics run() {
    return run;
  }

  /** The keys before the table's first live key if the row is about them; null if the row is about a span. */
  Place head() {
    return head;
  }

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

  /**
   * Returns the figure by which rows are sorted, descending; 0 if rows are sorted by name. If it is an estimate,
   * returns its upper bound.
   */
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
        // The whole part is the time in microseconds, 0 if no listing is slow. If times are equal, the fraction sorts
        // by tombstones.
        return (slowPlace.isSlow() ? slowPlace.micros() : 0) + 1 - 1.0 / (1 + tombstonesInARow());
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
  long tombstonesInARow() {
    return (run == null ? 0 : run.mostTombstones()) + mostMemtableTombstones;
  }

  /** Returns where listing the row's keys is slowest, as last set by {@link #tell} or {@link #measure}. */
  SlowPlace slowPlace() {
    return slowPlace;
  }

  /** True if the row has enough tombstones to make listing slow. */
  boolean mayBeSlow() {
    return span.mostTombstones() + mostMemtableTombstones >= QueryRules.FEW_TOMBSTONES;
  }

  /** Sets {@link #slowPlace} to the slowest known position among the row's keys. */
  void tell(RowWaits waits) throws DatabaseUnavailableException {
    slowPlace = head != null ? waits.head(head) : waits.span(span.span());
  }

  /**
   * Measures a listing from the row's first key, and sets {@link #slowPlace} to the result. Does nothing if there is a
   * measured time already.
   */
  void measure(RowWaits waits) throws DatabaseUnavailableException {
    if (slowPlace.seek() == null) {
      slowPlace = waits.measure(span.span());
    }
  }
}
