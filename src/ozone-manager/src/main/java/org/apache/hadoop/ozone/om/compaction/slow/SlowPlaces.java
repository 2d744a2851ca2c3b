// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.Memtables;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Finds the places of the tables of an OM. Each look goes on where the last look of the table ended. Thread-safe.
 */
public final class SlowPlaces {
  /** The default of {@code service.hurting.seek}: seeks of 2 ms caused no trouble, seeks of 20 ms did (ozone#8029). */
  private static final WaitLimit DEFAULT = WaitLimit.of(5_000);
  /** Places where clients write are searched again after this time. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Map<String, OfTable> tables = new ConcurrentHashMap<>();
  private volatile WaitLimit limit = DEFAULT;

  /** Changes the limit that decides whether a list is slow. May be called at any time while the OM runs. */
  public void use(WaitLimit other) {
    limit = other;
  }

  public WaitLimit limit() {
    return limit;
  }

  /**
   * Looks for places in some tables, and waits for other looks at them. What is not searched by the deadline is
   * returned as not looked at.
   *
   * @return the places by table, in the order of the tables given
   */
  public Map<String, PlacesOfTable> find(LsmSnapshot snapshot, Collection<String> names, Deadline deadline)
      throws DatabaseUnavailableException {
    return each(snapshot, names, deadline, (table, part) -> table.find(snapshot, limit, part));
  }

  /**
   * As {@link #find}, but does not wait for another look at a table whose places are known from before: a reader gets
   * these at once.
   */
  public Map<String, PlacesOfTable> findOrKnown(LsmSnapshot snapshot, Collection<String> names, Deadline deadline)
      throws DatabaseUnavailableException {
    return each(snapshot, names, deadline, (table, part) -> table.findOrKnown(snapshot, limit, part));
  }

  private interface Search {
    PlacesOfTable in(OfTable table, Deadline deadline) throws DatabaseUnavailableException;
  }

  private Map<String, PlacesOfTable> each(LsmSnapshot snapshot, Collection<String> names, Deadline deadline,
      Search search) throws DatabaseUnavailableException {
    Map<String, PlacesOfTable> found = new LinkedHashMap<>();
    names.forEach(table -> found.put(table, null));
    // Tables with few tombstones first: each may use an equal part of the time, and leaves to the others what it does
    // not need.
    List<String> fewestFirst = new ArrayList<>(found.keySet());
    fewestFirst.sort(Comparator.comparingLong(table -> tombstones(snapshot, table)));
    int left = fewestFirst.size();
    for (String table : fewestFirst) {
      found.put(table, search.in(tables.computeIfAbsent(table, OfTable::new), deadline.ofOneOf(left)));
      left--;
    }
    return found;
  }

  private static long tombstones(LsmSnapshot snapshot, String table) {
    return snapshot.memtables(table).tombstones()
        + snapshot.table(table).files().stream().mapToLong(SstFile::tombstones).sum();
  }

  private static final class OfTable {
    private final String table;
    /** Held during a look. */
    private final ReentrantLock looking = new ReentrantLock();
    private TableLook look;
    private LsmTable tree;
    private Memtables memtables;
    private Memtables memtablesAgain;
    private long searchedAgain;
    private volatile PlacesOfTable found;
    /** The database that {@link #found} is of. */
    private volatile OmDatabase foundIn;

    OfTable(String table) {
      this.table = table;
    }

    PlacesOfTable findOrKnown(LsmSnapshot snapshot, WaitLimit limit, Deadline deadline)
        throws DatabaseUnavailableException {
      PlacesOfTable known = known(snapshot);
      if (known == null) {
        return find(snapshot, limit, deadline);
      }
      if (!looking.tryLock()) {
        return known;
      }
      try {
        return find(snapshot, limit, deadline);
      } finally {
        looking.unlock();
      }
    }

    PlacesOfTable find(LsmSnapshot snapshot, WaitLimit limit, Deadline deadline) throws DatabaseUnavailableException {
      try {
        if (!looking.tryLock(deadline.nanosLeft(), TimeUnit.NANOSECONDS)) {
          PlacesOfTable known = known(snapshot);
          return known == null ? nothing(snapshot) : known;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return nothing(snapshot);
      }
      try {
        PlacesOfTable now = look(snapshot, limit, deadline);
        if (known(snapshot) == null) {
          // These are places of another database. A reader who does not wait for this look must not get them.
          found = null;
        }
        foundIn = snapshot.database();
        found = now;
        return now;
      } finally {
        looking.unlock();
      }
    }

    /** Returns the known places of the database that is open now; null if nobody has looked at it yet. */
    private PlacesOfTable known(LsmSnapshot snapshot) {
      return snapshot.database().isSameAs(foundIn) ? found : null;
    }

    private PlacesOfTable look(LsmSnapshot snapshot, WaitLimit limit, Deadline deadline)
        throws DatabaseUnavailableException {
      boolean isFirst = look == null || !look.isOf(snapshot.database(), limit);
      if (isFirst) {
        look = new TableLook(snapshot.database(), table, limit);
      }
      Memtables now = snapshot.memtables(table);
      boolean isDue = isFirst || System.nanoTime() - searchedAgain >= KEPT.toNanos();
      boolean again = isDue && (isFirst || !now.areUnchangedSince(memtablesAgain));
      if (!again && found != null && snapshot.table(table).isSameAs(tree) && now.areUnchangedSince(memtables)
          && found.notLookedAt().isEmpty()) {
        return found;
      }
      tree = snapshot.table(table);
      memtables = now;
      PlacesOfTable places = look.goOn(snapshot, again ? OldPlaces.SEARCHED_AGAIN : OldPlaces.KEPT, deadline);
      if (again && look.isAgainDone()) {
        searchedAgain = System.nanoTime();
        memtablesAgain = now;
      }
      return places;
    }

    /** All tombstones of the table as not looked at. */
    private PlacesOfTable nothing(LsmSnapshot snapshot) {
      return new PlacesOfTable(Collections.emptyList(), Collections.singletonList(new NotLookedAt(
          BucketSpan.unattributed(table, SpanTables.firstKey(), SpanTables.behindAllKeys()),
          tombstones(snapshot, table), NotLookedAt.Cause.TIME)));
    }
  }
}
