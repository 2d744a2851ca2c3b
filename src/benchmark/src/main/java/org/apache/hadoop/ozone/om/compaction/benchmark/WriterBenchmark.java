// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
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
  private static final int BUCKETS = 20;
  private static final int WARM_UP_SECONDS = 4;
  /** One less than RocksDB compacts by itself. */
  private static final int LEVEL_ZERO_FILES = 3;

  private final Path directory;
  private final int keysOfBucket;
  private final int rounds;
  private final String[] live = new String[BUCKETS - 1];

  private WriterBenchmark(Path directory, int keysOfBucket, int rounds) {
    this.directory = directory;
    this.keysOfBucket = keysOfBucket;
    this.rounds = rounds;
  }

  /** @param args a directory, keys in all, rounds */
  public static void main(String[] args) throws Exception {
    new WriterBenchmark(Path.of(args[0]), Integer.parseInt(args[1]) / BUCKETS, Integer.parseInt(args[2])).run();
  }

  /** What went on while the bucket was deleted. */
  private enum Case {
    /** Nothing: its tombstones lie in files of their own. */
    ALONE(0),
    /** A key of another bucket was written for every ten: the tombstones lie in files as wide as the table. */
    AMONG_WRITES(10);

    private final int deletesOfOneWrite;

    Case(int deletesOfOneWrite) {
      this.deletesOfOneWrite = deletesOfOneWrite;
    }
  }

  /** Does its work while the writer writes. */
  private interface Way {
    String on(OmDb db) throws Exception;
  }

  private void run() throws Exception {
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("whole table (stock)", db -> {
      CompactDBUtil.compactTable(db.metadata(), OmDb.TABLE);
      return "";
    });
    for (String rate : List.of("50MB", "10MB")) {
      ways.put("ranges, " + rate + "/s", db -> new RangeTurn(db, rate).run("/" + OmDb.VOLUME + "/deleted"));
    }
    for (Case each : Case.values()) {
      try (OmDb made = make(each)) {
        run(each, made, ways);
      }
    }
  }

  private void run(Case each, OmDb made, Map<String, Way> ways) throws Exception {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        Run run = measure(made, way.getValue());
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
  }

  private OmDb make(Case each) throws IOException, RocksDBException {
    OmDb db = OmDb.create(directory.resolve("made"));
    SplittableRandom random = new SplittableRandom(0);
    for (int bucket = 0; bucket < live.length; bucket++) {
      live[bucket] = db.bucket("live-" + bucket);
    }
    String deleted = db.bucket("deleted");
    byte[] value = OmDb.value(random);
    for (int i = 0; i < keysOfBucket; i++) {
      for (String bucket : live) {
        random.nextBytes(value);
        db.rocksDb().put(db.handle(), OmDb.key(bucket, i), value);
      }
      for (int many = 0; many < BUCKETS / 2; many++) {
        random.nextBytes(value);
        db.rocksDb().put(db.handle(), OmDb.key(deleted, i * (BUCKETS / 2) + many), value);
      }
    }
    db.flush();
    db.settle();
    int deletes = keysOfBucket * (BUCKETS / 2);
    for (int i = 0; i < deletes; i++) {
      if (i % (deletes / LEVEL_ZERO_FILES) == 0) {
        db.flush();
      }
      db.rocksDb().delete(db.handle(), OmDb.key(deleted, i));
      if (each.deletesOfOneWrite > 0 && i % each.deletesOfOneWrite == 0) {
        random.nextBytes(value);
        db.rocksDb().put(db.handle(), OmDb.key(live[random.nextInt(live.length)], random.nextInt(keysOfBucket)), value);
      }
    }
    db.flush();
    return db;
  }

  private record Run(double seconds, Foreground.Puts idle, Foreground.Puts beside, String told) {
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

  private Run measure(OmDb made, Way way) throws Exception {
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
      return new Run((window[1] - window[0]) / 1e9, foreground.puts(window[0], window[1]), beside, told[0]);
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
