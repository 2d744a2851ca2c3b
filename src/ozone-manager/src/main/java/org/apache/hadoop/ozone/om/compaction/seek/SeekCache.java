// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.seek;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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
  static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int MAX_SEEKS_OF_TABLE = 1_000;

  private final SeekProbe probe = new SeekProbe();
  private final LongSupplier nanoTime;
  private final Map<String, OfTable> byTable = new HashMap<>();

  public SeekCache() {
    this(System::nanoTime);
  }

  SeekCache(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
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
    private final Map<String, Known> byPlace = new HashMap<>();
    private final Map<BucketSpan, CountInterval> tombstones = new HashMap<>();

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
      synchronized (tombstones) {
        CountInterval known = tombstones.get(keys.span());
        if (known != null) {
          return known;
        }
      }
      CountInterval counted = count(keys);
      synchronized (tombstones) {
        if (tombstones.size() >= MAX_SEEKS_OF_TABLE) {
          tombstones.clear();
        }
        tombstones.put(keys.span(), counted);
      }
      return counted;
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
      Known known;
      synchronized (byPlace) {
        known = byPlace.get(place);
      }
      if (known != null && nanoTime.getAsLong() - known.measuredAt < MAX_AGE_NANOS) {
        return known.seek;
      }
      SeekProbe.Seek seek = measurement.take();
      synchronized (byPlace) {
        if (byPlace.size() >= MAX_SEEKS_OF_TABLE) {
          byPlace.clear();
        }
        byPlace.put(place, new Known(seek, nanoTime.getAsLong()));
      }
      return seek;
    }
  }

  /** One char for each byte. */
  private static String text(byte[] key) {
    return new String(key, StandardCharsets.ISO_8859_1);
  }

  /** One seek, and when it was measured. */
  private static final class Known {
    private final SeekProbe.Seek seek;
    private final long measuredAt;

    Known(SeekProbe.Seek seek, long measuredAt) {
      this.seek = seek;
      this.measuredAt = measuredAt;
    }
  }
}
