// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.service.CompactDBUtil;
import org.rocksdb.RocksDBException;

/**
 * What a writer beside a compaction feels of it: throughput, 99th percentile and the worst of its puts while the
 * compaction runs, as ratios to the same seconds of the same round without one. Every way begins with the same
 * database, in which one bucket of 20, a third of all keys, was deleted.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WriterBenchmark {
  private static final String TABLE = OMDBDefinition.KEY_TABLE;
  private static final String DELETED = "deleted";
  private static final int BUCKETS = 20;
  private static final int WARM_UP_SECONDS = 4;
  /** One less than RocksDB compacts by itself. */
  private static final int LEVEL_ZERO_FILES = 3;

  private final Path directory;
  private final ResultFile results;
  private final int keysOfBucket;
  private final int rounds;
  private final Bucket[] live = new Bucket[BUCKETS - 1];

  private WriterBenchmark(Path directory, ResultFile results, int keysOfBucket, int rounds) {
    this.directory = directory;
    this.results = results;
    this.keysOfBucket = keysOfBucket;
    this.rounds = rounds;
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    Size size = Size.valueOf(args[2]);
    new WriterBenchmark(Path.of(args[0]), new ResultFile(Path.of(args[1], "writer.json")), size.writerKeys() / BUCKETS,
        size.writerRounds()).run();
  }

  /** What went on while the bucket was deleted. */
  enum Deletion {
    /** Nothing: its tombstones lie in files of their own. */
    ALONE(0),
    /** A key of another bucket was written for every ten: the tombstones lie in files as wide as the table. */
    AMONG_WRITES(10);

    private final int deletesOfOneWrite;

    Deletion(int deletesOfOneWrite) {
      this.deletesOfOneWrite = deletesOfOneWrite;
    }
  }

  /** Does its work while the writer writes. */
  private interface Work {
    String on(OmDb db) throws Exception;
  }

  private void run() throws Exception {
    Map<String, Work> ways = new LinkedHashMap<>();
    ways.put("whole table (stock)", db -> {
      CompactDBUtil.compactTable(db.metadata(), TABLE);
      return "";
    });
    for (String rate : List.of("10GB", "50MB", "10MB")) {
      ways.put("ranges, " + rate + "/s", db -> told(new RangeTurn(db, rate).run(JobSpec.newBuilder()
          .setTargets(Targets.newBuilder().addBuckets(db.bucket(DELETED).path())).build())));
    }
    List<Run> all = new ArrayList<>();
    for (Deletion each : Deletion.values()) {
      try (OmDb made = make(each)) {
        all.addAll(run(each, made, ways));
      }
      results.write(all);
    }
  }

  private List<Run> run(Deletion each, OmDb made, Map<String, Work> ways) throws Exception {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Work> way : ways.entrySet()) {
        Run run = measure(made, each, way.getKey(), round, way.getValue());
        System.out.printf("%s %d %-22s %s%n", each, round + 1, way.getKey(), run);
        runs.computeIfAbsent(way.getKey(), name -> new ArrayList<>()).add(run);
      }
    }
    System.out.printf("%n%s, medians of %d rounds and their spread%n%-22s %8s %20s %20s %20s %14s%n", each, rounds, "",
        "seconds", "puts/s of idle", "p99 of idle", "worst put, ms", "of idle, ms");
    runs.forEach((name, of) -> System.out.printf("%-22s %8.1f %20s %20s %20s %14.0f%n", name, median(of, Run::seconds),
        spread(of, Run::throughput), spread(of, Run::p99), spread(of, run -> run.beside().worstMillis()),
        median(of, run -> run.idle().worstMillis())));
    System.out.println();
    return runs.values().stream().flatMap(List::stream).toList();
  }

  private static String told(TurnFigures figures) {
    return String.format("%d ranges, read %.0f MB, written %.0f MB, checks %.0f MB, waited %.1f s",
        figures.getRangesDone(), figures.getReadBytes() / 1e6, figures.getWriteBytes() / 1e6,
        figures.getCheckReadBytes() / 1e6, figures.getWaitedMs() / 1e3);
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
    int deletes = keysOfBucket * (BUCKETS / 2);
    for (int i = 0; i < deletes; i++) {
      if (i % (deletes / LEVEL_ZERO_FILES) == 0) {
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
    return db;
  }

  /** One way beside the writer, and the writer alone in the same seconds. */
  record Run(Deletion of, String way, int round, double seconds, Foreground.Puts idle, Foreground.Puts beside,
      String told) {
    double throughput() {
      return beside.perSecond() / idle.perSecond();
    }

    double p99() {
      return beside.p99Micros() / idle.p99Micros();
    }

    @Override
    public String toString() {
      return String.format("%5.1f s, %,.0f puts/s (%.2f), p99 %.0f us (%.2f), worst %.0f ms (idle %.0f) %s", seconds,
          beside.perSecond(), throughput(), beside.p99Micros(), p99(), beside.worstMillis(), idle.worstMillis(), told);
    }
  }

  private Run measure(OmDb made, Deletion of, String name, int round, Work way) throws Exception {
    String[] told = new String[1];
    long[] window = new long[2];
    Foreground.Puts beside;
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground foreground = foreground(db)) {
      window[0] = foreground.now();
      told[0] = way.on(db);
      window[1] = foreground.now();
      beside = foreground.puts(window[0], window[1]);
    }
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground foreground = foreground(db)) {
      TimeUnit.NANOSECONDS.sleep(window[1] - foreground.now());
      return new Run(of, name, round, (window[1] - window[0]) / 1e9, foreground.puts(window[0], window[1]), beside,
          told[0]);
    }
  }

  private Foreground foreground(OmDb db) throws InterruptedException {
    Foreground foreground = new Foreground(db, live, keysOfBucket);
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    return foreground;
  }

  private static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static String spread(List<Run> runs, ToDoubleFunction<Run> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    return String.format("%.2f (%.2f-%.2f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }
}
