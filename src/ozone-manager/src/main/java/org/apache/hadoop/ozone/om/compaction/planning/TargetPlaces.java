// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.slow.NotLookedAt;
import org.apache.hadoop.ozone.om.compaction.slow.Place;
import org.apache.hadoop.ozone.om.compaction.slow.PlacesOfTable;

/** The known places of some targets on this OM at one moment, and what no look has searched yet. Immutable. */
public final class TargetPlaces {
  private final NodeStatistics targets;
  private final Map<String, PlacesOfTable> places;

  TargetPlaces(NodeStatistics targets, Map<String, PlacesOfTable> places) {
    this.targets = targets;
    this.places = places;
  }

  public Map<String, PlacesOfTable> byTable() {
    return places;
  }

  /** The places of the targets where a list is slow, slowest first. A place that only reaches into a target counts. */
  public List<Place> slow() {
    return places.values().stream().flatMap(ofTable -> ofTable.slow().stream())
        .filter(place -> targets.isMeant(place.keys())).sorted(Place.SLOWEST_LAST.reversed())
        .collect(Collectors.toList());
  }

  /** The slowest known place that a list of the given keys meets, slow or not; empty if it meets none. */
  public Optional<Place> slowest(BucketSpan keys) {
    PlacesOfTable ofTable = places.get(keys.table());
    return ofTable == null ? Optional.empty() : ofTable.slowestMetBy(keys);
  }

  /** The slowest known place of the targets, even if no list is slow there; empty if there is none. */
  public Optional<Place> slowest() {
    return places.values().stream().flatMap(ofTable -> ofTable.all().stream())
        .filter(place -> targets.isMeant(place.keys())).max(Place.SLOWEST_LAST);
  }

  /** Tombstones of the targets, at most, among which no look has searched yet; 0 once all is searched. */
  public long notLookedAt() {
    return left().mapToLong(NotLookedAt::tombstones).sum();
  }

  /** The part of {@link #notLookedAt} that lies among keys of SST files that cannot be read. */
  public long unreadable() {
    return left().filter(NotLookedAt::isUnreadable).mapToLong(NotLookedAt::tombstones).sum();
  }

  private Stream<NotLookedAt> left() {
    return places.values().stream().flatMap(ofTable -> ofTable.notLookedAt().stream())
        .filter(left -> targets.isMeant(left.keys()));
  }

  /**
   * Returns one sentence, without its full stop, for each corrupt file among whose keys no look can search. The first
   * look that meets the file does not return it yet.
   */
  public Set<String> corruptFiles() {
    Set<String> sentences = new LinkedHashSet<>();
    places.forEach((table, ofTable) -> targets.snapshot().table(table).files().stream()
        .filter(file -> file.corruption() != null && ofTable.notLookedAt().stream()
            .anyMatch(left -> targets.isMeant(left.keys()) && file.overlaps(left.keys().keys())))
        .forEach(file -> sentences.add(file.corruption())));
    return sentences;
  }

  /** True if no look has searched some of the given keys yet that may hold tombstones. */
  public boolean isNotLookedAt(BucketSpan keys) {
    PlacesOfTable ofTable = places.get(keys.table());
    return ofTable != null && ofTable.isNotLookedAt(keys);
  }

  /** True if a look has searched all keys of the targets that may hold tombstones. */
  public boolean isComplete() {
    return !left().findAny().isPresent();
  }
}
