// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the benchmarks have left in a directory. */
record Results(List<CaseBenchmark.Run> cases, List<WriterBenchmark.Run> writers, List<LookCost> looks,
    List<WorkloadBenchmark.Run> workloads, List<GuardBenchmark.Run> guards) {

  static Results in(Path directory) throws IOException {
    List<WorkloadBenchmark.Run> workloads = new ArrayList<>();
    for (WorkloadBenchmark.Mode mode : WorkloadBenchmark.Mode.values()) {
      workloads.addAll(new ResultFile(directory.resolve("workload-" + mode + ".json"))
          .read(WorkloadBenchmark.Run.class));
    }
    return new Results(new ResultFile(directory.resolve("cases.json")).read(CaseBenchmark.Run.class),
        new ResultFile(directory.resolve("writer.json")).read(WriterBenchmark.Run.class),
        new ResultFile(directory.resolve("looks.json")).read(LookCost.class), workloads,
        new ResultFile(directory.resolve("guard.json")).read(GuardBenchmark.Run.class));
  }

  /** The numbers of keys that a case was measured at, smallest first. */
  List<Integer> sizes(Case of) {
    return cases.stream().filter(run -> run.of() == of).map(CaseBenchmark.Run::keys).distinct().sorted().toList();
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
