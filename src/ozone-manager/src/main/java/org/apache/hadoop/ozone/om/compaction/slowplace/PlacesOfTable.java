// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/** Where listing a table skips more than a few dead entries, and which keys have not been searched yet. */
public final class PlacesOfTable {
  private final List<Place> places;
  private final List<BucketSpan> notMeasured;

  /**
   * @param places      in key order; they do not overlap
   * @param notMeasured keys that have not been searched yet, in any order
   */
  PlacesOfTable(Collection<Place> places, Collection<BucketSpan> notMeasured) {
    this.places = Collections.unmodifiableList(new ArrayList<>(places));
    this.notMeasured = Collections.unmodifiableList(BucketSpan.joined(notMeasured));
  }

  /** All known positions, slow or not, in key order. */
  public List<Place> all() {
    return places;
  }

  /** The positions where listing is slow, in key order. */
  public List<Place> slow() {
    return places.stream().filter(place -> place.waits().isSlow()).collect(Collectors.toList());
  }

  /** Returns the positions that a listing of a span reaches, in key order. */
  public List<Place> metBy(BucketSpan span) {
    return span.overlapping(places, Place::keys);
  }

  /** Returns the position where listing a span takes longest, slow or not; empty if no position is known there. */
  public Optional<Place> slowestMetBy(BucketSpan span) {
    return metBy(span).stream().max(Place.SLOWEST_LAST);
  }

  /**
   * Returns the position before the first live key of the table; null if a listing skips no more than a few dead
   * entries there.
   */
  public Place head() {
    return places.isEmpty() || !places.get(0).isHead() ? null : places.get(0);
  }

  /** True if a span has keys that have not been searched yet and may hold tombstones. */
  public boolean isNotMeasured(BucketSpan span) {
    return !span.overlapping(notMeasured, Function.identity()).isEmpty();
  }

  /** The keys that have not been searched yet and may have many dead entries: in key order, joined where they touch. */
  public List<BucketSpan> notMeasured() {
    return notMeasured;
  }
}
