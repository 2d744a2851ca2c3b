// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.slowplace.Place;
import org.apache.hadoop.ozone.om.compaction.slowplace.PlacesOfTable;
import org.apache.hadoop.ozone.om.compaction.slowplace.Wait;

/** What {@link WorthCompacting} measured for one plan: where lists wait, and which runs reach the minima. */
public final class MeasuredRuns {
  private final Map<String, PlacesOfTable> places;
  private final List<BucketSpan> worthIt = new ArrayList<>();
  private final Map<String, TableRuns> runs = new HashMap<>();
  private final Map<SpanStatistics, Boolean> enough = new IdentityHashMap<>();
  private final Map<SpanStatistics, Long> oldest = new IdentityHashMap<>();
  private final long oldMillis;

  /**
   * @param places    by table
   * @param oldMillis milliseconds since 1970; older tombstones are too old; 0 if no age is
   */
  MeasuredRuns(Map<String, PlacesOfTable> places, long oldMillis) {
    this.places = places;
    this.oldMillis = oldMillis;
  }

  void runsOf(String table, TableRuns all) {
    runs.put(table, all);
  }

  void addEnough(SpanStatistics run) {
    enough.put(run, true);
  }

  void oldest(SpanStatistics run, long millis) {
    oldest.put(run, millis);
  }

  /** Adds the keys of a place where a list waits for tombstones in SST files, or did before a flush. */
  void addPlace(BucketSpan keys) {
    worthIt.add(keys);
  }

  /** The wait at the slowest known place that a list of some keys passes; null if none is known. */
  public Wait slowest(BucketSpan keys) {
    PlacesOfTable ofTable = places.get(keys.table());
    return ofTable == null ? null : ofTable.metBy(keys).stream().map(Place::waits)
        .max(Comparator.comparing(Wait::isSlow).thenComparingLong(Wait::micros)).orElse(null);
  }

  /**
   * The slowest place of all targets, slow or not; null if a list passes no more than a few dead entries anywhere in
   * them.
   */
  public Place slowestPlace(NodeStatistics meant) {
    return places.values().stream().flatMap(ofTable -> ofTable.all().stream())
        .filter(place -> meant.isMeant(place.keys()))
        .max(Comparator.comparing((Place place) -> place.waits().isSlow())
            .thenComparingLong(place -> place.waits().micros())).orElse(null);
  }

  /** Whether all keys of the targets have been searched; otherwise a slower place than the known ones may exist. */
  public boolean isComplete(NodeStatistics meant) {
    return places.values().stream().flatMap(ofTable -> ofTable.notMeasured().stream()).noneMatch(meant::isMeant);
  }

  /** The runs that share a key with some keys. There may be several, as planning may have joined a run with a place. */
  private Collection<SpanStatistics> runsIn(BucketSpan keys) {
    TableRuns ofTable = runs.get(keys.table());
    return ofTable == null ? Collections.emptyList() : ofTable.reachingInto(keys);
  }

  /**
   * A lower bound of the times at which the tombstones of these keys' runs were written, milliseconds since 1970; empty
   * if unknown.
   */
  public OptionalLong oldestMillis(BucketSpan keys) {
    return runsIn(keys).stream().filter(oldest::containsKey).mapToLong(oldest::get).min();
  }

  /** Whether a run that shares a key with some keys reaches the minima. */
  public boolean isEnough(BucketSpan keys) {
    return runsIn(keys).stream().anyMatch(enough::containsKey);
  }

  /** Whether a list waits too long within some keys, or did before a flush. */
  public boolean waits(BucketSpan keys) {
    return worthIt.stream().anyMatch(place -> place.table().equals(keys.table()) && place.overlaps(keys));
  }

  /** Whether tombstones of some keys may be too old. */
  public boolean isOld(BucketSpan keys) {
    return oldMillis > 0 && oldestMillis(keys).orElse(Long.MAX_VALUE) <= oldMillis;
  }

  /** Whether a whole run is worth compacting and belongs to a part of a round. */
  boolean isOf(RoundPart part, SpanStatistics run) {
    return (enough.containsKey(run) || isOld(run.span()))
        && (part == RoundPart.ALL || waits(run.span()) == (part == RoundPart.WAITS));
  }

  /** The keys of a table where lists wait; none unless they belong to this part of a round. */
  List<BucketSpan> places(RoundPart part, String table) {
    List<BucketSpan> ofTable = new ArrayList<>();
    worthIt.stream().filter(keys -> part != RoundPart.OTHERS && keys.table().equals(table)).forEach(ofTable::add);
    return ofTable;
  }
}
