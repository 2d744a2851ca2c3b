// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableRuns;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The findings of {@link WorthCompacting} for one plan, such as keys that are slow to list, and ages of tombstones. */
public final class MeasuredRuns {
  private final TargetPlaces places;
  /** By table and first key; these do not overlap. */
  private final Map<String, NavigableMap<byte[], BucketSpan>> eased = new HashMap<>();
  private final Map<String, TableRuns> runs = new HashMap<>();
  private final Set<SpanStatistics> enough = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<SpanStatistics, Long> oldest = new IdentityHashMap<>();
  private final long oldMillis;

  /**
   * @param oldMillis time before which tombstones are too old, in milliseconds since 1970; 0 for no limit
   */
  MeasuredRuns(TargetPlaces places, long oldMillis) {
    this.places = places;
    this.oldMillis = oldMillis;
  }

  void addRuns(String table, TableRuns all) {
    runs.put(table, all);
  }

  void addEnough(SpanStatistics run) {
    enough.add(run);
  }

  void addOldest(SpanStatistics run, long millis) {
    oldest.put(run, millis);
  }

  /** Adds keys where a compaction of SST files, after the flushes of the plan, makes a slow list faster. */
  void addEased(BucketSpan keys) {
    eased.computeIfAbsent(keys.table(), table -> new TreeMap<>(Keys::compare)).put(keys.begin(), keys);
  }

  public TargetPlaces places() {
    return places;
  }

  private Collection<SpanStatistics> runsIn(BucketSpan keys) {
    TableRuns ofTable = runs.get(keys.table());
    return ofTable == null ? Collections.emptyList() : ofTable.reachingInto(keys);
  }

  /**
   * Returns the earliest time at which a tombstone of a dense run may have been written, in milliseconds since 1970.
   * Considers runs of known age that overlap the given keys; empty if there are none.
   */
  public OptionalLong oldestMillis(BucketSpan keys) {
    return runsIn(keys).stream().filter(oldest::containsKey).mapToLong(oldest::get).min();
  }

  /** True if a dense run, one of those measured, reaches the thresholds of tombstones and ratio. */
  boolean isEnough(SpanStatistics run) {
    return enough.contains(run);
  }

  /** True if a dense run of tombstones that overlaps the given keys reaches the thresholds of tombstones and ratio. */
  public boolean isEnough(BucketSpan keys) {
    return runsIn(keys).stream().anyMatch(enough::contains);
  }

  /** True if any of the given keys are slow to list, and a compaction of SST files makes the list faster. */
  public boolean isEased(BucketSpan keys) {
    NavigableMap<byte[], BucketSpan> ofTable = eased.get(keys.table());
    Map.Entry<byte[], BucketSpan> last = ofTable == null ? null : ofTable.lowerEntry(keys.end());
    return last != null && last.getValue().overlaps(keys);
  }

  /** True if tombstones of a dense run that overlaps the given keys may be older than the age limit. */
  public boolean isOld(BucketSpan keys) {
    return oldMillis > 0 && oldestMillis(keys).orElse(Long.MAX_VALUE) <= oldMillis;
  }

  /** The keys of a table that are slow to list, where a compaction of SST files makes the list faster. */
  List<BucketSpan> eased(String table) {
    return eased.containsKey(table) ? new ArrayList<>(eased.get(table).values()) : Collections.emptyList();
  }
}
