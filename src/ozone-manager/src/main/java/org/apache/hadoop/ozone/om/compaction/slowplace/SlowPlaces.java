// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import com.google.common.base.Ticker;
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
import org.apache.hadoop.ozone.om.compaction.database.ReadFaults;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.scan.TombstoneSearch;

/**
 * Finds where listing is slow in the tables of an OM. Each search continues where the last search of the table ended.
 * Thread-safe.
 */
public final class SlowPlaces {
  /** The default of {@code service.hurting.seek}: seeks of 2 ms caused no trouble, seeks of 20 ms did (ozone#8029). */
  private static final WaitLimit DEFAULT = WaitLimit.of(5_000);
  private static final Duration SHARED = Duration.ofSeconds(10);
  /** Maximum number of measured delays, and of counts, to remember for a table. */
  private static final int MAX_REMEMBERED = 1_000;

  private final Map<String, OfTable> tables = new ConcurrentHashMap<>();
  private final Ticker ticker;
  private volatile WaitLimit limit = DEFAULT;

  public SlowPlaces() {
    this(Ticker.systemTicker());
  }

  SlowPlaces(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Changes the limit that decides whether a listing is slow. May be called at any time while the OM runs. */
  public void use(WaitLimit other) {
    limit = other;
  }

  /** The limit that decides whether a listing is slow. */
  public WaitLimit limit() {
    return limit;
  }

  /**
   * Searches some tables for positions where a listing skips more than a few dead entries. Keys that are not searched
   * by the deadline are returned as not measured.
   *
   * @return the positions by table, in the order of the tables given
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
    return tables.computeIfAbsent(table, name -> new OfTable(name, ticker));
  }

  /** Measures how long a listing that begins at a key takes to find its first live key. */
  public Wait from(LsmSnapshot snapshot, String table, byte[] key) throws DatabaseUnavailableException {
    return of(table).from(snapshot, key, limit);
  }

  /**
   * Counts the tombstones that SST files hold among some keys. Reads all blocks of these keys: use it for the keys
   * between two neighbouring live keys, not for whole buckets.
   *
   * @return the exact number; if a file cannot be read, the bounds from {@code keys}
   */
  public CountInterval tombstonesInFiles(LsmSnapshot snapshot, SpanStatistics keys) {
    return of(keys.span().table()).tombstones(snapshot, keys, limit);
  }

  /** The known positions of one table. Its lock is held during one search, one measurement or one count. */
  private static final class OfTable {
    private final String table;
    private TableLook look;
    private OmDatabase database;
    private LsmTable tree;
    private WaitLimit limit;
    private long memoryEntries;
    private long lookedAt;
    /** True if files, memtables and limit have not changed since the last search. */
    private boolean unchanged;
    /** True if the files have changed since the known positions were last checked. */
    private boolean unchecked;
    private PlacesOfTable found;
    private final Cache<String, Wait> waits = CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED)
        .expireAfterWrite(SHARED).build();
    private final Cache<BucketSpan, CountInterval> tombstones =
        CacheBuilder.newBuilder().maximumSize(MAX_REMEMBERED).build();
    /** Keys whose count has failed within the last minute, because a file could not be read. */
    private final Cache<BucketSpan, Boolean> unread;

    OfTable(String table, Ticker ticker) {
      this.table = table;
      this.unread = ReadFaults.unread(ticker);
    }

    /** If files, memtables or the limit have changed, forgets the measurements that the change makes untrue. */
    private void takeUp(LsmSnapshot snapshot, WaitLimit now) {
      boolean sameFiles = snapshot.database().isSameAs(database) && snapshot.table(table).isSameAs(tree);
      if (!sameFiles || !now.equals(limit) || memoryEntries != snapshot.memtable(table).entries()) {
        waits.invalidateAll();
        unchanged = false;
      }
      if (!sameFiles) {
        tombstones.invalidateAll();
        unread.invalidateAll();
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

    synchronized CountInterval tombstones(LsmSnapshot snapshot, SpanStatistics keys, WaitLimit now) {
      takeUp(snapshot, now);
      if (unread.getIfPresent(keys.span()) != null) {
        return keys.tombstones();
      }
      CountInterval counted =
          tombstones.asMap().computeIfAbsent(keys.span(), span -> count(snapshot.database(), keys));
      if (counted == null) {
        unread.put(keys.span(), true);
        return keys.tombstones();
      }
      return counted;
    }

    /** Counts the tombstones exactly; returns null if a file cannot be read. */
    private static CountInterval count(OmDatabase database, SpanStatistics keys) {
      TombstoneSearch search = new TombstoneSearch(database, keys.span().keys(), () -> false);
      long sum = 0;
      for (SstFile file : keys.files()) {
        if (file.tombstones() == 0 || keys.span().contains(file)) {
          sum += file.tombstones();
        } else {
          Optional<Long> part = search.count(file);
          if (!part.isPresent()) {
            return null;
          }
          sum += part.get();
        }
      }
      return new CountInterval(sum, sum);
    }

    /** Returns a key as a string with one char for each byte, so that it can be a key of a map. */
    private static String one(byte[] key) {
      return new String(key, StandardCharsets.ISO_8859_1);
    }
  }
}
