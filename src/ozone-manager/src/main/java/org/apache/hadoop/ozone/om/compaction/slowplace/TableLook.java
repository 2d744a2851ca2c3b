// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.util.ArrayList;
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
import org.apache.hadoop.ozone.om.compaction.planner.tree.KeyInterpolation;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds where listing a table skips more than a few dead entries. Reads live keys near tombstones of each source (SST
 * file or memtables). Not thread-safe.
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
  /** Maximum number of positions to remember, about two megabytes. Keys after them are returned as not measured. */
  private static final int MAX_PLACES = 10_000;
  private static final byte[] FIRST = SpanTables.firstKey();
  private static final byte[] END = SpanTables.behindAllKeys();
  /** Marks a file or memtables that were searched to the end. */
  private static final byte[] DONE = {};

  private final OmDatabase database;
  private final String table;
  private final WaitLimit limit;
  private final LiveKeyWalk live;
  private final WaitProbe probe = new WaitProbe();
  /**
   * By file name, the key from which to search the file next; {@link #DONE} if the file was searched to its end. Stays
   * valid, because files never change.
   */
  private final Map<String, byte[]> followed = new HashMap<>();
  private final TreeMap<byte[], Place> places = new TreeMap<>(Keys::compare);
  /** The key ranges that the current search has read. Maps the first key of a range to the range's end, exclusive. */
  private final TreeMap<byte[], byte[]> walked = new TreeMap<>(Keys::compare);
  private long memoryEntries = -1;
  /** The key from which to search the memtables next; null to begin at their first key. */
  private byte[] memoryLeft;
  private LsmTable tree;
  private List<SstFile> files = new ArrayList<>();

  TableLook(OmDatabase database, String table, WaitLimit limit) {
    this.database = database;
    this.table = table;
    this.limit = limit;
    this.live = new LiveKeyWalk(database, table, ReadTier.READ_ALL_TIER, limit.fewDeadEntries());
  }

  boolean isOf(OmDatabase other, WaitLimit now) {
    return database.isSameAs(other) && limit.equals(now);
  }

  /**
   * Continues where earlier searches of the table ended. Returns all known positions, and the keys that have not been
   * searched by the deadline.
   *
   * @param snapshot a snapshot of the same database that earlier searches read
   */
  PlacesOfTable goOn(LsmSnapshot snapshot, Deadline deadline) throws DatabaseUnavailableException {
    List<BucketSpan> left = new ArrayList<>();
    takeUp(snapshot.table(table));
    try {
      followAll(snapshot, deadline, left);
    } finally {
      walked.clear();
    }
    return new PlacesOfTable(places.values(), left);
  }

  private void followAll(LsmSnapshot snapshot, Deadline deadline, List<BucketSpan> left)
      throws DatabaseUnavailableException {
    byte[] inMemory = followMemory(snapshot, deadline.firstHalf());
    if (inMemory != DONE) {
      left.add(BucketSpan.unattributed(table, inMemory, END));
    }
    for (SstFile file : files) {
      byte[] at = followed.getOrDefault(file.name(), file.smallestKey());
      if (at != DONE) {
        at = follow(file, at, deadline);
        followed.put(file.name(), at);
      }
      if (at != DONE) {
        left.add(BucketSpan.unattributed(table, at, Keys.after(file.largestKey())));
      }
    }
  }

  /**
   * Selects the files to search: first those of level 0, which are small and new, then those with the largest share of
   * tombstones.
   */
  private void takeUp(LsmTable now) {
    if (tree == null || !now.isSameAs(tree)) {
      tree = now;
      FilesByKey byKey = new FilesByKey(tree);
      files = tree.files().stream().filter(file -> file.tombstones() > 0 && mayBePartOfAPlace(file, byKey))
          .sorted(Comparator.comparing((SstFile file) -> file.level() > 0)
              .thenComparing(Comparator.comparingDouble(TableLook::ratio).reversed())
              .thenComparing(SstFile::name))
          .collect(Collectors.toList());
      followed.keySet().retainAll(files.stream().map(SstFile::name).collect(Collectors.toSet()));
    }
  }

  private static double ratio(SstFile file) {
    return (double) file.tombstones() / Math.max(1, file.entries());
  }

  /** True if a file is mostly tombstones, or if all files in its key range hold more than a few tombstones in total. */
  private boolean mayBePartOfAPlace(SstFile file, FilesByKey all) {
    if (file.tombstones() >= limit.fewDeadEntries() || isMostlyTombstones(file)) {
      return true;
    }
    long[] tombstones = new long[1];
    all.forEachIn(file.smallestKey(), file.largestKey(), other -> tombstones[0] += other.tombstones());
    return tombstones[0] >= limit.fewDeadEntries();
  }

  private static boolean isMostlyTombstones(SstFile file) {
    return 2 * file.tombstones() >= file.entries();
  }

  /**
   * Measures the known positions once more, slowest first, because clients may have written there. Also makes {@link
   * #goOn} search some files again.
   */
  void again(LsmSnapshot snapshot, Deadline deadline) throws DatabaseUnavailableException {
    List<Place> slowestFirst = new ArrayList<>(places.values());
    slowestFirst.sort(Place.SLOWEST_LAST.reversed());
    for (Place place : slowestFirst) {
      if (deadline.isOver()) {
        break;
      }
      walkAgain(place);
    }
    KeyRange inMemory = snapshot.memtable(table).tombstones() == 0 ? null : MemtableKeys.hull(database, table);
    if (inMemory != null) {
      // New tombstones in memory may have deleted the live keys between two positions.
      files.stream().filter(file -> isMostlyTombstones(file) && file.overlaps(inMemory))
          .forEach(file -> followed.remove(file.name(), DONE));
    }
  }

  /**
   * Searches the known positions again, because a compaction may have changed them.
   *
   * @return true if there was time for all positions
   */
  boolean check(Deadline deadline) throws DatabaseUnavailableException {
    for (Place place : new ArrayList<>(places.values())) {
      if (deadline.isOver()) {
        return false;
      }
      try {
        if (!live.passes(place.keys().begin(), limit.fewDeadEntries())) {
          walkAgain(place);
        }
      } catch (DatabaseFaultException e) {
        LOG.debug("A place of {} cannot be read: {}", table, e.toString());
      }
    }
    return true;
  }

  private void walkAgain(Place place) throws DatabaseUnavailableException {
    if (!places.remove(place.keys().begin(), place)) {
      // An earlier walk has covered these keys already.
      return;
    }
    try {
      byte[] at = place.keys().begin();
      while (at != null && Keys.compare(at, place.keys().end()) < 0) {
        at = walk(at, place.keys().end(), KEYS_OF_A_WALK);
      }
    } catch (DatabaseFaultException e) {
      LOG.debug("A place of {} cannot be read: {}", table, e.toString());
      places.put(place.keys().begin(), place);
    }
  }

  /**
   * Searches the memtables for tombstones, as {@link #follow} does. Returns {@link #DONE} at once if memtables hold
   * few tombstones, or are unchanged since a search to their end.
   */
  private byte[] followMemory(LsmSnapshot snapshot, Deadline deadline) throws DatabaseUnavailableException {
    long entries = snapshot.memtable(table).entries();
    if (snapshot.memtable(table).tombstones() < limit.fewDeadEntries() || entries == memoryEntries) {
      return DONE;
    }
    byte[] left = follow(new MemoryTombstones(database, table, limit.fewDeadEntries()),
        memoryLeft == null ? FIRST : memoryLeft, END, deadline);
    memoryLeft = left == DONE ? null : left;
    memoryEntries = left == DONE ? entries : -1;
    return left;
  }

  private byte[] follow(SstFile file, byte[] from, Deadline deadline) throws DatabaseUnavailableException {
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
   * Finds and adds positions near the tombstones of a file or of memtables, until the deadline.
   *
   * @return the key to continue from; {@link #DONE} at the end of the source
   */
  private byte[] follow(TombstoneSource source, byte[] from, byte[] end, Deadline deadline)
      throws DatabaseUnavailableException {
    byte[] at = from;
    int keys = KEYS_OF_A_WALK;
    try {
      while (at != null && Keys.compare(at, end) < 0) {
        if (deadline.isOver() || places.size() >= MAX_PLACES) {
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
   * Walks up to the next position and adds it, or stops without a position after about {@code keys} live keys.
   *
   * @return the key to continue from; null at the end of the table
   */
  private byte[] walk(byte[] from, byte[] end, int keys) throws DatabaseUnavailableException {
    byte[] known = endOfWalked(from);
    if (known != null) {
      return known;
    }
    LiveKeyWalk.Stop stop = live.from(from, end, keys);
    byte[] to = !stop.isAtDeadEntries() ? stop.next()
        : stop.last() != null ? add(Keys.after(stop.last()), Keys.after(stop.last()), end)
        : addAround(from, end);
    walked.merge(from, to == null ? END : to, Keys::max);
    return to;
  }

  private byte[] endOfWalked(byte[] key) {
    Map.Entry<byte[], byte[]> before = walked.floorEntry(key);
    return before != null && Keys.compare(key, before.getValue()) < 0 ? before.getValue() : null;
  }

  /** Adds the position that contains a key. Its dead entries may begin before the key. */
  private byte[] addAround(byte[] key, byte[] end) throws DatabaseUnavailableException {
    LiveKeyWalk.Previous before = live.previous(key);
    if (!before.isKnown()) {
      return add(key, key, end);
    }
    return add(before.key() == null ? FIRST : Keys.after(before.key()), key, end);
  }

  /**
   * Measures a position and adds it. Removes known positions among the same keys.
   *
   * @param from where the dead entries begin; may be the first key of the table
   * @param at   the key among the dead entries at which the walk stopped
   * @return the key to continue from, after {@code at}; null at the end of the table
   */
  private byte[] add(byte[] from, byte[] at, byte[] end) throws DatabaseUnavailableException {
    Wait wait = probe.atDeadEntries(database, table, from, limit);
    byte[] behind = wait.landing() != null ? wait.landing() : wait.isBounded() ? behindMany(at, end) : END;
    Map.Entry<byte[], Place> lower = places.lowerEntry(from);
    if (lower != null && Keys.compare(lower.getValue().keys().end(), from) > 0) {
      // A client has since written a live key among the dead entries of the preceding position. Positions must not
      // overlap, so the preceding position now ends at from.
      places.put(lower.getKey(), new Place(table, from, lower.getValue().waits()));
    }
    places.subMap(from, true, behind, false).clear();
    places.put(from, new Place(table, behind, wait));
    return behind == END ? null : behind;
  }

  /** Returns the key to continue from if RocksDB gave up within dead entries. The key comes after {@code at}. */
  private byte[] behindMany(byte[] at, byte[] end) throws DatabaseUnavailableException {
    if (Keys.compare(at, end) >= 0) {
      return Keys.after(at);
    }
    byte[] middle = live.passes(end, limit.fewDeadEntries()) ? null : KeyInterpolation.between(at, end, 0.5);
    return middle == null ? end : middle;
  }
}
