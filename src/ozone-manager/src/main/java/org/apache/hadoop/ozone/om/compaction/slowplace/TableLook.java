// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches a table for places. Reads live keys near the tombstones of each source (SST file or memtables), and goes on
 * where it ended. Not thread-safe.
 */
final class TableLook {
  private static final Logger LOG = LoggerFactory.getLogger(TableLook.class);
  /** Number of live keys of a short walk. It takes about a millisecond. */
  private static final int KEYS_OF_A_WALK = 1_024;
  /** Maximum number of live keys of a walk. Walks grow up to this number where tombstones are everywhere. */
  private static final int MAX_KEYS_OF_A_WALK = 16_384;
  /**
   * If fewer live keys than this lie between the end of a walk and the next tombstones, the next walk is twice as long.
   */
  private static final int FEW_KEYS = 64;
  /** Number of live keys whose bytes are judged together. */
  private static final int KEYS_OF_A_PIECE = 256;
  /** Maximum number of places to remember, some megabytes: the slowest ones. */
  private static final int MAX_PLACES = 10_000;
  private static final byte[] FIRST = SpanTables.firstKey();
  private static final byte[] END = SpanTables.behindAllKeys();
  /** Marks a file or memtables that were searched to the end. */
  private static final byte[] DONE = {};

  private final OmDatabase database;
  private final String table;
  private final WaitLimit limit;
  private final LiveKeyWalk live;
  /** Stops at fewer dead entries, for keys with large values. */
  private final LiveKeyWalk liveAmongLarge;
  /**
   * By file name, the key from which to search the file next; {@link #DONE} if the file was searched to its end. Stays
   * valid, because files never change.
   */
  private final Map<String, byte[]> followed = new HashMap<>();
  private final TreeMap<byte[], Place> places = new TreeMap<>(Keys::compare);
  /** The key ranges that the current look has read. Maps the first key of a range to the range's end, exclusive. */
  private final TreeMap<byte[], byte[]> walked = new TreeMap<>(Keys::compare);
  private long memoryEntries = -1;
  /** The entries in memory when the search that goes on at {@link #memoryLeft} began. */
  private long entriesAtBegin;
  /** The key from which to search the memtables next; null to begin at their first key. */
  private byte[] memoryLeft;
  private LsmTable tree;
  private FilesByKey byKey;
  private List<SstFile> files = new ArrayList<>();
  /** True if the files have changed since the known places were last compared with them. */
  private boolean unchecked;
  /** Keys of former places that have yet to be walked over. */
  private final List<BucketSpan> toWalk = new ArrayList<>();
  /** Where the next look again at known places begins. */
  private byte[] againFrom = FIRST;
  private boolean againDone = true;
  /** Tombstones of slow places that were forgotten, as there are too many. */
  private long forgotten;

  TableLook(OmDatabase database, String table, WaitLimit limit) {
    this.database = database;
    this.table = table;
    this.limit = limit;
    this.live = new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.fewDeadEntries());
    this.liveAmongLarge = new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.largeDeadEntries());
  }

  boolean isOf(OmDatabase other, WaitLimit now) {
    return database.isSameAs(other) && limit.equals(now);
  }

  /**
   * Goes on where earlier looks ended. Returns all known places, and what has not been searched by the deadline.
   *
   * @param snapshot a snapshot of the same database that earlier looks read
   * @param anew     what the look does first with the places that are known from memory
   */
  PlacesOfTable goOn(LsmSnapshot snapshot, Known anew, Deadline deadline) throws DatabaseUnavailableException {
    takeUp(snapshot.table(table));
    List<NotLookedAt> left = new ArrayList<>();
    try (Look look = new Look(snapshot, deadline)) {
      look.walkOn();
      look.check(left);
      if (anew == Known.LOOKED_AT_ANEW) {
        look.again(left);
      }
      look.finish();
      look.followAll(left);
      look.addParts(left);
    } finally {
      walked.clear();
    }
    return new PlacesOfTable(places.values(), left);
  }

  /** True if the last look again at known places has come to its end. */
  boolean isAgainDone() {
    return againDone;
  }

  /**
   * Selects the files to search: first those of level 0, which are small and new, then those with the largest share of
   * tombstones.
   */
  private void takeUp(LsmTable now) {
    if (tree != null && now.isSameAs(tree)) {
      return;
    }
    tree = now;
    byKey = new FilesByKey(tree);
    unchecked = !places.isEmpty();
    if (forgotten > 0) {
      forgotten = 0;
      followed.clear();
    }
    files = tree.files().stream().filter(file -> file.tombstones() > 0 && mayBePartOfAPlace(file))
        .sorted(Comparator.comparing((SstFile file) -> file.level() > 0)
            .thenComparing(file -> -(double) file.tombstones() / Math.max(1, file.entries()))
            .thenComparing(SstFile::name))
        .collect(Collectors.toList());
    followed.keySet().retainAll(files.stream().map(SstFile::name).collect(Collectors.toSet()));
  }

  /** True if all files in a file's key range together hold tombstones enough for a place with large values. */
  private boolean mayBePartOfAPlace(SstFile file) {
    if (2 * file.tombstones() >= limit.largeDeadEntries() || 2 * file.tombstones() >= file.entries()) {
      return true;
    }
    long[] tombstones = new long[1];
    byKey.forEachIn(file.smallestKey(), file.largestKey(), other -> tombstones[0] += other.tombstones());
    return 2 * tombstones[0] >= limit.largeDeadEntries();
  }

  /** One look: goes on until its deadline, with one view of the files. */
  private final class Look implements AutoCloseable {
    private final LsmSnapshot snapshot;
    private final Deadline deadline;
    private final FileEntries fileEntries = new FileEntries(database, byKey);
    private final DeadCounts counts;

    Look(LsmSnapshot snapshot, Deadline deadline) {
      this.snapshot = snapshot;
      this.deadline = deadline;
      this.counts = new DeadCounts(snapshot, table, fileEntries);
    }

    /** Looks again at the known places in whose keys files have come or gone. */
    void check(List<NotLookedAt> left) throws DatabaseUnavailableException {
      if (!unchecked) {
        return;
      }
      boolean all = true;
      for (Place place : new ArrayList<>(places.values())) {
        if (!place.files().equals(fileEntries.namesIn(place.keys().begin(), place.keys().end()))) {
          if (deadline.isOver()) {
            left.add(new NotLookedAt(place.keys(), place.dead().allTombstones().most()));
            all = false;
          } else {
            walkAgain(place);
          }
        }
      }
      unchecked = !all;
    }

    /**
     * Looks again at the known places where memtables may hold keys, for half of the time, from where the last such
     * look ended. Has files searched again once all of them are searched.
     */
    void again(List<NotLookedAt> left) throws DatabaseUnavailableException {
      Deadline half = deadline.firstHalf();
      List<Place> inTurn = new ArrayList<>(places.tailMap(againFrom, true).values());
      inTurn.addAll(places.headMap(againFrom, false).values());
      againFrom = FIRST;
      againDone = true;
      for (Place place : inTurn) {
        if (half.isOver()) {
          againFrom = againDone ? place.keys().begin() : againFrom;
          againDone = false;
          left.add(new NotLookedAt(place.keys(), place.dead().allTombstones().most()));
        } else if (place.isWhole() && places.get(place.keys().begin()) == place && counts.mayBeWritten(place)) {
          if (counts.isStillBetweenLiveKeys(place)) {
            remember(place.with(counts.withMemoryNow(place), limit));
          } else {
            walkAgain(place);
          }
        }
      }
      KeyRange inMemory = snapshot.memtable(table).tombstones() == 0 ? null : MemtableKeys.hull(database, table);
      if (inMemory != null && files.stream().allMatch(file -> followed.get(file.name()) == DONE)) {
        // New tombstones in memory may have deleted the live keys between two places.
        files.stream().filter(file -> 2 * file.tombstones() >= file.entries() && file.overlaps(inMemory))
            .forEach(file -> followed.remove(file.name(), DONE));
      }
    }

    private void walkAgain(Place place) throws DatabaseUnavailableException {
      byte[] begin = place.keys().begin();
      if (!places.remove(begin, place)) {
        // An earlier walk has covered these keys already.
        return;
      }
      try {
        walkThrough(place.keys());
      } catch (DatabaseFaultException e) {
        LOG.debug("A place of {} cannot be read: {}", table, e.toString());
        places.put(begin, place);
      }
    }

    /** Walks over some keys, at least over a few; what is left when the deadline is over is walked over later. */
    private void walkThrough(BucketSpan keys) throws DatabaseUnavailableException {
      byte[] at = keys.begin();
      do {
        at = walk(at, keys.end(), KEYS_OF_A_WALK);
      } while (at != null && Keys.compare(at, keys.end()) < 0 && !deadline.isOver());
      if (at != null && Keys.compare(at, keys.end()) < 0) {
        toWalk.add(BucketSpan.unattributed(table, at, keys.end()));
      }
    }

    /** Goes on in keys of former places. */
    void walkOn() throws DatabaseUnavailableException {
      List<BucketSpan> before = new ArrayList<>(toWalk);
      toWalk.clear();
      for (BucketSpan keys : before) {
        if (deadline.isOver()) {
          toWalk.add(keys);
          continue;
        }
        try {
          walkThrough(keys);
        } catch (DatabaseFaultException e) {
          LOG.debug("Keys of {} cannot be read: {}", table, e.toString());
          toWalk.add(keys);
        }
      }
    }

    /** Goes on in the places whose ends no look has reached. */
    void finish() throws DatabaseUnavailableException {
      for (Place place : new ArrayList<>(places.values())) {
        if (!place.isWhole() && !deadline.isOver() && places.remove(place.keys().begin(), place)) {
          try {
            put(new PlaceSearch(counts, place).until(deadline));
          } catch (DatabaseFaultException e) {
            LOG.debug("A place of {} cannot be read: {}", table, e.toString());
            places.put(place.keys().begin(), place);
          }
        }
      }
    }

    void followAll(List<NotLookedAt> left) throws DatabaseUnavailableException {
      byte[] inMemory = followMemory();
      if (inMemory != DONE) {
        left.add(new NotLookedAt(BucketSpan.unattributed(table, inMemory, END),
            snapshot.memtable(table).tombstones()));
      }
      for (SstFile file : files) {
        byte[] at = followed.getOrDefault(file.name(), file.smallestKey());
        if (at != DONE) {
          at = follow(file, at);
          followed.put(file.name(), at);
        }
        if (at != DONE) {
          left.add(new NotLookedAt(
              BucketSpan.unattributed(table, at, Keys.max(Keys.after(at), Keys.after(file.largestKey()))),
              file.tombstones()));
        }
      }
    }

    /** Adds what comes behind the known parts of places, and what is left of former ones. */
    void addParts(List<NotLookedAt> left) {
      places.values().stream().filter(place -> !place.isWhole())
          .forEach(part -> left.add(new NotLookedAt(part.keys(), tombstonesIn(part.keys()))));
      toWalk.forEach(keys -> left.add(new NotLookedAt(keys, tombstonesIn(keys))));
      if (forgotten > 0) {
        left.add(new NotLookedAt(BucketSpan.unattributed(table, FIRST, END), forgotten));
      }
    }

    private long tombstonesIn(BucketSpan keys) {
      long[] tombstones = {snapshot.memtable(table).tombstones()};
      byKey.forEachIn(keys.begin(), keys.end(), file -> tombstones[0] += file.tombstones());
      return tombstones[0];
    }

    /**
     * Searches the memtables for tombstones, as {@link #follow} does, for half of the time. Returns {@link #DONE} at
     * once if memtables hold few tombstones, or are unchanged since a search to their end.
     */
    private byte[] followMemory() throws DatabaseUnavailableException {
      long entries = snapshot.memtable(table).entries();
      if (2 * snapshot.memtable(table).tombstones() < limit.largeDeadEntries()) {
        memoryLeft = null;
        return DONE;
      }
      if (entries == memoryEntries) {
        return DONE;
      }
      if (memoryLeft == null) {
        entriesAtBegin = entries;
      }
      byte[] left = follow(new MemoryTombstones(database, table, limit.largeDeadEntries()),
          memoryLeft == null ? FIRST : memoryLeft, END, deadline.firstHalf());
      // What clients have written meanwhile may lie before the keys that were searched last.
      boolean isWhole = left == DONE && entriesAtBegin == entries;
      memoryLeft = left == DONE ? null : left;
      memoryEntries = isWhole ? entries : -1;
      return isWhole ? DONE : left == DONE ? FIRST : left;
    }

    private byte[] follow(SstFile file, byte[] from) throws DatabaseUnavailableException {
      if (deadline.isOver()) {
        return from;
      }
      try (FileTombstones tombstones = new FileTombstones(database, file)) {
        return follow(tombstones, from, Keys.after(file.largestKey()), deadline);
      } catch (RocksDBException e) {
        LOG.debug("SST file {} of {} is not followed: {}", file.name(), table, e.toString());
        return from;
      }
    }

    /**
     * Finds and adds places near the tombstones of a file or of memtables, until a deadline.
     *
     * @return the key to continue from; {@link #DONE} at the end of the source
     */
    private byte[] follow(TombstoneSource source, byte[] from, byte[] end, Deadline until)
        throws DatabaseUnavailableException {
      byte[] at = from;
      int keys = KEYS_OF_A_WALK;
      try {
        while (at != null && Keys.compare(at, end) < 0) {
          if (until.isOver()) {
            return at;
          }
          byte[] next = source.next(at, end);
          keys = next == null || !isNear(at, next) ? KEYS_OF_A_WALK : Math.min(2 * keys, MAX_KEYS_OF_A_WALK);
          at = next == null ? null : walk(next, end, keys);
        }
        return DONE;
      } catch (RocksDBException | DatabaseFaultException e) {
        LOG.debug("Keys of {} cannot be read: {}", table, e.toString());
        return at;
      }
    }

    private boolean isNear(byte[] at, byte[] next) throws DatabaseUnavailableException {
      byte[] stop = live.from(at, next, FEW_KEYS).next();
      return stop == null || Keys.compare(stop, next) >= 0;
    }

    /**
     * Walks up to the next place and adds it, or stops without a place after about {@code keys} live keys.
     *
     * @return the key to continue from; null at the end of the table
     */
    private byte[] walk(byte[] from, byte[] end, int keys) throws DatabaseUnavailableException {
      byte[] known = endOfWalked(from);
      if (known != null) {
        return known;
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
        if (areLarge(at, to)) {
          stopAmongLarge(at, to);
        }
        at = to;
        if (deadline.isOver() && Keys.compare(at, end) < 0) {
          return at;
        }
      }
      return null;
    }

    private boolean areLarge(byte[] from, byte[] end) throws DatabaseUnavailableException {
      return database.fileBytes(BucketSpan.unattributed(table, from, end)) >= limit.bytes();
    }

    private void stopAmongLarge(byte[] from, byte[] end) throws DatabaseUnavailableException {
      byte[] at = from;
      while (at != null && Keys.compare(at, end) < 0) {
        LiveKeyWalk.Stop stop = liveAmongLarge.from(at, end, MAX_KEYS_OF_A_WALK);
        at = stop.isAtDeadEntries() ? add(stop.last() == null ? at : Keys.after(stop.last()), stop.last() != null)
            : stop.next();
      }
    }

    private byte[] endOfWalked(byte[] key) {
      Map.Entry<byte[], byte[]> before = walked.floorEntry(key);
      return before != null && Keys.compare(key, before.getValue()) < 0 ? before.getValue() : null;
    }

    /**
     * Finds the place that begins at a key, or that the key lies in, and adds it.
     *
     * @param isBegin true if the key is directly behind a live key
     * @return the key to continue from; null at the end of the table
     */
    private byte[] add(byte[] key, boolean isBegin) throws DatabaseUnavailableException {
      Map.Entry<byte[], Place> entry = places.floorEntry(key);
      Place known = entry != null && Keys.compare(key, entry.getValue().keys().end()) <= 0 ? entry.getValue() : null;
      boolean isInside = known != null && !isBegin;
      if (isInside && known.isWhole() && Keys.compare(key, known.keys().end()) < 0) {
        return known.keys().end();
      }
      PlaceSearch search = isInside && !known.isWhole() ? new PlaceSearch(counts, known)
          : new PlaceSearch(counts, key, isBegin || key.length == 0);
      return put(search.until(deadline));
    }

    /**
     * Adds what is known of a place in place of the known ones among the same keys.
     *
     * @return the key to continue from; null at the end of the table
     */
    private byte[] put(PlaceSearch found) throws DatabaseUnavailableException {
      byte[] begin = found.begin();
      byte[] end = found.end();
      Place lower = places.lowerEntry(begin) == null ? null : places.lowerEntry(begin).getValue();
      places.subMap(begin, true, Keys.max(end, Keys.after(begin)), false).clear();
      remember(found.place(limit, fileEntries));
      if (lower != null && Keys.compare(lower.keys().end(), begin) > 0) {
        // A client has since written a live key among the dead entries of the place before.
        places.remove(lower.keys().begin());
        put(new PlaceSearch(counts, lower.keys().begin(), lower.isWhole()).until(deadline));
      }
      return Keys.compare(end, END) >= 0 ? null : end;
    }

    private void remember(Place place) {
      if (place.isSlow() || !place.isWhole() || place.dead().all().most() >= limit.fewDeadEntries()) {
        places.put(place.keys().begin(), place);
      }
      if (places.size() > MAX_PLACES) {
        Place fastest = Collections.min(places.values(), Place.SLOWEST_LAST);
        places.remove(fastest.keys().begin());
        forgotten += fastest.isSlow() ? fastest.dead().allTombstones().most() : 0;
      }
    }

    @Override
    public void close() {
      fileEntries.close();
    }
  }
}
