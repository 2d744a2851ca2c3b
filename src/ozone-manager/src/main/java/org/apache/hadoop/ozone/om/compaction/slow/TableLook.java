// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseFaultException;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.MemtableKeys;
import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FilesByKey;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.slow.NotLookedAt.Cause;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where a table is searched for places next: at places that files or clients have changed since, then near the
 * tombstones of each source (SST file or memtables). Goes on where it ended. Not thread-safe.
 */
final class TableLook {
  private static final Logger LOG = LoggerFactory.getLogger(TableLook.class);
  /** Number of live keys of a short walk. It takes about a millisecond. */
  private static final int KEYS_OF_A_WALK = 1_024;
  /**
   * If fewer live keys than this lie between the end of a walk and the next tombstones, the next walk is twice as long.
   */
  private static final int FEW_KEYS = 64;
  private static final byte[] FIRST = SpanTables.firstKey();
  private static final byte[] END = SpanTables.behindAllKeys();
  /** Marks a file or memtables that were searched to the end. */
  private static final byte[] DONE = {};

  private final OmDatabase database;
  private final String table;
  private final WaitLimit limit;
  private final KnownPlaces places;
  /**
   * By file name, the key from which to search the file next; {@link #DONE} if the file was searched to its end. Stays
   * valid, because files never change.
   */
  private final Map<String, byte[]> followed = new HashMap<>();
  private final MemorySearch memory = new MemorySearch();
  private LsmTable tree;
  private FilesByKey byKey;
  private List<SstFile> files = new ArrayList<>();
  /** True if the files have changed since the known places were last compared with them. */
  private boolean unchecked;
  /** Keys of former places that have yet to be walked over. */
  private final List<BucketSpan> toWalk = new ArrayList<>();
  /** The key at which the next look again at known places begins. */
  private byte[] againFrom = FIRST;
  private boolean againDone = true;

  TableLook(OmDatabase database, String table, WaitLimit limit) {
    this.database = database;
    this.table = table;
    this.limit = limit;
    this.places = new KnownPlaces(limit);
  }

  boolean isOf(OmDatabase other, WaitLimit now) {
    return database.isSameAs(other) && limit.equals(now);
  }

  /**
   * Goes on where earlier looks ended. Returns all known places, and what has not been searched by the deadline.
   *
   * @param snapshot a snapshot of the same database that earlier looks read
   * @param old      whether the look first searches the known places again where clients may have written
   */
  PlacesOfTable goOn(LsmSnapshot snapshot, OldPlaces old, Deadline deadline) throws DatabaseUnavailableException {
    takeUp(snapshot.table(table));
    List<NotLookedAt> left = new ArrayList<>();
    try (Look look = new Look(snapshot, deadline)) {
      look.walkFormerPlaces();
      look.searchWhereFilesChanged(left);
      if (old == OldPlaces.SEARCHED_AGAIN) {
        look.searchWhereWritten(left);
      }
      look.finishParts();
      look.followTombstones(left);
      look.walkFormerPlaces();
      look.addUnfinished(left);
    }
    return new PlacesOfTable(places.all(), left);
  }

  /** True if the last look again at known places has come to its end. */
  boolean isAgainDone() {
    return againDone;
  }

  /** Selects the files to search: first of level 0, which are small and new, then by their share of tombstones. */
  private void takeUp(LsmTable now) {
    if (tree != null && now.isSameAs(tree)) {
      return;
    }
    tree = now;
    byKey = new FilesByKey(tree);
    unchecked = !places.isEmpty();
    if (places.forgotten() > 0) {
      places.expectAll();
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
    if (limit.maySlowDown(file.tombstones()) || 2 * file.tombstones() >= file.entries()) {
      return true;
    }
    long[] tombstones = new long[1];
    byKey.forEachIn(file.smallestKey(), file.largestKey(), other -> tombstones[0] += other.tombstones());
    return limit.maySlowDown(tombstones[0]);
  }

  /** One look: goes on until its deadline, with one view of the files. */
  private final class Look implements AutoCloseable {
    private final LsmSnapshot snapshot;
    private final Deadline deadline;
    private final FileEntries fileEntries = new FileEntries(database, byKey);
    private final DeadCounts counts;
    private final PlaceWalk walk;
    /** Keys of former places, and of parts of places, that this look could not read. */
    private final Set<BucketSpan> unreadable = Collections.newSetFromMap(new IdentityHashMap<>());
    /** True if the source that was followed last could not be read to its end. */
    private boolean failed;

    Look(LsmSnapshot snapshot, Deadline deadline) {
      this.snapshot = snapshot;
      this.deadline = deadline;
      this.counts = new DeadCounts(snapshot, table, fileEntries);
      this.walk = new PlaceWalk(counts, fileEntries, limit, places, deadline, toWalk::add);
    }

    /** Looks again at the known places in whose keys files have come or gone. */
    void searchWhereFilesChanged(List<NotLookedAt> left) throws DatabaseUnavailableException {
      if (!unchecked) {
        return;
      }
      boolean all = true;
      for (Place place : places.all()) {
        if (!place.files().equals(fileEntries.namesIn(place.keys().begin(), place.keys().end()))) {
          if (deadline.isOver()) {
            left.add(new NotLookedAt(place.keys(), place.dead().allTombstones().most(), Cause.TIME));
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
    void searchWhereWritten(List<NotLookedAt> left) throws DatabaseUnavailableException {
      Deadline half = deadline.firstHalf();
      List<Place> inTurn = places.from(againFrom);
      againFrom = FIRST;
      againDone = true;
      for (Place place : inTurn) {
        if (half.isOver()) {
          againFrom = againDone ? place.keys().begin() : againFrom;
          againDone = false;
          left.add(new NotLookedAt(place.keys(), place.dead().allTombstones().most(), Cause.TIME));
        } else if (place.isEndReached() && places.isKnown(place) && counts.mayBeWritten(place)) {
          if (counts.isStillBetweenLiveKeys(place)) {
            places.keep(place.with(counts.withMemoryNow(place), limit));
          } else {
            walkAgain(place);
          }
        }
      }
      KeyRange inMemory = snapshot.memtables(table).tombstones() == 0 ? null : MemtableKeys.hull(database, table);
      if (inMemory != null && files.stream().allMatch(file -> followed.get(file.name()) == DONE)) {
        // New tombstones in memory may have deleted the live keys between two places.
        files.stream().filter(file -> 2 * file.tombstones() >= file.entries() && file.overlaps(inMemory))
            .forEach(file -> followed.remove(file.name(), DONE));
      }
    }

    private void walkAgain(Place place) throws DatabaseUnavailableException {
      if (!places.forget(place)) {
        // An earlier walk has covered these keys already.
        return;
      }
      try {
        walkThrough(place.keys());
      } catch (DatabaseFaultException e) {
        cannotRead(e);
        places.giveBack(place);
      }
    }

    /** Walks over some keys, at least over a few; what is left when the deadline is over is walked over later. */
    private void walkThrough(BucketSpan keys) throws DatabaseUnavailableException {
      byte[] at = keys.begin();
      do {
        at = walk.walk(at, keys.end(), KEYS_OF_A_WALK);
      } while (at != null && Keys.compare(at, keys.end()) < 0 && !deadline.isOver());
      if (at != null && Keys.compare(at, keys.end()) < 0) {
        toWalk.add(BucketSpan.unattributed(table, at, keys.end()));
      }
    }

    void walkFormerPlaces() throws DatabaseUnavailableException {
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
          cannotRead(e);
          toWalk.add(keys);
          unreadable.add(keys);
        }
      }
    }

    /** Goes on in the places whose ends no look has reached. */
    void finishParts() throws DatabaseUnavailableException {
      for (Place place : places.all()) {
        if (!place.isEndReached() && !deadline.isOver() && places.forget(place)) {
          try {
            walk.goOn(place);
          } catch (DatabaseFaultException e) {
            cannotRead(e);
            places.giveBack(place);
            unreadable.add(place.keys());
          }
        }
      }
    }

    void followTombstones(List<NotLookedAt> left) throws DatabaseUnavailableException {
      byte[] inMemory = followMemory();
      if (inMemory != DONE) {
        left.add(new NotLookedAt(BucketSpan.unattributed(table, inMemory, END),
            snapshot.memtables(table).tombstones(), failed ? Cause.UNREADABLE : Cause.TIME));
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
              file.tombstones(), failed ? Cause.UNREADABLE : Cause.TIME));
        }
      }
    }

    /** Adds the keys behind the known parts of places, those of former places, and places that were forgotten. */
    void addUnfinished(List<NotLookedAt> left) {
      places.all().stream().filter(place -> !place.isEndReached())
          .forEach(part -> left.add(unfinished(part.keys())));
      toWalk.forEach(keys -> left.add(unfinished(keys)));
      if (places.forgotten() > 0) {
        left.add(new NotLookedAt(BucketSpan.unattributed(table, FIRST, END), places.forgotten(), Cause.TIME));
      }
    }

    private NotLookedAt unfinished(BucketSpan keys) {
      return new NotLookedAt(keys, tombstonesIn(keys), unreadable.contains(keys) ? Cause.UNREADABLE : Cause.TIME);
    }

    private long tombstonesIn(BucketSpan keys) {
      long[] tombstones = {snapshot.memtables(table).tombstones()};
      byKey.forEachIn(keys.begin(), keys.end(), file -> tombstones[0] += file.tombstones());
      return tombstones[0];
    }

    /**
     * Searches the memtables for tombstones, as {@link #follow} does, for half of the time.
     *
     * @return the first key that is not searched; {@link #DONE} if there is none
     */
    private byte[] followMemory() throws DatabaseUnavailableException {
      failed = false;
      Memtables now = snapshot.memtables(table);
      byte[] from = memory.from(now, limit);
      if (from == null) {
        return DONE;
      }
      byte[] left = follow(new MemoryTombstones(database, table, limit.largeDeadEntries(), deadline.step()), from, END,
          deadline.firstHalf());
      byte[] unsearched = memory.ended(now, left == DONE ? null : left);
      return unsearched == null ? DONE : unsearched;
    }

    private byte[] follow(SstFile file, byte[] from) throws DatabaseUnavailableException {
      failed = false;
      if (deadline.isOver()) {
        return from;
      }
      try (FileTombstones tombstones = new FileTombstones(database, file, deadline.step())) {
        return follow(tombstones, from, Keys.after(file.largestKey()), deadline);
      } catch (RocksDBException e) {
        cannotRead(e);
        // RocksDB may have deleted it since; then the next look reads what has come in its place.
        failed = database.file(file.name()).exists();
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
          keys = next == null || !walk.isNear(at, next, FEW_KEYS) ? KEYS_OF_A_WALK
              : Math.min(2 * keys, PlaceWalk.MAX_KEYS);
          at = next == null ? null : walk.walk(next, end, keys);
        }
        return DONE;
      } catch (RocksDBException | DatabaseFaultException e) {
        cannotRead(e);
        return at;
      }
    }

    private void cannotRead(Exception failure) {
      failed = true;
      LOG.debug("Keys of {} cannot be read: {}", table, failure.toString());
      snapshot.noteFailedRead(table, failure);
    }

    @Override
    public void close() {
      fileEntries.close();
    }
  }
}
