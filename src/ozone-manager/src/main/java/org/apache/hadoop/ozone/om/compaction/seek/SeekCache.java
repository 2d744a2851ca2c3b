// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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
 * Keeps measured seeks for ten seconds and as long as the table has the same files and tombstones in memory, and the
 * numbers of tombstones that they pass: pages are asked for every few seconds, and seeks over many tombstones cost more
 * than all else of a page. Thread-safe.
 */
public final class SeekCache {
  static final Duration MAX_AGE = Duration.ofSeconds(10);
  private static final int MAX_SEEKS_OF_TABLE = 1_000;

  private final SeekProbe probe = new SeekProbe();
  private final Ticker ticker;
  private final Map<String, OfTable> byTable = new HashMap<>();

  public SeekCache() {
    this(Ticker.systemTicker());
  }

  SeekCache(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Those of one table as a snapshot has it. */
  public synchronized OfTable in(LsmSnapshot snapshot, String table) {
    OfTable known = byTable.get(table);
    if (known == null || !known.isOf(snapshot)) {
      known = new OfTable(snapshot, table);
      byTable.put(table, known);
    }
    return known;
  }

  /** A measurement that was not taken before. */
  @FunctionalInterface
  private interface Measurement {
    SeekProbe.Seek take() throws DatabaseUnavailableException;
  }

  /** Seeks of a table, each measured when it is first asked for. */
  public final class OfTable {
    private final OmDatabase database;
    private final LsmTable table;
    private final long memtableTombstones;
    private final Cache<String, SeekProbe.Seek> byPlace = CacheBuilder.newBuilder().maximumSize(MAX_SEEKS_OF_TABLE)
        .expireAfterWrite(MAX_AGE).ticker(ticker).build();
    private final Cache<BucketSpan, CountInterval> tombstones =
        CacheBuilder.newBuilder().maximumSize(MAX_SEEKS_OF_TABLE).build();

    private OfTable(LsmSnapshot snapshot, String table) {
      this.database = snapshot.database();
      this.table = snapshot.table(table);
      this.memtableTombstones = snapshot.memtable(table).tombstones();
    }

    private boolean isOf(LsmSnapshot snapshot) {
      return database.isSameAs(snapshot.database())
          && memtableTombstones == snapshot.memtable(table.name()).tombstones()
          && table.isSameAs(snapshot.table(table.name()));
    }

    /** {@link SeekProbe#seekToFirst}. */
    public SeekProbe.Seek toFirst() throws DatabaseUnavailableException {
      return known("first", () -> probe.seekToFirst(database, table.name()));
    }

    /** {@link SeekProbe#seekFrom}. */
    public SeekProbe.Seek from(byte[] key) throws DatabaseUnavailableException {
      return known("from " + text(key), () -> probe.seekFrom(database, table.name(), key));
    }

    /** {@link SeekProbe#slowestFrom}. */
    public SeekProbe.Seek slowestFrom(byte[] key, int steps) throws DatabaseUnavailableException {
      return known("slowest from " + text(key), () -> {
        SeekProbe.Seek slowest = null;
        for (byte[] place : probe.slowPlaces(database, table.name(), key, steps)) {
          SeekProbe.Seek seek = from(place);
          slowest = slowest == null || seek.micros() > slowest.micros() ? seek : slowest;
        }
        return slowest;
      });
    }

    /**
     * Counts the tombstones of some keys in SST files, once while the table has the same files. It reads what the files
     * have of the keys, so these should be no more than a seek passes.
     *
     * @return exact unless a file cannot be read
     */
    public CountInterval tombstones(SpanStatistics keys) {
      return tombstones.asMap().computeIfAbsent(keys.span(), span -> count(keys));
    }

    private CountInterval count(SpanStatistics keys) {
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

    private SeekProbe.Seek known(String place, Measurement measurement) throws DatabaseUnavailableException {
      SeekProbe.Seek seek = byPlace.getIfPresent(place);
      if (seek == null) {
        seek = measurement.take();
        byPlace.put(place, seek);
      }
      return seek;
    }
  }

  /** One char for each byte. */
  private static String text(byte[] key) {
    return new String(key, StandardCharsets.ISO_8859_1);
  }
}
