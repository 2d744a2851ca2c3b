// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;

/**
 * Measures every way to remove tombstones on every case, each on a copy of the same database: reads before and after,
 * and costs.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class CaseBenchmark {
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
        runs.addAll(benchmark.run(each, step.keys()));
        Report.write(results, "cases", runs);
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
   * @param slowPlaces     places of the table where a seek still passes many dead entries, see {@link Reads#slowPlaces}
   * @param largest        largest single compaction; with no bytes if it is not known because the memtable had to be
   *                       kept
   */
  record Run(Case of, int keys, Way way, Reads before, Reads after, int ranges, CompactionBytes moved,
      long checkReadBytes, long fromDisk, long predicted, double seconds, long tombstonesAfter, int slowPlaces,
      CompactionBytes.Largest largest) {
    /** Bytes read and written by compactions. */
    long compactedBytes() {
      return moved.read() + moved.written();
    }

    long movedBytes() {
      return compactedBytes() + checkReadBytes;
    }
  }

  private List<Run> run(Case each, int keys) throws Exception {
    long began = System.nanoTime();
    try (OmDb made = OmDb.create(directory.resolve("made"))) {
      Rows rows = new Rows(made);
      Case.Scene scene = each.make(rows, keys);
      rows.flush();
      made.rest();
      System.out.printf("%n%s at %,d keys, made in %.1f s%n", each.title(), keys, (System.nanoTime() - began) / 1e9);
      List<Run> runs = new ArrayList<>();
      for (Way way : Way.OF_CASES) {
        Run run = measure(made, each, scene, keys, way);
        runs.add(run);
        System.out.printf("  %-52s seek %8.0f -> %6.0f us, list %8.0f -> %6.0f us, read %,8.1f MB, written %,8.1f,"
            + " checks %,6.1f, from disk %,8.1f, %d flushes, %6.2f s, %,d tombstones, %d slow places%n", way.title(),
            run.before.seek(),
            run.after.seek(), run.before.list(), run.after.list(), run.moved.read() / 1e6, run.moved.written() / 1e6,
            run.checkReadBytes / 1e6, run.fromDisk / 1e6, run.moved.flushes(), run.seconds, run.tombstonesAfter,
            run.slowPlaces);
      }
      return runs;
    }
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
      int slowPlaces = Reads.slowPlaces(db, scene.table());
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
