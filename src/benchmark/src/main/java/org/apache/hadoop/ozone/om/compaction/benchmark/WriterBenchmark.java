// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.rocksdb.RocksDBException;

/**
 * Measures what a writer feels of a compaction: with a core left to it or, with a reader as well, without one.
 * Throughput, 99th percentile and maximum of the operations during the compaction are compared with the same duration
 * without one. Every way begins with the same database, in which one bucket of 20, a third of all keys, was deleted. A
 * way with a claim is measured {@link Size#writerRounds} times, and the round with the median 99th percentile counts:
 * that percentile is some microseconds, and differs by half from round to round.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WriterBenchmark {
  private static final double MIN_THROUGHPUT = 0.95;
  private static final double MAX_P99 = 1.2;
  private static final int WARM_UP_SECONDS = 3;
  private static final int LIVE_BUCKETS = 19;
  /** Rows of the deleted bucket for each row of another one. */
  private static final int DELETED_ROWS = 10;
  /** Files in level 0: one less than starts an automatic compaction. */
  private static final int FILES_IN_LEVEL_ZERO = 3;
  private static final List<Way> WAYS = List.of(Way.WHOLE_TABLE, Way.RANGES, Way.RANGES_PACED);

  private final Path directory;
  /** Number of rows of each live bucket. */
  private final int rows;
  private List<Bucket> live;
  private Case.Scene scene;

  private WriterBenchmark(Path directory, int keys) {
    this.directory = directory;
    this.rows = keys / (LIVE_BUCKETS + DELETED_ROWS);
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    Size size = Size.of(args[2]);
    WriterBenchmark benchmark = new WriterBenchmark(Path.of(args[0]), size.writerKeys());
    List<Run> runs = new ArrayList<>();
    for (Deletion each : Deletion.values()) {
      try (OmDb made = benchmark.make(each)) {
        for (Foreground.Load load : Foreground.Load.values()) {
          for (Way way : WAYS) {
            for (int round = 0; round < (isClaimed(load, way) ? size.writerRounds() : 1); round++) {
              runs.add(benchmark.measure(made, each, load, way));
              System.out.println(runs.get(runs.size() - 1));
            }
          }
        }
      }
    }
    Report.write(Path.of(args[1]), "writer", runs);
  }

  private static boolean isClaimed(Foreground.Load load, Way way) {
    return load == Foreground.Load.WRITER && way == Way.RANGES_PACED;
  }

  /** How the bucket was deleted. */
  enum Deletion {
    /** By deletes alone: the tombstones have files of their own in level 0. */
    ALONE,
    /** Among writes, one row of another bucket for ten deletes: the files with tombstones are as wide as the table. */
    AMONG_WRITES
  }

  private OmDb make(Deletion each) throws IOException, RocksDBException {
    OmDb db = OmDb.create(directory.resolve("made"));
    Rows made = new Rows(db);
    Bucket deleted = made.bucket("deleted");
    made.putAll(deleted, rows * DELETED_ROWS);
    live = made.settled(LIVE_BUCKETS, rows);
    scene = Case.Scene.of(rows * DELETED_ROWS, deleted);
    int rowsOfFile = rows * DELETED_ROWS / FILES_IN_LEVEL_ZERO + 1;
    for (int row = 0; row < rows * DELETED_ROWS; row++) {
      made.delete(deleted, row);
      if (each == Deletion.AMONG_WRITES && row % 10 == 0) {
        made.putAnywhere(live, rows);
      }
      if (row % rowsOfFile == rowsOfFile - 1) {
        made.flush();
      }
    }
    made.flush();
    db.rest();
    return db;
  }

  /** Result of one way beside a writer, and perhaps a reader, and of these without it for the same duration. */
  record Run(Deletion of, Foreground.Load load, Way way, double seconds, Timings.Latencies idlePuts,
      Timings.Latencies puts, Timings.Latencies idleGets, Timings.Latencies gets) {
    private double throughput() {
      return puts.perSecond() / idlePuts.perSecond();
    }

    private double p99() {
      return puts.p99() / idlePuts.p99();
    }
  }

  private Run measure(OmDb made, Deletion of, Foreground.Load load, Way way) throws Exception {
    long nanos;
    Timings.Latencies puts;
    Timings.Latencies gets;
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground beside = foreground(load, db)) {
      long from = System.nanoTime();
      way.on(db, scene);
      nanos = System.nanoTime() - from;
      puts = beside.putLatencies(from, from + nanos);
      gets = beside.getLatencies(from, from + nanos);
    }
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground alone = foreground(load, db)) {
      long from = System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(nanos);
      return new Run(of, load, way, nanos / 1e9, alone.putLatencies(from, from + nanos), puts,
          alone.getLatencies(from, from + nanos), gets);
    }
  }

  private Foreground foreground(Foreground.Load load, OmDb db) throws InterruptedException {
    Foreground foreground = new Foreground(load, db, live, rows);
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    return foreground;
  }

  private static double most(List<Run> rounds, ToDoubleFunction<Run> figure) {
    return rounds.stream().mapToDouble(figure).max().orElseThrow();
  }

  static void report(Report report) throws IOException {
    List<String> rows = new ArrayList<>();
    Map<List<Object>, List<Run>> rounds = report.read("writer", Run.class).stream().collect(Collectors.groupingBy(
        run -> List.<Object>of(run.of, run.load, run.way), LinkedHashMap::new, Collectors.toList()));
    for (List<Run> some : rounds.values()) {
      some.sort(Comparator.comparingDouble(Run::p99));
      Run run = some.get(some.size() / 2);
      String name = run.of.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + run.way.title();
      rows.add(Report.row("%s | %s | %.1f | %.2f | %.2f | %.0f | %.0f | %s",
          run.load == Foreground.Load.WRITER ? "one core free" : "none free", name, run.seconds, run.throughput(),
          run.p99(), most(some, each -> each.puts.max()), most(some, each -> each.idlePuts.max()),
          run.gets == null ? "" : Report.row("%.2f", run.gets.perSecond() / run.idleGets.perSecond())));
      if (isClaimed(run.load, run.way)) {
        report.claim("A writer's throughput beside " + name, run.throughput() >= MIN_THROUGHPUT, ">= 0.95 of idle",
            "%.2f", run.throughput());
        report.claim("A writer's p99 beside " + name, run.p99() <= MAX_P99, "<= 1.2 of idle",
            "%.2f (%.2f to %.2f)", run.p99(), some.get(0).p99(), most(some, Run::p99));
      }
    }
    report.table("writers",
        " | | seconds | puts/s of idle | p99 of idle | longest put, ms | idle, ms | gets/s of idle", rows);
  }
}
