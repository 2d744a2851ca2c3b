// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.planner.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planner.PlanLimits;
import org.apache.hadoop.ozone.om.compaction.planner.RangePlanner;
import org.apache.hadoop.ozone.om.compaction.planner.RunTargets;
import org.apache.hadoop.ozone.om.compaction.planner.TableStatistics;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Statistics and plan of a large OM on one core with 512 MB of heap: the target is 500 ms for both together.
 *
 * <p>{@code mvn -ntp -T1 -Pbenchmark -pl src/benchmark -am}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = {"-Xmx512m", "-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class PlannerBenchmark {
  /** Wide files of level 0 with tombstones: with them, each of the 900,000 spans may hold enough tombstones. */
  @Param({"0", "8"})
  public int wideFiles;

  private LargeRing ring;

  @Setup
  public void build() {
    ring = new LargeRing(wideFiles);
    System.out.println(report(statisticsAndPlan()));
  }

  @Benchmark
  public List<TableStatistics> statistics() {
    List<TableStatistics> statistics = new ArrayList<>();
    for (int i = 0; i < ring.tables().size(); i++) {
      statistics.add(TableStatistics.take(ring.tables().get(i), ring.spans(i)));
    }
    return statistics;
  }

  @Benchmark
  public CompactionPlan statisticsAndPlan() {
    PlanLimits limits = PlanLimits.DEFAULT.withTop(1_000);
    return RangePlanner.planRuns(statistics().stream()
        .map(statistics -> RunTargets.ofTable(statistics, statistics.spans(), limits))
        .toList(), limits);
  }

  private static String report(CompactionPlan plan) {
    return plan.ranges().size() + " ranges planned, " + plan.leftOut().count() + " spans and ranges left out";
  }

  /** @param args a directory for results, a {@link Size} */
  public static void main(String[] args) throws IOException, RunnerException {
    Path results = Path.of(args[0]);
    Files.createDirectories(results);
    ChainedOptionsBuilder options = new OptionsBuilder().include(PlannerBenchmark.class.getSimpleName())
        .resultFormat(ResultFormatType.JSON).result(results.resolve("planner.json").toString());
    if (EnumSet.of(Size.TINY, Size.SMALL).contains(Size.valueOf(args[1]))) {
      options.warmupIterations(2).warmupTime(TimeValue.seconds(2)).measurementIterations(3)
          .measurementTime(TimeValue.seconds(1));
    }
    new Runner(options.build()).run();
  }
}
