// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.LsmSnapshot;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;
import org.apache.hadoop.ozone.om.compaction.seek.SlowestInside;

/** A bucket with more than a few tombstones in memory, where no range reaches them. */
public final class InMemory {
  /** Upper bound of the buckets that are measured at once, those with most tombstones. */
  private static final int MAX_SPANS = 20;
  /** Microseconds that a seek takes for a tombstone in an SST file and the row that it hides; measured: 0.3 to 0.9. */
  private static final double MICROS_OF_A_TOMBSTONE = 0.6;

  private final BucketSpan span;
  private final CountInterval tombstones;
  private final long moveBytes;
  private final SeekProbe.Seek seek;
  private final PassedTombstones passed;

  private InMemory(BucketSpan span, CountInterval tombstones, long moveBytes, SeekProbe.Seek seek,
      PassedTombstones passed) {
    this.span = span;
    this.tombstones = tombstones;
    this.moveBytes = moveBytes;
    this.seek = seek;
    this.passed = passed;
  }

  /** @param over true once there is no time for another seek */
  static List<InMemory> find(NodeStatistics statistics, SeekCache seeks, BooleanSupplier over)
      throws DatabaseUnavailableException {
    LsmSnapshot snapshot = statistics.snapshot();
    List<Map.Entry<SpanStatistics, Long>> worst = new ArrayList<>();
    for (String table : statistics.tables()) {
      List<SpanStatistics> ofTable = statistics.targets(table);
      new MemtableTombstones(snapshot, table).find(ofTable,
          (place, most) -> worst.add(new SimpleImmutableEntry<>(ofTable.get(place), most)));
    }
    worst.sort(Collections.reverseOrder(Map.Entry.comparingByValue()));
    SlowestInside slowest = new SlowestInside(snapshot, seeks, over);
    List<InMemory> found = new ArrayList<>();
    for (Map.Entry<SpanStatistics, Long> each : worst.subList(0, Math.min(worst.size(), MAX_SPANS))) {
      BucketSpan span = each.getKey().span();
      long bytes = snapshot.database().number(span.table(), "rocksdb.cur-size-all-mem-tables")
          + drawnInBytes(snapshot.table(span.table()), span);
      CountInterval inMemory = new MemtableTombstones(snapshot, span.table()).of(span);
      SeekProbe.Seek seek = over.getAsBoolean() ? null : WorthCompacting.seek(slowest, each.getKey());
      found.add(new InMemory(span, inMemory, bytes, seek, seek == null ? null
          : PassedTombstones.of(seek, span, statistics, seeks.in(snapshot, span.table())).orElse(null)));
    }
    return found;
  }

  /**
   * Of the files that may be compacted with a file of level 0 that is as wide as the table: those of the span, and all
   * of level 0 and of the level below it.
   */
  static long drawnInBytes(LsmTable table, BucketSpan span) {
    return table.files().stream().filter(file -> file.level() <= table.baseLevel()
        || Keys.compare(file.smallestKey(), span.end()) < 0 && Keys.compare(span.begin(), file.largestKey()) <= 0)
        .mapToLong(SstFile::sizeBytes).sum();
  }

  public BucketSpan span() {
    return span;
  }

  /** RocksDB's estimate. */
  public CountInterval tombstones() {
    return tombstones;
  }

  /** Upper bound of the bytes that a flush and the compaction of the bucket after it read, and that they write. */
  public long moveBytes() {
    return moveBytes;
  }

  /** The slowest in the bucket; null if there was no time for it. */
  public SeekProbe.Seek seek() {
    return seek;
  }

  /**
   * Whether a list waits so long, and the tombstones that it passes in SST files are too few for that. How many are in
   * memory does not count: RocksDB's estimate was up to 5 times too high, and 0 for 10,000. Reads what files have of
   * the keys that a slow seek passes.
   *
   * @param micros microseconds
   */
  public boolean waits(long micros) {
    return seek != null && seek.micros() >= micros && passed != null
        && passed.inFiles().most() * MICROS_OF_A_TOMBSTONE < micros;
  }

  /** Whether the seek passes keys of a run. */
  boolean waitsIn(SpanStatistics run) {
    return passed.keys().table().equals(run.span().table()) && passed.keys().overlaps(run.span());
  }
}
