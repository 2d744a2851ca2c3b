// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.service.CompactDBUtil;
import org.rocksdb.CompactionOptions;
import org.rocksdb.Env;
import org.rocksdb.Priority;
import org.rocksdb.RocksDBException;

/**
 * What a writer and a reader beside a compaction feel of it: throughput, 99th percentile and the worst of their
 * operations while the compaction runs, as ratios to the same seconds of the same round without one. Every way begins
 * with the same database, in which rows of one bucket of 20, a third of all keys, were deleted.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WriterBenchmark {
  static final String WHOLE_TABLE = "whole table (stock)";
  static final String DEFAULT_RATE = "ranges, 50MB/s";
  static final String BOTTOM_POOL = "ranges, 50MB/s, BOTTOM pool";
  private static final String TABLE = OMDBDefinition.KEY_TABLE;
  private static final String DELETED = "deleted";
  private static final int BUCKETS = 20;
  /** After which the writer stops, so that what it starves comes to its end. */
  private static final int PATIENCE_SECONDS = 90;
  /** One less than RocksDB compacts by itself. */
  private static final int LEVEL_ZERO_FILES = 3;
  private static final int BASE_LEVEL = 5;
  private static final int BOTTOM_THREADS = 1;

  private final Path directory;
  private final ResultFile results;
  private final int keysOfBucket;
  private final int warmUpSeconds;
  private final Bucket[] live = new Bucket[BUCKETS - 1];
  private final ExecutorService compacting = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "benchmark-compaction");
    thread.setDaemon(true);
    return thread;
  });

  private WriterBenchmark(Path directory, ResultFile results, Size.WriterSize size) {
    this.directory = directory;
    this.results = results;
    this.keysOfBucket = size.keys() / BUCKETS;
    this.warmUpSeconds = size.warmUpSeconds();
  }

  /**
   * @param args a directory for databases, one for results, a {@link Size}, and, for a process of its own, as it cannot
   *             be taken back, BOTTOM_POOL: RocksDB has a thread for compactions into the lowest level
   */
  public static void main(String[] args) throws Exception {
    Size.WriterSize size = Size.valueOf(args[2]).writer();
    boolean bottomPool = args.length > 3;
    ResultFile results = new ResultFile(Path.of(args[1], bottomPool ? "writer-bottom-pool.json" : "writer.json"));
    WriterBenchmark benchmark = new WriterBenchmark(Path.of(args[0]), results, size);
    if (bottomPool) {
      Env.getDefault().setBackgroundThreads(BOTTOM_THREADS, Priority.BOTTOM)
          .lowerThreadPoolCPUPriority(Priority.BOTTOM);
      benchmark.run(Map.of(BOTTOM_POOL, db -> ranges(db, "50MB")), EnumSet.of(Deletion.BELOW_LEVEL_ZERO),
          size.poolRounds());
    } else {
      benchmark.run(inTheUsualPools(), size.deletions(), size.rounds());
    }
  }

  /** What was deleted, and where its tombstones are. */
  enum Deletion {
    /** All of the bucket; they lie in files of their own in level 0. */
    ALONE(1, 0),
    /** All, and a key of another bucket was written for every ten: they lie in files as wide as the table. */
    AMONG_WRITES(1, 10),
    /** One row of sixteen; they lie in files of their own below level 0. */
    BELOW_LEVEL_ZERO(16, 0);

    private final int rowsOfOneDelete;
    private final int deletesOfOneWrite;

    Deletion(int rowsOfOneDelete, int deletesOfOneWrite) {
      this.rowsOfOneDelete = rowsOfOneDelete;
      this.deletesOfOneWrite = deletesOfOneWrite;
    }
  }

  /** Does its work while the writer writes. */
  private interface Work {
    String on(OmDb db) throws Exception;
  }

  private static Map<String, Work> inTheUsualPools() {
    Map<String, Work> ways = new LinkedHashMap<>();
    ways.put(WHOLE_TABLE, db -> {
      CompactDBUtil.compactTable(db.metadata(), TABLE);
      return "";
    });
    ways.put("ranges, unpaced", db -> ranges(db, "10GB"));
    ways.put(DEFAULT_RATE, db -> ranges(db, "50MB"));
    ways.put("ranges, 10MB/s", db -> ranges(db, "10MB"));
    return ways;
  }

  private static String ranges(OmDb db, String rate) throws IOException, InterruptedException {
    TurnFigures figures = new RangeTurn(db, rate).run(JobSpec.newBuilder()
        .setTargets(Targets.newBuilder().addBuckets(db.bucket(DELETED).path())).build());
    return String.format("%d ranges, read %.0f MB, written %.0f MB, checks %.0f MB, waited %.1f s",
        figures.getRangesDone(), figures.getReadBytes() / 1e6, figures.getWriteBytes() / 1e6,
        figures.getCheckReadBytes() / 1e6, figures.getWaitedMs() / 1e3);
  }

  private void run(Map<String, Work> ways, Set<Deletion> deletions, int rounds) throws Exception {
    List<Run> all = new ArrayList<>();
    for (Deletion each : rounds > 0 ? deletions : EnumSet.noneOf(Deletion.class)) {
      try (OmDb made = make(each)) {
        for (int round = 0; round < rounds; round++) {
          for (Map.Entry<String, Work> way : ways.entrySet()) {
            Run run = measure(made, each, way.getKey(), round, way.getValue());
            System.out.printf("%s %d %-28s %s%n", each, round + 1, way.getKey(), run);
            all.add(run);
            results.write(all);
          }
        }
      }
    }
  }

  private OmDb make(Deletion each) throws IOException, RocksDBException {
    OmDb db = OmDb.create(directory.resolve("made"));
    KeyRecords records = new KeyRecords(0);
    for (int bucket = 0; bucket < live.length; bucket++) {
      live[bucket] = db.bucket("live-" + bucket);
    }
    Bucket deleted = db.bucket(DELETED);
    for (int i = 0; i < keysOfBucket; i++) {
      for (Bucket bucket : live) {
        db.put(bucket, i, records.next(bucket, i));
      }
      for (int many = 0; many < BUCKETS / 2; many++) {
        int row = i * (BUCKETS / 2) + many;
        db.put(deleted, row, records.next(deleted, row));
      }
    }
    db.settle(TABLE);
    int rows = keysOfBucket * (BUCKETS / 2);
    for (int i = 0; i < rows; i += each.rowsOfOneDelete) {
      if (i % (rows / LEVEL_ZERO_FILES) < each.rowsOfOneDelete) {
        db.flush(TABLE);
      }
      db.delete(deleted, i);
      if (each.deletesOfOneWrite > 0 && i % each.deletesOfOneWrite == 0) {
        Bucket bucket = live[records.random().nextInt(live.length)];
        int row = records.random().nextInt(keysOfBucket);
        db.put(bucket, row, records.next(bucket, row));
      }
    }
    db.flush(TABLE);
    if (each == Deletion.BELOW_LEVEL_ZERO) {
      lower(db);
    }
    return db;
  }

  /** Brings what is in level 0 down to the next level that holds anything. */
  private static void lower(OmDb db) throws RocksDBException {
    List<String> files = db.filesOfLevel(TABLE, 0).stream().map(Path::toString).toList();
    try (CompactionOptions options = new CompactionOptions()) {
      db.rocksDb().compactFiles(options, db.handle(TABLE), files, BASE_LEVEL, -1, null);
    }
  }

  /**
   * One way beside writer and reader, and these alone in the same seconds.
   *
   * @param seconds      that were measured: until it had ended, or {@link #PATIENCE_SECONDS}
   * @param endedSeconds when it had ended, perhaps after the writer had stopped
   * @param mostFiles    in level 0 of the table
   */
  record Run(Deletion of, String way, int round, double seconds, double endedSeconds, Foreground.Pace idlePuts,
      Foreground.Pace puts, Foreground.Pace idleGets, Foreground.Pace gets, long mostFiles, long mostPendingBytes,
      long idleMostFiles, long idleMostPendingBytes, String told) {
    double throughput() {
      return puts.perSecond() / idlePuts.perSecond();
    }

    double p99() {
      return puts.p99Micros() / idlePuts.p99Micros();
    }

    double readThroughput() {
      return gets.perSecond() / idleGets.perSecond();
    }

    double readP99() {
      return gets.p99Micros() / idleGets.p99Micros();
    }

    @Override
    public String toString() {
      return String.format("%5.1f s (ended %.1f), %,.0f puts/s (%.2f), p99 %.0f us (%.2f), worst %.0f ms (idle %.0f);"
          + " gets %.2f, p99 %.2f; level 0 %d files (idle %d), pending %.0f MB (idle %.0f); %s", seconds, endedSeconds,
          puts.perSecond(), throughput(), puts.p99Micros(), p99(), puts.worstMillis(), idlePuts.worstMillis(),
          readThroughput(), readP99(), mostFiles, idleMostFiles, mostPendingBytes / 1e6, idleMostPendingBytes / 1e6,
          told);
    }
  }

  /** What writer and reader met in a time. */
  private record Met(Foreground.Pace puts, Foreground.Pace gets, long mostFiles, long mostPendingBytes) { }

  private Run measure(OmDb made, Deletion of, String name, int round, Work way) throws Exception {
    String told;
    long from;
    long to;
    double ended;
    Met beside;
    try (OmDb db = made.copy(directory.resolve("copy"))) {
      Future<String> work;
      try (Foreground foreground = foreground(db); LoadWatch load = new LoadWatch(db, TABLE)) {
        from = foreground.now();
        work = compacting.submit(() -> way.on(db));
        awaitEnd(work);
        to = foreground.now();
        beside = new Met(foreground.puts(from, to), foreground.gets(from, to), load.mostFiles(),
            load.mostPendingBytes());
      }
      long stopped = System.nanoTime();
      boolean wasLate = !work.isDone();
      told = work.get();
      ended = (to - from) / 1e9 + (wasLate ? (System.nanoTime() - stopped) / 1e9 : 0);
    }
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground foreground = foreground(db);
         LoadWatch load = new LoadWatch(db, TABLE)) {
      TimeUnit.NANOSECONDS.sleep(to - foreground.now());
      return new Run(of, name, round, (to - from) / 1e9, ended, foreground.puts(from, to), beside.puts,
          foreground.gets(from, to), beside.gets, beside.mostFiles, beside.mostPendingBytes, load.mostFiles(),
          load.mostPendingBytes(), told);
    }
  }

  private static void awaitEnd(Future<?> work) throws InterruptedException, ExecutionException {
    try {
      work.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Measured so far; it ends once the writer has stopped.
    }
  }

  private Foreground foreground(OmDb db) throws InterruptedException {
    Foreground foreground = new Foreground(db, live, keysOfBucket);
    TimeUnit.SECONDS.sleep(warmUpSeconds);
    return foreground;
  }
}
