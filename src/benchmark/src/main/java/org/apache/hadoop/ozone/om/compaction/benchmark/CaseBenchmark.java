// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.rest.DatabaseReads;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;

/**
 * Measures every way to remove tombstones on every case, each on a copy of the same database: reads before and after,
 * and costs.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class CaseBenchmark {
  /** A walk over all live keys takes minutes in a large table. */
  private static final Set<Way> WALKED = EnumSet.of(Way.NOTHING, Way.ROUND);
  private static final int LISTS = 5;

  private final Path directory;

  private CaseBenchmark(Path directory) {
    this.directory = directory;
  }

  /** @param args a directory for databases, one for results, a {@link Size}, and perhaps a case's name */
  public static void main(String[] args) throws Exception {
    CaseBenchmark benchmark = new CaseBenchmark(Path.of(args[0]));
    Path results = Path.of(args[1]);
    for (Size.Step step : Size.of(args[2]).steps()) {
      for (Case each : args.length > 3 ? List.of(Case.valueOf(args[3])) : step.cases()) {
        // Results for other numbers of keys are kept, to show the growth.
        List<Run> runs = new ArrayList<>(Report.read(results, "cases", Run.class));
        runs.removeIf(run -> run.of == each && run.keys == step.keys());
        List<Listed> listed = new ArrayList<>(Report.read(results, "listed", Listed.class));
        listed.removeIf(list -> list.of == each && list.keys == step.keys());
        benchmark.run(each, step, runs, listed);
        Report.write(results, "cases", runs);
        Report.write(results, "listed", listed);
      }
    }
  }

  /**
   * Result of one way on one case. Times in microseconds or seconds, sizes in bytes.
   *
   * @param ranges         number of compacted ranges
   * @param moved          bytes of compactions, as RocksDB counts them
   * @param checkReadBytes further bytes read to count tombstones and to verify checksums
   * @param fromDisk       bytes read from disk; the page cache was empty before
   * @param predicted      bytes predicted to be read and written; 0 if the way predicts nothing
   * @param slowPlaces     places of the table where a seek still passes many dead entries, see {@link
   *                       Reads#slowPlaces}; null for ways of which nothing is claimed about it
   * @param largest        largest single compaction; with no bytes if it is not known because the memtable had to be
   *                       kept
   */
  record Run(Case of, int keys, Way way, Reads before, Reads after, int ranges, CompactionBytes moved,
      long checkReadBytes, long fromDisk, long predicted, double seconds, long tombstonesAfter, Integer slowPlaces,
      CompactionBytes.Largest largest) {
    /** Bytes read and written by compactions. */
    long compactedBytes() {
      return moved.read() + moved.written();
    }

    long movedBytes() {
      return compactedBytes() + checkReadBytes;
    }
  }

  private void run(Case each, Size.Step step, List<Run> runs, List<Listed> listed) throws Exception {
    long began = System.nanoTime();
    int keys = step.keys();
    long free = directory.toAbsolutePath().getRoot().toFile().getUsableSpace();
    System.out.printf("%n%s at %,d keys: needs up to %,.0f GB of disk, where %,.0f GB are free%n", each.title(), keys,
        step.diskBytes() / 1e9, free / 1e9);
    if (free < step.diskBytes()) {
      throw new IOException("There is not enough space for " + directory);
    }
    try (OmDb made = OmDb.create(directory.resolve("made"))) {
      Rows rows = new Rows(made);
      Case.Scene scene = each.make(rows, keys);
      rows.flush();
      made.rest();
      System.out.printf("made in %.1f s%n", (System.nanoTime() - began) / 1e9);
      listed.add(list(made, each, keys));
      System.out.println(listed.get(listed.size() - 1));
      for (Way way : step.ways()) {
        Run run = measure(made, each, scene, keys, way);
        runs.add(run);
        System.out.printf("  %-52s seek %8.0f -> %6.0f us, list %8.0f -> %6.0f us, read %,8.1f MB, written %,8.1f,"
            + " checks %,6.1f, from disk %,8.1f, %d flushes, %6.2f s, %,d tombstones, slow places: %d%n", way.title(),
            run.before.seek(),
            run.after.seek(), run.before.list(), run.after.list(), run.moved.read() / 1e6, run.moved.written() / 1e6,
            run.checkReadBytes / 1e6, run.fromDisk / 1e6, run.moved.flushes(), run.seconds, run.tombstonesAfter,
            run.slowPlaces);
      }
    }
  }

  /**
   * The command's {@code list} of the whole database.
   *
   * @param files       SST files of all tables
   * @param firstMillis of the first, with no result and no page of a file cached
   * @param nextMillis  of the next, median
   * @param callMillis  of RocksDB's list of its files, without which nothing can be said; median
   */
  record Listed(Case of, int keys, int files, double firstMillis, double nextMillis, double callMillis) { }

  private static Listed list(OmDb made, Case each, int keys) throws Exception {
    try (ExactCounts exactCounts = new ExactCounts()) {
      // Once, so that classes are loaded.
      new DatabaseReads(made::metadata, exactCounts).json("buckets", "limit=20");
      DatabaseReads reads = new DatabaseReads(made::metadata, exactCounts);
      made.leavePageCache();
      double first = millis(() -> reads.json("buckets", "limit=20"));
      return new Listed(each, keys, reads.listFiles(), first, median(() -> reads.json("buckets", "limit=20")),
          median(reads::listFiles));
    }
  }

  private static double median(Callable<?> call) throws Exception {
    double[] taken = new double[LISTS];
    for (int i = 0; i < LISTS; i++) {
      taken[i] = millis(call);
    }
    Arrays.sort(taken);
    return taken[LISTS / 2];
  }

  private static double millis(Callable<?> call) throws Exception {
    long from = System.nanoTime();
    call.call();
    return (System.nanoTime() - from) / 1e6;
  }

  private Run measure(OmDb made, Case each, Case.Scene scene, int keys, Way way) throws Exception {
    OmDb db = made.copy(directory.resolve("copy"));
    try {
      db.rest();
      for (int row = 0; row < scene.deletedInMemory(); row++) {
        db.delete(scene.places().get(0).bucket().rows(), row);
      }
      Reads before = Reads.of(db, scene.places());
      CompactionBytes moved = db.moved(scene.table());
      db.leavePageCache();
      long fromDisk = CompactionBytes.readFromDisk();
      Instant start = Instant.now();
      long began = System.nanoTime();
      TurnFigures figures = way.on(db, scene);
      double seconds = (System.nanoTime() - began) / 1e9;
      fromDisk = CompactionBytes.readFromDisk() - fromDisk;
      moved = db.moved(scene.table()).since(moved);
      long tombstonesAfter = db.tombstones(scene.table());
      Integer slowPlaces = WALKED.contains(way) ? Reads.slowPlaces(db, scene.table()) : null;
      CompactionBytes.Largest largest = new CompactionBytes.Largest(0, 0);
      if (scene.deletedInMemory() == 0) {
        db = db.reopened();
        largest = db.largestSince(start);
      }
      long predicted = figures.getPredictedReadBytes() + figures.getPredictedWriteBytes();
      return new Run(each, keys, way, before, Reads.of(db, scene.places()), figures.getRangesDone(), moved,
          figures.getCheckReadBytes(), fromDisk, predicted, seconds, tombstonesAfter, slowPlaces, largest);
    } finally {
      db.close();
    }
  }
}
