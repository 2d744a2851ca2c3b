// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.guard.CompactionGuard;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.rocksdb.RocksDBException;

/**
 * What it costs and gains that SST files end where a bucket ends: bytes that flushes and compactions write while
 * clients fill or rewrite fileTable, files that are there in the end, and bytes that a job moves when one bucket was
 * deleted. Sizes of files, levels and memtables are a 64th of the OM's, so that a table of 100 MB has the shape of one
 * of 7 GB. Nothing is written while RocksDB compacts: how fast the machine is does not matter. While a job runs RocksDB
 * compacts nothing of its own, as it does where what the job takes down fills a level: that would be counted, too.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class GuardBenchmark {
  private static final String TABLE = OMDBDefinition.FILE_TABLE;
  private static final long FILE_BYTES = 1 << 20;
  /** A memtable's worth of rows of some 200 bytes. */
  private static final int ROWS_OF_MEMTABLE = 8_000;
  private static final int[] BUCKETS = {50, 1_000};

  private final OmDb db;
  private final List<Bucket> buckets = new ArrayList<>();
  private final KeyRecords records = new KeyRecords(1);
  private int unflushed;

  private GuardBenchmark(Path directory, Guard guard, int buckets) throws IOException, RocksDBException {
    guard.prepare(directory);
    this.db = OmDb.create(directory);
    new CompactionGuard(db::metadata).look();
    db.setFileSize(TABLE, FILE_BYTES);
    for (int i = 0; i < buckets; i++) {
      this.buckets.add(db.bucket(String.format("bucket-%04d", i), BucketLayout.FILE_SYSTEM_OPTIMIZED));
    }
  }

  /** Whether files end where a bucket ends. */
  enum Guard {
    OFF, ON;

    private void prepare(Path directory) {
      OzoneConfiguration conf = new OzoneConfiguration();
      conf.set(OMConfigKeys.OZONE_OM_DB_DIRS, directory.toString());
      conf.setBoolean("ozone.om.range.compaction.guard", this == ON);
      CompactionGuard.prepare(conf);
    }
  }

  /** What clients do. */
  enum Load {
    BULK_INSERT("buckets are filled one after the other") {
      @Override
      void run(GuardBenchmark on, int rows) throws RocksDBException {
        int ofEach = rows / on.buckets.size();
        for (int i = 0; i < ofEach * on.buckets.size(); i++) {
          on.put(on.buckets.get(i / ofEach), i % ofEach);
        }
      }
    },
    INSERT("all buckets are filled at once") {
      @Override
      void run(GuardBenchmark on, int rows) throws RocksDBException {
        for (int row = 0; row < rows; row++) {
          on.put(on.buckets.get(row % on.buckets.size()), row);
        }
      }
    },
    UPDATE("as many rows as there are, drawn at random, are written again") {
      @Override
      void before(GuardBenchmark on, int rows) throws RocksDBException {
        INSERT.run(on, rows);
        on.db.settle(TABLE);
      }

      @Override
      void run(GuardBenchmark on, int rows) throws RocksDBException {
        for (int i = 0; i < rows; i++) {
          int row = on.records.random().nextInt(rows);
          on.put(on.buckets.get(row % on.buckets.size()), row);
        }
      }
    };

    private final String title;

    Load(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** What is not measured. */
    void before(GuardBenchmark on, int rows) throws RocksDBException {
    }

    abstract void run(GuardBenchmark on, int rows) throws RocksDBException;
  }

  /**
   * One load. Sizes in bytes.
   *
   * @param flushedBytes   from memtables to level 0
   * @param writtenBytes   by compactions
   * @param files          of the table in the end
   * @param bucketBytes    of one bucket, on average
   * @param movedForBucket read and written by a job when one bucket was deleted
   * @param predictedMoved what was predicted of that
   */
  record Run(Load load, Guard guard, int buckets, int rows, long flushedBytes, long writtenBytes, int files,
      long bucketBytes, long movedForBucket, long predictedMoved) {
    double writeAmplification() {
      return (double) allWrittenBytes() / flushedBytes;
    }

    long allWrittenBytes() {
      return flushedBytes + writtenBytes;
    }
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    int rows = Size.valueOf(args[2]).guardRows();
    ResultFile results = new ResultFile(Path.of(args[1], "guard.json"));
    List<Run> runs = new ArrayList<>();
    for (Load load : Load.values()) {
      for (int buckets : BUCKETS) {
        for (Guard guard : Guard.values()) {
          Run run = new GuardBenchmark(Path.of(args[0], "guard"), guard, buckets).measure(load, guard, rows);
          runs.add(run);
          results.write(runs);
          System.out.printf("%-62s %,5d buckets, guard %-3s: write amplification %.2f, %,5d files, job for a bucket of"
              + " %.2f MB moves %.2f MB (%.2f predicted)%n", load.title, buckets, guard, run.writeAmplification(),
              run.files, run.bucketBytes / 1e6, run.movedForBucket / 1e6, run.predictedMoved / 1e6);
        }
      }
    }
  }

  private Run measure(Load load, Guard guard, int rows) throws Exception {
    try (db) {
      load.before(this, rows);
      db.rest();
      CompactionBytes before = CompactionBytes.of(db.rocksDb(), db.handle(TABLE));
      load.run(this, rows);
      flush();
      CompactionBytes loaded = CompactionBytes.of(db.rocksDb(), db.handle(TABLE)).since(before);
      int files = db.files(TABLE).size();
      long bucketBytes = db.sizeOnDisk() / buckets.size();
      Bucket deleted = buckets.get(buckets.size() / 2);
      db.deleteAll(deleted);
      flush();
      db.holdStill(TABLE);
      before = CompactionBytes.of(db.rocksDb(), db.handle(TABLE));
      var figures = new RangeTurn(db, "10GB").run(JobSpec.newBuilder()
          .setTargets(Targets.newBuilder().addBuckets(deleted.path())).build());
      CompactionBytes moved = CompactionBytes.of(db.rocksDb(), db.handle(TABLE)).since(before);
      return new Run(load, guard, buckets.size(), rows, loaded.flushed(), loaded.written(), files, bucketBytes,
          moved.read() + moved.written(), figures.getPredictedReadBytes() + figures.getPredictedWriteBytes());
    }
  }

  private void put(Bucket bucket, int row) throws RocksDBException {
    db.put(bucket, row, records.next(bucket, row));
    if (++unflushed == ROWS_OF_MEMTABLE) {
      flush();
    }
  }

  private void flush() throws RocksDBException {
    unflushed = 0;
    db.flush(TABLE);
    db.rest();
  }
}
