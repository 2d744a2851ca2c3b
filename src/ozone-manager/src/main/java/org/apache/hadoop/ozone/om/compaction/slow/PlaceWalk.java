// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.rocksdb.ReadTier;

/** Walks over a table's live keys during one look, none twice, and finds the places among them. Not thread-safe. */
final class PlaceWalk {
  /** Maximum number of live keys of a walk. */
  static final int MAX_KEYS = 16_384;
  /** Number of live keys whose bytes are judged together. */
  private static final int KEYS_OF_A_PIECE = 256;
  private static final byte[] END = SpanTables.behindAllKeys();

  private final OmDatabase database;
  private final String table;
  private final WaitLimit limit;
  private final KnownPlaces known;
  private final DeadCounts counts;
  private final FileEntries files;
  private final Deadline deadline;
  private final Consumer<BucketSpan> left;
  private final LiveKeyWalk live;
  /** Stops at fewer dead entries, for keys with large values. */
  private final LiveKeyWalk liveAmongLarge;
  /** The key ranges that were walked over. Maps the first key of a range to the range's end, exclusive. */
  private final TreeMap<byte[], byte[]> walked = new TreeMap<>(Keys::compare);

  /** @param left takes the keys that have yet to be walked over, because the place that they were of is cut */
  PlaceWalk(DeadCounts counts, FileEntries files, WaitLimit limit, KnownPlaces known, Deadline deadline,
      Consumer<BucketSpan> left) {
    this.database = counts.database();
    this.table = counts.table();
    this.limit = limit;
    this.known = known;
    this.counts = counts;
    this.files = files;
    this.deadline = deadline;
    this.left = left;
    this.live = new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.fewDeadEntries(),
        deadline.step());
    this.liveAmongLarge = new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.largeDeadEntries(),
        deadline.step());
  }

  /** True if no more live keys than this lie between two keys, or dead entries do. */
  boolean isNear(byte[] from, byte[] to, int keys) throws DatabaseUnavailableException {
    byte[] stop = live.from(from, to, keys).next();
    return stop == null || Keys.compare(stop, to) >= 0;
  }

  /**
   * Walks up to the next place and adds it, or stops without a place after about {@code keys} live keys.
   *
   * @return the key to continue from; null at the end of the table
   */
  byte[] walk(byte[] from, byte[] end, int keys) throws DatabaseUnavailableException {
    byte[] already = endOfWalked(from);
    if (already != null) {
      return already;
    }
    LiveKeyWalk.Stop stop = live.from(from, end, keys);
    byte[] stopped = stop.isAtDeadEntries() ? stop.last() == null ? from : Keys.after(stop.last())
        : stop.next() == null ? END : stop.next();
    byte[] cut = walkAmongLarge(from, stopped);
    if (cut != null) {
      walked.merge(from, cut, Keys::max);
      return cut;
    }
    byte[] to = stop.isAtDeadEntries() ? add(stopped, stop.last() != null) : stop.next();
    walked.merge(from, to == null ? END : to, Keys::max);
    return to;
  }

  private byte[] endOfWalked(byte[] key) {
    Map.Entry<byte[], byte[]> before = walked.floorEntry(key);
    return before != null && Keys.compare(key, before.getValue()) < 0 ? before.getValue() : null;
  }

  /**
   * Walks once more over keys of which a few have bytes enough for a slow place with few dead entries.
   *
   * @return null if all keys were walked over; else the key to continue from
   */
  private byte[] walkAmongLarge(byte[] from, byte[] end) throws DatabaseUnavailableException {
    if (Keys.compare(from, end) >= 0 || !areLarge(from, end)) {
      return null;
    }
    for (byte[] at = from; Keys.compare(at, end) < 0;) {
      byte[] next = live.from(at, end, KEYS_OF_A_PIECE).next();
      byte[] to = next == null ? end : Keys.min(next, end);
      at = areLarge(at, to) ? stopAmongLarge(at, to) : to;
      if (deadline.isOver() && Keys.compare(at, end) < 0) {
        return at;
      }
    }
    return null;
  }

  private boolean areLarge(byte[] from, byte[] end) throws DatabaseUnavailableException {
    return database.fileBytes(BucketSpan.unattributed(table, from, end)) >= limit.bytes();
  }

  /** Returns the key to continue from, before {@code end} only if the deadline is over. */
  private byte[] stopAmongLarge(byte[] from, byte[] end) throws DatabaseUnavailableException {
    byte[] at = from;
    do {
      LiveKeyWalk.Stop stop = liveAmongLarge.from(at, end, MAX_KEYS);
      at = stop.isAtDeadEntries() ? add(stop.last() == null ? at : Keys.after(stop.last()), stop.last() != null)
          : stop.next();
    } while (at != null && Keys.compare(at, end) < 0 && !deadline.isOver());
    return at == null ? end : at;
  }

  /**
   * Finds the place that begins at a key, or that the key lies in, and adds it.
   *
   * @param isBegin true if the key is directly behind a live key
   * @return the key to continue from; null at the end of the table
   */
  private byte[] add(byte[] key, boolean isBegin) throws DatabaseUnavailableException {
    Place at = known.at(key);
    boolean isInside = at != null && !isBegin;
    if (isInside && at.isEndReached() && Keys.compare(key, at.keys().end()) < 0) {
      return at.keys().end();
    }
    byte[] to = searchAndKeep(isInside && !at.isEndReached() ? new PlaceSearch(counts, at)
        : new PlaceSearch(counts, key, isBegin || key.length == 0));
    // If the time did not do for the first key of the walk, that key may be live: go on behind it.
    return to == null || isBegin || Keys.compare(key, to) < 0 ? to : Keys.after(key);
  }

  /** Finds more of a place of which a part is known, and adds it. */
  void goOn(Place part) throws DatabaseUnavailableException {
    searchAndKeep(new PlaceSearch(counts, part));
  }

  /** Searches a place, and adds it in place of the known ones among its keys; returns as {@link #walk} does. */
  private byte[] searchAndKeep(PlaceSearch search) throws DatabaseUnavailableException {
    PlaceSearch found = search.until(deadline);
    List<Place> cut = known.takeAmong(found.begin(), found.end());
    known.keep(found.place(limit, files));
    for (Place place : cut) {
      // A client has since written a live key among its dead entries, or deleted the one before or behind it.
      if (Keys.compare(place.keys().end(), found.end()) > 0) {
        left.accept(BucketSpan.unattributed(table, found.end(), place.keys().end()));
      }
      if (Keys.compare(place.keys().begin(), found.begin()) < 0) {
        searchAndKeep(new PlaceSearch(counts, place.keys().begin(), place.isEndReached()));
      }
    }
    return Keys.compare(found.end(), END) >= 0 ? null : found.end();
  }
}
