// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the benchmarks have left in a directory. */
record Results(List<CaseBenchmark.Run> cases, List<ExactCheck> exact, List<AmplificationBenchmark.Run> amplifications,
    List<GuardBenchmark.Run> guards, List<WriterBenchmark.Run> writers, List<LookCost> looks,
    List<WorkloadBenchmark.Run> workloads) {

  static Results in(Path directory) throws IOException {
    List<WorkloadBenchmark.Run> workloads = new ArrayList<>();
    for (WorkloadBenchmark.Mode mode : WorkloadBenchmark.Mode.values()) {
      workloads.addAll(read(directory, "workload-" + mode, WorkloadBenchmark.Run.class));
    }
    List<WriterBenchmark.Run> writers = new ArrayList<>(read(directory, "writer", WriterBenchmark.Run.class));
    writers.addAll(read(directory, "writer-bottom-pool", WriterBenchmark.Run.class));
    return new Results(read(directory, "cases", CaseBenchmark.Run.class), read(directory, "exact", ExactCheck.class),
        read(directory, "amplification", AmplificationBenchmark.Run.class),
        read(directory, "guard", GuardBenchmark.Run.class), writers,
        read(directory, "looks", LookCost.class), workloads);
  }

  private static <T> List<T> read(Path directory, String name, Class<T> type) throws IOException {
    return new ResultFile(directory.resolve(name + ".json")).read(type);
  }

  /** The numbers of keys that any case was measured at, smallest first. */
  List<Integer> sizes() {
    return cases.stream().map(CaseBenchmark.Run::keys).distinct().sorted().toList();
  }

  /** The numbers of keys that a case was measured at, smallest first. */
  List<Integer> sizes(Case of) {
    return cases.stream().filter(run -> run.of() == of).map(CaseBenchmark.Run::keys).distinct().sorted().toList();
  }

  List<String> waysBesideWriters() {
    return writers.stream().map(WriterBenchmark.Run::way).distinct().toList();
  }

  List<WriterBenchmark.Run> writers(WriterBenchmark.Deletion of, String way) {
    return writers.stream().filter(run -> run.of() == of && run.way().equals(way)).toList();
  }

  Optional<WorkloadBenchmark.Run> workload(WorkloadBenchmark.Mode mode) {
    return workloads.stream().filter(run -> run.mode() == mode).findFirst();
  }

  Median of(Case of, int keys, Way way, ToDoubleFunction<CaseBenchmark.Run> figure) {
    return Median.of(cases.stream().filter(run -> run.of() == of && run.keys() == keys && run.way() == way), figure);
  }

  /** @param count of rounds; with none, all figures are not a number */
  record Median(double least, double median, double most, int count) {
    static <T> Median of(Stream<T> runs, ToDoubleFunction<T> figure) {
      double[] sorted = runs.mapToDouble(figure).sorted().toArray();
      int count = sorted.length;
      return count == 0 ? new Median(Double.NaN, Double.NaN, Double.NaN, 0)
          : new Median(sorted[0], sorted[count / 2], sorted[count - 1], count);
    }

    boolean isKnown() {
      return count > 0;
    }

    /** With its spread, if there is more than one round. */
    String text(String format, double unit) {
      if (!isKnown()) {
        return "";
      }
      String middle = String.format(Locale.ROOT, format, median / unit);
      return count == 1 || least == most ? middle : String.format(Locale.ROOT, "%s (" + format + "..." + format + ")",
          middle, least / unit, most / unit);
    }
  }
}
