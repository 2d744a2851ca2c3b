// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;

/**
 * Finds where lists are slow in the tables of an OM, whatever the layout: in SST files of any level, in memory, across
 * buckets, at the begin of a table. The one engine behind lists, previews, turns, the service and metrics. Looks at a
 * table come one after the other; each goes on where the last one has ended, and those who come within ten seconds
 * share one where nothing has changed.
 */
public final class SlowPlaces {
  private static final Duration SHARED = Duration.ofSeconds(10);

  private final Map<String, OfTable> tables = new ConcurrentHashMap<>();

  /** What is known of a table. Its lock is held for one look. */
  private static final class OfTable {
    private TableLook look;
    private LsmTable tree;
    private long memoryEntries;
    private long lookedAt;
    private PlacesOfTable found;

    synchronized PlacesOfTable find(LsmSnapshot snapshot, String table, WaitLimit limit, Deadline deadline)
        throws DatabaseUnavailableException {
      if (look == null || !look.isOf(snapshot.database(), limit)) {
        look = new TableLook(snapshot.database(), table, limit);
        tree = null;
      }
      boolean recent = tree != null && System.nanoTime() - lookedAt < SHARED.toNanos();
      boolean same = recent && memoryEntries == snapshot.memtable(table).entries()
          && tree.isSameAs(snapshot.table(table));
      if (!same || !found.notMeasured().isEmpty()) {
        if (!recent) {
          look.again(deadline);
          lookedAt = System.nanoTime();
        }
        found = look.goOn(snapshot, deadline);
        tree = snapshot.table(table);
        memoryEntries = snapshot.memtable(table).entries();
      }
      return found;
    }
  }

  /**
   * Looks at some tables while there is time.
   *
   * @param limit from where on a list is slow
   * @return by table, in the order given
   */
  public Map<String, PlacesOfTable> find(LsmSnapshot snapshot, Iterable<String> names, WaitLimit limit,
      Deadline deadline) throws DatabaseUnavailableException {
    Map<String, PlacesOfTable> found = new LinkedHashMap<>();
    for (String table : names) {
      found.put(table, tables.computeIfAbsent(table, name -> new OfTable()).find(snapshot, table, limit, deadline));
    }
    return found;
  }
}
