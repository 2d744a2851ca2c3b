// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

/**
 * Keeps the places of a table that looks have found: those with more than a few dead entries, and parts of places whose
 * ends nobody has reached yet. They never overlap. Not thread-safe.
 */
final class KnownPlaces {
  /** Maximum number of places to keep, some megabytes: the slowest ones. */
  private static final int MAX_PLACES = 10_000;

  private final WaitLimit limit;
  private final TreeMap<byte[], Place> places = new TreeMap<>(Keys::compare);
  /** Tombstones of slow places that were forgotten, as there are too many. */
  private long forgotten;

  KnownPlaces(WaitLimit limit) {
    this.limit = limit;
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** All places in key order. */
  List<Place> all() {
    return new ArrayList<>(places.values());
  }

  /** All places, beginning with the first one from a key on and ending with the last one before that key. */
  List<Place> from(byte[] key) {
    List<Place> inTurn = new ArrayList<>(places.tailMap(key, true).values());
    inTurn.addAll(places.headMap(key, false).values());
    return inTurn;
  }

  /** True if a place is still known as this object. */
  boolean isKnown(Place place) {
    return places.get(place.keys().begin()) == place;
  }

  /** The place that a key lies in, or that ends at the key; null if there is none. */
  Place at(byte[] key) {
    Map.Entry<byte[], Place> entry = places.floorEntry(key);
    return entry != null && Keys.compare(key, entry.getValue().keys().end()) <= 0 ? entry.getValue() : null;
  }

  /** Forgets a place, which is then searched again. Returns false if it was not known any more. */
  boolean forget(Place place) {
    return places.remove(place.keys().begin(), place);
  }

  void giveBack(Place place) {
    places.put(place.keys().begin(), place);
  }

  /**
   * Forgets places that begin among keys, and the one before if it reaches into them.
   *
   * @return those of them that reach out of the keys, at either end
   */
  List<Place> takeAmong(byte[] begin, byte[] end) {
    List<Place> reachOut = new ArrayList<>();
    Map.Entry<byte[], Place> before = places.lowerEntry(begin);
    if (before != null && Keys.compare(before.getValue().keys().end(), begin) > 0) {
      places.remove(before.getKey());
      reachOut.add(before.getValue());
    }
    NavigableMap<byte[], Place> among = places.subMap(begin, true, Keys.max(end, Keys.after(begin)), false);
    if (!among.isEmpty() && Keys.compare(among.lastEntry().getValue().keys().end(), end) > 0) {
      reachOut.add(among.lastEntry().getValue());
    }
    among.clear();
    return reachOut;
  }

  /** Keeps a place if it is worth it, and forgets the fastest one if there are too many. */
  void keep(Place place) {
    if (place.isSlow() || !place.isEndReached() || place.dead().all().most() >= limit.fewDeadEntries()) {
      places.put(place.keys().begin(), place);
    }
    if (places.size() > MAX_PLACES) {
      Place fastest = Collections.min(places.values(), Place.SLOWEST_LAST);
      places.remove(fastest.keys().begin());
      forgotten += fastest.isSlow() ? fastest.dead().allTombstones().most() : 0;
    }
  }

  /** Tombstones of slow places that were forgotten since the last {@link #expectAll}, as there were too many. */
  long forgotten() {
    return forgotten;
  }

  /** Expects that all keys are searched again, and the forgotten places found among them. */
  void expectAll() {
    forgotten = 0;
  }
}
