// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.MemtableTombstones;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planning.NodeStatistics;
import org.apache.hadoop.ozone.om.compaction.planning.TargetPlaces;
import org.apache.hadoop.ozone.om.compaction.slow.Place;

/**
 * Keys that have more than a few tombstones in memtables, where compaction of SST files does not reach them. Immutable.
 */
public final class InMemory {
  /** Maximum number of buckets that {@link #worst} returns. */
  private static final int MAX_SPANS = 20;

  private final BucketSpan span;
  private final CountInterval tombstones;
  private final Place place;

  private InMemory(BucketSpan span, CountInterval tombstones, Place place) {
    this.span = span;
    this.tombstones = tombstones;
    this.place = place;
  }

  /** The buckets with the most tombstones in memory first, even if a list is fast there. */
  static List<InMemory> worst(NodeStatistics statistics, TargetPlaces places) throws DatabaseUnavailableException {
    List<Map.Entry<SpanStatistics, Long>> worst = new ArrayList<>();
    for (String table : statistics.tables()) {
      List<SpanStatistics> ofTable = statistics.targets(table);
      new MemtableTombstones(statistics.snapshot(), table).find(ofTable,
          (index, most) -> worst.add(new SimpleImmutableEntry<>(ofTable.get(index), most)));
    }
    worst.sort(Collections.reverseOrder(Map.Entry.comparingByValue()));
    List<InMemory> found = new ArrayList<>();
    for (Map.Entry<SpanStatistics, Long> each : worst.subList(0, Math.min(worst.size(), MAX_SPANS))) {
      BucketSpan span = each.getKey().span();
      found.add(new InMemory(span, new MemtableTombstones(statistics.snapshot(), span.table()).of(span),
          places.slowest(span).orElse(null)));
    }
    return found;
  }

  public BucketSpan span() {
    return span;
  }

  /** The estimated number of tombstones in memory. */
  public CountInterval tombstones() {
    return tombstones;
  }

  /** The slowest known place that a list of the keys meets; null if it meets none. */
  public Place place() {
    return place;
  }
}
