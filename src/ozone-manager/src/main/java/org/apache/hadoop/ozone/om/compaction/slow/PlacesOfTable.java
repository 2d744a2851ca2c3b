// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** The known places of a table, and what no look has searched yet. Immutable. */
public final class PlacesOfTable {
  private final List<Place> places;
  private final List<NotLookedAt> notLookedAt;

  /** @param places in key order; they do not overlap */
  PlacesOfTable(Collection<Place> places, Collection<NotLookedAt> notLookedAt) {
    this.places = Collections.unmodifiableList(new ArrayList<>(places));
    this.notLookedAt = Collections.unmodifiableList(new ArrayList<>(notLookedAt));
  }

  /** All known places, slow or not, in key order. */
  public List<Place> all() {
    return places;
  }

  /** The places where a list is slow, in key order. */
  public List<Place> slow() {
    return places.stream().filter(Place::isSlow).collect(Collectors.toList());
  }

  /** Returns the place where a list of a span waits longest, slow or not; empty if it meets no known place. */
  public Optional<Place> slowestMetBy(BucketSpan span) {
    return span.overlapping(places, Place::keys).stream().max(Place.SLOWEST_LAST);
  }

  /** True if no look has searched some keys of a span yet that may hold tombstones. */
  public boolean isNotLookedAt(BucketSpan span) {
    return notLookedAt.stream().anyMatch(left -> left.keys().overlaps(span));
  }

  public List<NotLookedAt> notLookedAt() {
    return notLookedAt;
  }
}
