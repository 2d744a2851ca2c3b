// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.rocksdb.RocksDBException;
import org.rocksdb.TableProperties;

/**
 * Every way to deal with tombstones on every case, each on a copy of the same database: what a reader met before and
 * meets after, and what it cost.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
public final class CaseBenchmark {
  private final Path directory;
  private final ResultFile results;
  private final ResultFile exactResults;

  private CaseBenchmark(Path directory, ResultFile results, ResultFile exactResults) {
    this.directory = directory;
    this.results = results;
    this.exactResults = exactResults;
  }

  /** @param args a directory for databases, one for results, a {@link Size}, and perhaps a case's name */
  public static void main(String[] args) throws Exception {
    Size size = Size.valueOf(args[2]);
    ResultFile results = new ResultFile(Path.of(args[1], "cases.json"));
    ResultFile exactResults = new ResultFile(Path.of(args[1], "exact.json"));
    // Runs of another size stay: together they show the growth.
    List<Run> runs = new ArrayList<>(results.read(Run.class));
    List<ExactCheck> checks = new ArrayList<>(exactResults.read(ExactCheck.class));
    CaseBenchmark benchmark = new CaseBenchmark(Path.of(args[0]), results, exactResults);
    for (Size.Step step : size.steps()) {
      for (Case each : args.length > 3 ? List.of(Case.valueOf(args[3])) : step.cases()) {
        benchmark.run(each, step, runs, checks);
      }
    }
  }

  /**
   * One way on one case, once. Times in microseconds or seconds, sizes in bytes.
   *
   * @param ranges         that were compacted
   * @param readBytes      by compactions, as RocksDB counts it
   * @param checkReadBytes besides, to count and to verify checksums
   * @param predictedRead  -1 where the way predicts nothing
   * @param peakWriteRate  bytes per second
   */
  record Run(Case of, int keys, Way way, int round, Reads before, Reads after, int ranges, long readBytes,
      long writtenBytes, long checkReadBytes, long predictedRead, long predictedWritten, double seconds,
      long temporaryBytes, double peakWriteRate, long tableBytes, long tombstonesBefore, long tombstonesAfter) {
    long movedBytes() {
      return readBytes + writtenBytes + checkReadBytes;
    }
  }

  private void run(Case each, Size.Step step, List<Run> runs, List<ExactCheck> checks) throws Exception {
    runs.removeIf(run -> run.of == each && run.keys == step.keys());
    checks.removeIf(check -> check.of() == each && check.keys() == step.keys());
    long began = System.nanoTime();
    try (OmDb made = OmDb.create(directory.resolve("made"))) {
      Case.Rows rows = new Case.Rows(made);
      Case.Scene scene = each.make(rows, step.keys());
      rows.flush();
      made.rest();
      System.out.printf("%n%s at %,d keys, made in %.1f s%n", each.title(), step.keys(),
          (System.nanoTime() - began) / 1e9);
      ExactCheck check = ExactCheck.of(made, each, step.keys(), scene.table());
      checks.add(check);
      System.out.printf("  exact counts of %,d of %,d buckets and gaps are those of all bytes, %,.1f s (bytes %,.1f)%n",
          check.equal(), check.spans(), check.seconds(), check.rawSeconds());
      for (int round = 0; round < step.rounds(); round++) {
        for (Way way : Way.values()) {
          Run run = measure(made, each, scene, step.keys(), way, round);
          runs.add(run);
          System.out.printf("  %-52s seek %8.0f -> %6.0f us, list %8.0f -> %6.0f us, read %,8.1f MB, written %,8.1f,"
              + " checks %,6.1f, %6.2f s, %,d tombstones%n", way.title(), run.before.seek(), run.after.seek(),
              run.before.list(), run.after.list(), run.readBytes / 1e6, run.writtenBytes / 1e6,
              run.checkReadBytes / 1e6, run.seconds, run.tombstonesAfter);
        }
      }
    }
    results.write(runs);
    exactResults.write(checks);
  }

  private Run measure(OmDb made, Case each, Case.Scene scene, int keys, Way way, int round) throws Exception {
    OmDb db = made.copy(directory.resolve("copy"));
    try {
      db.rest();
      each.beforeMeasuring(db, scene, keys);
      Reads before = Reads.of(db, scene.places());
      long tombstonesBefore = tombstones(db, scene.table());
      long tableBytes = db.sizeOnDisk();
      CompactionBytes moved = moved(db, scene);
      long began = System.nanoTime();
      TurnFigures figures;
      DiskWatch disk = new DiskWatch(db);
      try (disk) {
        figures = way.on(db, scene);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      moved = moved(db, scene).since(moved);
      long tombstonesAfter = tombstones(db, scene.table());
      if (each != Case.IN_MEMORY) {
        db = db.reopened();
      }
      boolean predicts = way == Way.RANGES;
      return new Run(each, keys, way, round, before, Reads.of(db, scene.places()), figures.getRangesDone(),
          moved.read(), moved.written(), figures.getCheckReadBytes(), predicts ? figures.getPredictedReadBytes() : -1,
          predicts ? figures.getPredictedWriteBytes() : -1, seconds, disk.temporaryBytes(), disk.peakRate(),
          tableBytes, tombstonesBefore, tombstonesAfter);
    } finally {
      db.close();
    }
  }

  private static CompactionBytes moved(OmDb db, Case.Scene scene) throws RocksDBException {
    return CompactionBytes.of(db.rocksDb(), db.handle(scene.table()));
  }

  /** In files and in memory. */
  private static long tombstones(OmDb db, String table) throws RocksDBException {
    Stream<TableProperties> files = db.rocksDb().getPropertiesOfAllTables(db.handle(table)).values().stream();
    return files.mapToLong(TableProperties::getNumDeletions).sum()
        + db.rocksDb().getLongProperty(db.handle(table), "rocksdb.num-deletes-active-mem-table")
        + db.rocksDb().getLongProperty(db.handle(table), "rocksdb.num-deletes-imm-mem-tables");
  }
}
