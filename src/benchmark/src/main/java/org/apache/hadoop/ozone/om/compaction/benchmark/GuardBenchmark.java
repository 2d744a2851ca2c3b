// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.guard.CompactionGuard;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/**
 * Measures costs and gains of the guard, which ends SST files where a bucket ends: bytes that flushes and compactions
 * write while clients fill or rewrite fileTable, the number of files, and bytes that a job moves after one bucket was
 * deleted. Sizes of files, levels and memtables are 1/64 of an OM's, so that a table of 30 MB has the shape of one of 2
 * GB. Nothing is written while RocksDB compacts, so that the machine's speed does not matter. Automatic compactions are
 * off while a job runs: one that the job's output triggers would be counted as well.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class GuardBenchmark {
  private static final double MAX_WRITTEN_OF_UNGUARDED = 1.05;
  private static final String TABLE = OMDBDefinition.FILE_TABLE;
  private static final long FILE_BYTES = 1 << 20;
  /** Rows of some 200 bytes that fill a memtable. */
  private static final int ROWS_OF_MEMTABLE = 8_000;

  private final OmDb db;
  private final List<Bucket> buckets = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(1);
  private int unflushed;

  private GuardBenchmark(Path directory, Guard guard, int buckets) throws IOException, RocksDBException {
    OzoneConfiguration conf = new OzoneConfiguration();
    conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
    conf.setBoolean("ozone.om.range.compaction.guard", guard == Guard.ON);
    CompactionGuard.prepare(conf);
    this.db = OmDb.create(directory);
    new CompactionGuard(db::metadata).look();
    db.setFileSize(TABLE, FILE_BYTES);
    for (int i = 0; i < buckets; i++) {
      this.buckets.add(db.bucket(String.format("bucket-%04d", i), BucketLayout.FILE_SYSTEM_OPTIMIZED));
    }
  }

  /** Whether files end where a bucket ends. */
  enum Guard { OFF, ON }

  /** The operations of the clients. */
  enum Load {
    BULK_INSERT("buckets are filled one after the other", (on, rows) -> {
      int ofEach = rows / on.buckets.size();
      for (int i = 0; i < ofEach * on.buckets.size(); i++) {
        on.put(on.buckets.get(i / ofEach), i % ofEach);
      }
    }),
    INSERT("all buckets are filled at once", (on, rows) -> {
      for (int row = 0; row < rows; row++) {
        on.put(on.buckets.get(row % on.buckets.size()), row);
      }
    }),
    UPDATE("as many rows as there are, drawn at random, are written again", (on, rows) -> {
      for (int i = 0; i < rows; i++) {
        int row = on.random.nextInt(rows);
        on.put(on.buckets.get(row % on.buckets.size()), row);
      }
    });

    private final String title;
    private final Writes writes;

    Load(String title, Writes writes) {
      this.title = title;
      this.writes = writes;
    }
  }

  private interface Writes {
    void run(GuardBenchmark on, int rows) throws RocksDBException;
  }

  /**
   * Result of one load. Sizes in bytes.
   *
   * @param loaded    bytes flushed and compacted while clients wrote
   * @param files     number of the table's files at the end
   * @param bucket    average size of a bucket
   * @param moved     bytes read and written by a job after one bucket was deleted
   * @param predicted prediction of {@code moved}
   */
  record Run(Load load, Guard guard, int buckets, CompactionBytes loaded, int files, long bucket, long moved,
      long predicted) {
    private double allWritten() {
      return loaded.flushed() + loaded.written();
    }
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    int rows = Size.of(args[2]).guardRows();
    List<Run> runs = new ArrayList<>();
    for (Load load : Load.values()) {
      for (int buckets : new int[] {50, 1_000}) {
        for (Guard guard : Guard.values()) {
          runs.add(new GuardBenchmark(Path.of(args[0], "guard"), guard, buckets).measure(load, guard, rows));
          System.out.println(runs.get(runs.size() - 1));
        }
      }
    }
    Report.write(Path.of(args[1]), "guard", runs);
  }

  private Run measure(Load load, Guard guard, int rows) throws Exception {
    try (db) {
      if (load == Load.UPDATE) {
        Load.INSERT.writes.run(this, rows);
        db.settle(TABLE);
      }
      db.rest();
      CompactionBytes before = db.moved(TABLE);
      load.writes.run(this, rows);
      flush();
      CompactionBytes loaded = db.moved(TABLE).since(before);
      int files = db.files(TABLE).size();
      long bucketBytes = db.rocksDb().getLongProperty(db.handle(TABLE), "rocksdb.live-sst-files-size") / buckets.size();
      Bucket deleted = buckets.get(buckets.size() / 2);
      db.deleteAll(deleted);
      flush();
      db.holdStill(TABLE);
      before = db.moved(TABLE);
      var figures = new RangeTurn(db, "10GB").run(Case.Scene.of(rows, deleted).job());
      CompactionBytes moved = db.moved(TABLE).since(before);
      return new Run(load, guard, buckets.size(), loaded, files, bucketBytes, moved.read() + moved.written(),
          figures.getPredictedReadBytes() + figures.getPredictedWriteBytes());
    }
  }

  private void put(Bucket bucket, int row) throws RocksDBException {
    db.put(bucket, row);
    if (++unflushed == ROWS_OF_MEMTABLE) {
      flush();
    }
  }

  private void flush() throws RocksDBException {
    unflushed = 0;
    db.flush(TABLE);
    db.rest();
  }

  /**
   * Claims that clients' writes cost no more with the guard and that a job moves less. With and without it, the bytes
   * have to match their prediction.
   */
  static void report(Report report) throws IOException {
    List<String> rows = new ArrayList<>();
    Run off = null;
    for (Run run : report.read("guard", Run.class)) {
      String guard = run.guard.name().toLowerCase(Locale.ROOT);
      rows.add(Report.row("%s | %,d | %s | %.2f | %,d | %.2f | %.2f | %.2f", run.load.title, run.buckets, guard,
          run.allWritten() / run.loaded.flushed(), run.files, run.bucket / 1e6, run.moved / 1e6, run.predicted / 1e6));
      String of = Report.row("%,d buckets, %s", run.buckets, run.load.title);
      report.predicted("one of " + of + ", guard " + guard, run.predicted, run.moved);
      if (run.guard == Guard.ON) {
        report.atMost(MAX_WRITTEN_OF_UNGUARDED, "that without it", "With the guard, written in all: " + of,
            run.allWritten() / 1e6, off.allWritten() / 1e6, "MB");
        report.atMost(1, "that without it", "With the guard, moved to compact a bucket: " + of, run.moved / 1e6,
            off.moved / 1e6, "MB");
      }
      off = run;
    }
    report.table("guard", "load | buckets | guard | write amplification | files | a bucket, MB"
        + " | moved to compact it, MB | predicted, MB", rows);
  }
}
