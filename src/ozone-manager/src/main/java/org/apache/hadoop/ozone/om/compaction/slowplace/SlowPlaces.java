// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;

/**
 * Finds where lists are slow in the tables of an OM, whatever the layout: in SST files of any level, in memory, across
 * buckets, at the begin of a table. The one engine behind lists, previews, turns, the service and metrics. Looks at a
 * table come one after the other; each goes on where the last one has ended. Those who come within ten seconds share
 * what was measured, where nothing has changed. Thread-safe.
 */
public final class SlowPlaces {
  /** As {@code service.hurting.seek}: with seeks of 2 ms all is well, with 20 ms it is not (ozone#8029). */
  private static final WaitLimit DEFAULT = WaitLimit.of(5_000);
  private static final Duration SHARED = Duration.ofSeconds(10);
  /** More than any page has rows. */
  private static final int MAX_REMEMBERED = 1_000;

  private final Map<String, OfTable> tables = new ConcurrentHashMap<>();
  private volatile WaitLimit limit = DEFAULT;

  /** Takes up from where on a list is slow, which may change while the OM runs. */
  public void use(WaitLimit other) {
    limit = other;
  }

  /** From where on a list is slow. */
  public WaitLimit limit() {
    return limit;
  }

  /**
   * Looks at some tables while there is time.
   *
   * @return by table, in the order given
   */
  public Map<String, PlacesOfTable> find(LsmSnapshot snapshot, Iterable<String> names, Deadline deadline)
      throws DatabaseUnavailableException {
    Map<String, PlacesOfTable> found = new LinkedHashMap<>();
    for (String table : names) {
      found.put(table, of(table).find(snapshot, limit, deadline));
    }
    return found;
  }

  private OfTable of(String table) {
    return tables.computeIfAbsent(table, OfTable::new);
  }

  /** Measures what a list waits from a key on. */
  public Wait from(LsmSnapshot snapshot, String table, byte[] key) throws DatabaseUnavailableException {
    return of(table).from(snapshot, key, limit);
  }

  /**
   * Counts the tombstones of some keys in SST files, once while the table has the same files. It reads what the files
   * have of the keys, so these should be no more than a list passes.
   *
   * @return exact unless a file cannot be read
   */
  public CountInterval tombstonesInFiles(LsmSnapshot snapshot, SpanStatistics keys) {
    return of(keys.span().table()).tombstones(snapshot, keys);
  }

  /** What is known of a table. Its lock is held for one look, and for one count. */
  private static final class OfTable {
    private final String table;
    private TableLook look;
    private OmDatabase database;
    private LsmTable tree;
    private WaitLimit limit;
    private long memoryEntries;
    private long lookedAt;
    /** Whether nothing has changed since the last look. */
    private boolean unchanged;
    /** Whether files have changed since places were last checked. */
    private boolean unchecked;
    private PlacesOfTable found;
    private final Cache<String, Wait> waits = CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED)
        .expireAfterWrite(SHARED).build();
    private final Cache<BucketSpan, CountInterval> tombstones =
        CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED).build();

    OfTable(String table) {
      this.table = table;
    }

    /** Forgets what is no longer so. */
    private void takeUp(LsmSnapshot snapshot, WaitLimit now) {
      boolean sameFiles = snapshot.database().isSameAs(database) && snapshot.table(table).isSameAs(tree);
      if (!sameFiles || !now.equals(limit) || memoryEntries != snapshot.memtable(table).entries()) {
        waits.invalidateAll();
        unchanged = false;
      }
      if (!sameFiles) {
        tombstones.invalidateAll();
        unchecked = true;
      }
      database = snapshot.database();
      tree = snapshot.table(table);
      limit = now;
      memoryEntries = snapshot.memtable(table).entries();
    }

    synchronized PlacesOfTable find(LsmSnapshot snapshot, WaitLimit now, Deadline deadline)
        throws DatabaseUnavailableException {
      takeUp(snapshot, now);
      if (look == null || !look.isOf(snapshot.database(), now)) {
        look = new TableLook(snapshot.database(), table, now);
        found = null;
      }
      boolean recent = found != null && System.nanoTime() - lookedAt < SHARED.toNanos();
      if (recent && unchanged && !unchecked && found.notMeasured().isEmpty()) {
        return found;
      }
      if (!recent) {
        look.again(snapshot, deadline.firstHalf());
        lookedAt = System.nanoTime();
      }
      unchecked = unchecked && !look.check(deadline);
      found = look.goOn(snapshot, deadline);
      unchanged = true;
      return found;
    }

    synchronized Wait from(LsmSnapshot snapshot, byte[] key, WaitLimit now) throws DatabaseUnavailableException {
      takeUp(snapshot, now);
      String place = one(key);
      Wait wait = waits.getIfPresent(place);
      if (wait == null) {
        wait = new WaitProbe().from(snapshot.database(), table, key, now);
        waits.put(place, wait);
      }
      return wait;
    }

    synchronized CountInterval tombstones(LsmSnapshot snapshot, SpanStatistics keys) {
      takeUp(snapshot, limit == null ? DEFAULT : limit);
      return tombstones.asMap().computeIfAbsent(keys.span(), span -> count(snapshot.database(), keys));
    }

    private static CountInterval count(OmDatabase database, SpanStatistics keys) {
      long sum = 0;
      for (SstFile file : keys.files()) {
        if (file.tombstones() == 0 || keys.span().contains(file)) {
          sum += file.tombstones();
        } else {
          Optional<Long> part = TombstoneSearch.count(database, file, keys.span().keys());
          if (!part.isPresent()) {
            return keys.tombstones();
          }
          sum += part.get();
        }
      }
      return new CountInterval(sum, sum);
    }

    /** One char for each byte. */
    private static String one(byte[] key) {
      return new String(key, StandardCharsets.ISO_8859_1);
    }
  }
}
