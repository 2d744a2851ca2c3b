// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

/**
 * The places of one table where lists pass more than a few dead entries, and the keys that have not been searched for
 * such places yet. Immutable.
 */
public final class PlacesOfTable {
  private final List<Place> places;
  private final List<BucketSpan> notMeasured;

  /**
   * @param places      in key order; they do not overlap
   * @param notMeasured keys that have not been searched yet, in any order
   */
  PlacesOfTable(Collection<Place> places, Collection<BucketSpan> notMeasured) {
    this.places = Collections.unmodifiableList(new ArrayList<>(places));
    this.notMeasured = Collections.unmodifiableList(merged(notMeasured));
  }

  private static List<BucketSpan> merged(Collection<BucketSpan> spans) {
    List<BucketSpan> ordered = new ArrayList<>(spans);
    ordered.sort((a, b) -> Keys.compare(a.begin(), b.begin()));
    List<BucketSpan> merged = new ArrayList<>();
    for (BucketSpan next : ordered) {
      BucketSpan last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && Keys.compare(next.begin(), last.end()) <= 0) {
        merged.set(merged.size() - 1,
            BucketSpan.unattributed(last.table(), last.begin(), Keys.max(last.end(), next.end())));
      } else {
        merged.add(next);
      }
    }
    return merged;
  }

  /** All known places, slow or not, in key order. */
  public List<Place> all() {
    return places;
  }

  /** The places where a list is slow, in key order. */
  public List<Place> slow() {
    return places.stream().filter(place -> place.waits().isSlow()).collect(Collectors.toList());
  }

  /** Returns the places that overlap a span, in key order; a list of the span passes them. */
  public List<Place> metBy(BucketSpan span) {
    int first = Keys.first(places.size(), i -> Keys.compare(places.get(i).keys().end(), span.begin()) > 0);
    int end = first;
    while (end < places.size() && Keys.compare(places.get(end).keys().begin(), span.end()) < 0) {
      end++;
    }
    return places.subList(first, end);
  }

  /**
   * Returns the place before the first live key of the table; null if a list passes no more than a few dead entries
   * there.
   */
  public Place head() {
    return places.isEmpty() || !places.get(0).isHead() ? null : places.get(0);
  }

  /** True if a span has keys that have not been searched yet and may hold tombstones. */
  public boolean isNotMeasured(BucketSpan span) {
    int first = Keys.first(notMeasured.size(), i -> Keys.compare(notMeasured.get(i).end(), span.begin()) > 0);
    return first < notMeasured.size() && Keys.compare(notMeasured.get(first).begin(), span.end()) < 0;
  }

  /** The keys that have not been searched yet and may hold a place: in key order, joined where they touch. */
  public List<BucketSpan> notMeasured() {
    return notMeasured;
  }
}
