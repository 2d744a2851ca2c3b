// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a writer and a reader beside a compaction feel of it: throughput, 99th percentile and the worst of their
 * operations while the compaction runs, as ratios to the same seconds of the same round without one.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class WriterBenchmark {
  private static final double MIN_THROUGHPUT = 0.95;
  private static final double MAX_P99 = 1.2;
  private static final int WARM_UP_SECONDS = 3;
  /** Tombstones in files of their own, in files as wide as the table, and in all of the table. */
  private static final List<Case> CASES = List.of(Case.MASS_DELETE, Case.WIDE_LEVEL_ZERO, Case.SMALL_BUCKETS);
  private static final List<Way> WAYS = List.of(Way.WHOLE_TABLE, Way.RANGES, Way.RANGES_PACED);

  private final Path directory;
  private final int keys;

  private WriterBenchmark(Path directory, int keys) {
    this.directory = directory;
    this.keys = keys;
  }

  /** @param args a directory for databases, one for results, a {@link Size} */
  public static void main(String[] args) throws Exception {
    Size size = Size.of(args[2]);
    WriterBenchmark benchmark = new WriterBenchmark(Path.of(args[0]), size.writerKeys());
    List<Run> runs = new ArrayList<>();
    for (Case each : CASES) {
      try (OmDb made = OmDb.create(benchmark.directory.resolve("made"))) {
        Rows rows = new Rows(made);
        Case.Scene scene = each.make(rows, size.writerKeys());
        rows.flush();
        made.rest();
        for (Way way : WAYS) {
          runs.add(benchmark.measure(made, each, scene, way));
          System.out.println(runs.get(runs.size() - 1));
        }
      }
    }
    Report.write(Path.of(args[1]), "writer", runs);
  }

  /** One way beside writer and reader, and these alone in the same seconds. */
  record Run(Case of, Way way, double seconds, Timings.Latencies idlePuts, Timings.Latencies puts,
      Timings.Latencies idleGets, Timings.Latencies gets) {
    private double throughput() {
      return puts.perSecond() / idlePuts.perSecond();
    }

    private double p99() {
      return puts.p99() / idlePuts.p99();
    }
  }

  private Run measure(OmDb made, Case of, Case.Scene scene, Way way) throws Exception {
    long nanos;
    Timings.Latencies puts;
    Timings.Latencies gets;
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground beside = foreground(db, scene)) {
      long from = System.nanoTime();
      way.on(db, scene);
      nanos = System.nanoTime() - from;
      puts = beside.puts(from, from + nanos);
      gets = beside.gets(from, from + nanos);
    }
    try (OmDb db = made.copy(directory.resolve("copy")); Foreground alone = foreground(db, scene)) {
      long from = System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(nanos);
      return new Run(of, way, nanos / 1e9, alone.puts(from, from + nanos), puts, alone.gets(from, from + nanos), gets);
    }
  }

  /** In buckets of which nobody has named one. */
  private Foreground foreground(OmDb db, Case.Scene scene) throws InterruptedException {
    List<Bucket> live = scene.buckets().stream()
        .filter(bucket -> !scene.job().getTargets().getBucketsList().contains(bucket.path())).toList();
    Foreground foreground = new Foreground(db, live, keys / scene.buckets().size());
    TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
    return foreground;
  }

  static void report(Report report) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Run run : report.read("writer", Run.class)) {
      String name = run.of.label() + ": " + run.way.title();
      rows.add(Report.row("%s | %.1f | %.2f | %.2f | %.0f | %.0f | %.2f", name, run.seconds, run.throughput(),
          run.p99(), run.puts.max(), run.idlePuts.max(), run.gets.perSecond() / run.idleGets.perSecond()));
      if (run.way == Way.RANGES_PACED) {
        report.claim("A writer's throughput beside " + name, run.throughput() >= MIN_THROUGHPUT, ">= 0.95 of idle",
            "%.2f", run.throughput());
        report.claim("A writer's p99 beside " + name, run.p99() <= MAX_P99, "<= 1.2 of idle", "%.2f", run.p99());
      }
    }
    report.table("writers",
        " | seconds | puts/s of idle | p99 of idle | longest put, ms | idle, ms | gets/s of idle", rows);
  }
}
