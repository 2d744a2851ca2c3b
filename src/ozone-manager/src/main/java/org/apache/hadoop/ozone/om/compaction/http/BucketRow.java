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
   * @param run null if the span has none
   * @param mostMemtableTombstones about as many as may be in memory
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

  /** Null if the span has none. */
  SpanStatistics run() {
    return run;
  }

  /** Null but for the head of a table. */
  Place head() {
    return head;
  }

  /** About as many may be in memory. */
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

  /** The largest comes first; 0 where rows are sorted by name. Upper bounds of what is an interval. */
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
        // Rows where no list is slow, and those where it waits as long, stand by their tombstones, a number in [0,1).
        return (slowPlace.isSlow() ? slowPlace.micros() : 0) + 1 - 1.0 / (1 + tombstonesInARow());
      default:
        return tombstonesInARow();
    }
  }

  long sizeBytes() {
    return span.ownBytes() + span.sharedBytes();
  }

  /** Tombstones that lie together, on disk or in memory: how slow a list may be. */
  long tombstonesInARow() {
    return (run == null ? 0 : run.mostTombstones()) + mostMemtableTombstones;
  }

  /** The slowest place that was measured. */
  SlowPlace slowPlace() {
    return slowPlace;
  }

  /** Whether its keys may hold a slow place: tombstones enough for a wait may lie there. */
  boolean mayBeSlow() {
    return span.mostTombstones() + mostMemtableTombstones >= QueryRules.FEW_TOMBSTONES;
  }

  /** Tells where a list of it waits longest. */
  void tell(RowWaits waits) throws DatabaseUnavailableException {
    slowPlace = head != null ? waits.head(head) : waits.span(span.span());
  }

  /** Measures its first key, if nothing else is known. */
  void measure(RowWaits waits) throws DatabaseUnavailableException {
    if (slowPlace.seek() == null) {
      slowPlace = waits.measure(span.span());
    }
  }
}
