// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.benchmark.GuardBenchmark.Guard;
import org.apache.hadoop.ozone.om.compaction.benchmark.Results.Median;
import org.apache.hadoop.ozone.om.compaction.benchmark.WorkloadBenchmark.Mode;

/** What is claimed of this add-on, held against what was measured. */
final class Bars {
  private static final double MAX_SEEK_OF_WHOLE = 1.2;
  private static final double PREDICTED_WITHIN = 0.15;
  private static final int LARGE = 10_000_000;
  private static final Map<Case, Double> MAX_BYTES_OF_WHOLE = Map.of(Case.MASS_DELETE, 1.0 / 15, Case.FIFO, 1.0 / 4);
  private static final double MAX_LOOK = 1.5;
  private static final double MAX_ALIVE_MEGABYTES = 64;
  private static final List<String> LOOKS = List.of("keyTable", "nine tables", "an ordinary bucket");
  private static final double MIN_THROUGHPUT = 0.95;
  private static final double MAX_P99 = 1.2;
  private static final double MAX_LIST_OF_EMPTY = 2;
  private static final double MAX_CREATE_P99 = 1.2;
  private static final double MAX_BYTES_OF_STOCK = 0.1;
  private static final double MAX_WRITTEN_OF_UNGUARDED = 1.05;

  private final Results results;
  private final List<Bar> bars = new ArrayList<>();

  private Bars(Results results) {
    this.results = results;
  }

  /** One claim; what could not be measured makes no bar. */
  record Bar(String claim, String limit, String measured, boolean holds) { }

  static List<Bar> of(Results results) {
    Bars bars = new Bars(results);
    for (Case each : Case.values()) {
      for (int keys : results.sizes(each)) {
        bars.seek(each, keys);
        bars.bytes(each, keys);
        bars.prediction(each, keys);
      }
    }
    bars.exact();
    bars.writer();
    bars.workload();
    bars.looks();
    bars.guard();
    return bars.bars;
  }

  private static String name(Case each, int keys) {
    return String.format(Locale.ROOT, "%s, %,d keys", each.title(), keys);
  }

  private void seek(Case each, int keys) {
    Median whole = results.of(each, keys, Way.WHOLE_TABLE, run -> run.after().seek());
    Median ranges = results.of(each, keys, Way.RANGES, run -> run.after().seek());
    if (whole.isKnown() && ranges.isKnown()) {
      bars.add(new Bar("Seek after: " + name(each, keys),
          String.format(Locale.ROOT, "%.1f of whole table's", MAX_SEEK_OF_WHOLE),
          String.format(Locale.ROOT, "%.2f (%.1f us against %.1f us)", ranges.median() / whole.median(),
              ranges.median(), whole.median()), ranges.median() <= MAX_SEEK_OF_WHOLE * whole.median()));
    }
  }

  private void bytes(Case each, int keys) {
    Median whole = results.of(each, keys, Way.WHOLE_TABLE, CaseBenchmark.Run::movedBytes);
    Median ranges = results.of(each, keys, Way.RANGES, CaseBenchmark.Run::movedBytes);
    if (whole.isKnown() && ranges.isKnown()) {
      double limit = keys >= LARGE ? MAX_BYTES_OF_WHOLE.getOrDefault(each, 1.0) : 1;
      bars.add(new Bar("Bytes read, written and checked: " + name(each, keys),
          limit == 1 ? "whole table's" : String.format(Locale.ROOT, "1/%.0f of whole table's", 1 / limit),
          String.format(Locale.ROOT, "1/%.1f (%.1f MB against %.1f MB)", whole.median() / ranges.median(),
              ranges.median() / 1e6, whole.median() / 1e6), ranges.median() <= limit * whole.median()));
    }
  }

  private void prediction(Case each, int keys) {
    Median predicted = results.of(each, keys, Way.RANGES, run -> run.predictedRead() + run.predictedWritten());
    Median actual = results.of(each, keys, Way.RANGES, run -> run.readBytes() + run.writtenBytes());
    if (actual.isKnown() && actual.median() > 0) {
      predicted(name(each, keys), predicted.median(), actual.median());
    }
  }

  private void predicted(String of, double predicted, double actual) {
    double off = predicted / actual - 1;
    bars.add(new Bar("Bytes predicted: " + of, "within 15 %",
        String.format(Locale.ROOT, "%+.0f %% (%.2f MB, then %.2f MB)", 100 * off, predicted / 1e6, actual / 1e6),
        Math.abs(off) <= PREDICTED_WITHIN));
  }

  private void exact() {
    for (ExactCheck check : results.exact()) {
      bars.add(new Bar("Exact counts are those of all bytes: " + name(check.of(), check.keys()), "all are",
          String.format(Locale.ROOT, "%,d of %,d buckets and gaps", check.equal(), check.spans()),
          check.equal() == check.spans()));
    }
  }

  private void writer() {
    for (WriterBenchmark.Deletion of : WriterBenchmark.Deletion.values()) {
      List<WriterBenchmark.Run> runs = results.writers(of, WriterBenchmark.DEFAULT_RATE);
      if (!runs.isEmpty()) {
        Median throughput = Median.of(runs.stream(), WriterBenchmark.Run::throughput);
        Median p99 = Median.of(runs.stream(), WriterBenchmark.Run::p99);
        bars.add(new Bar("A writer's throughput beside it: " + Tables.name(of), ">= 0.95 of idle",
            throughput.text("%.2f", 1), throughput.median() >= MIN_THROUGHPUT));
        bars.add(new Bar("A writer's p99 beside it: " + Tables.name(of), "<= 1.2 of idle", p99.text("%.2f", 1),
            p99.median() <= MAX_P99));
      }
    }
  }

  private void workload() {
    Optional<WorkloadBenchmark.Run> ours = results.workload(Mode.SERVICE);
    Optional<WorkloadBenchmark.Run> empty = results.workload(Mode.EMPTY);
    Optional<WorkloadBenchmark.Run> nothing = results.workload(Mode.NOTHING);
    Optional<WorkloadBenchmark.Run> stock = results.workload(Mode.WHOLE_TABLE_SERVICE);
    if (ours.isPresent() && empty.isPresent()) {
      ratio("Clients' LIST with the service, the slowest tenth of the time, mean", MAX_LIST_OF_EMPTY,
          "an empty ring's", "ms", ours.get().slowestList(),
          empty.get().latencies().get(Workload.Kind.LIST).mean());
    }
    if (ours.isPresent() && nothing.isPresent()) {
      ratio("Clients' CREATE with the service, p99", MAX_CREATE_P99, "that without compaction", "ms",
          ours.get().latencies().get(Workload.Kind.CREATE).p99(),
          nothing.get().latencies().get(Workload.Kind.CREATE).p99());
    }
    if (ours.isPresent() && stock.isPresent()) {
      ratio("Bytes that the service moves in an hour, on all OMs", MAX_BYTES_OF_STOCK,
          "those of stock's service", "MB", ours.get().askedBytesOfAnHour() / 1e6,
          stock.get().askedBytesOfAnHour() / 1e6);
      bars.add(new Bar("Rounds of the service", "at least one", String.valueOf(ours.get().rounds()),
          ours.get().rounds() > 0));
    }
  }

  private void ratio(String claim, double limit, String ofWhat, String unit, double measured, double other) {
    bars.add(new Bar(claim, String.format(Locale.ROOT, "%s of %s", limit, ofWhat),
        String.format(Locale.ROOT, "%.2f (%.1f %s against %.1f %s)", measured / other, measured, unit, other, unit),
        measured <= limit * other));
  }

  private void looks() {
    for (LookCost look : results.looks()) {
      if (LOOKS.contains(look.look())) {
        bars.add(new Bar("Processor time of a look, 15,000 SST files, 100,000 buckets: " + look.look(),
            "1.5 x getLiveFilesMetaData", String.format(Locale.ROOT, "%.2f", look.ofCall()),
            look.ofCall() <= MAX_LOOK));
      }
    }
    results.looks().stream().mapToDouble(LookCost::aliveMegabytes).max().ifPresent(alive ->
        bars.add(new Bar("Memory alive in any look", "64 MB", String.format(Locale.ROOT, "%.0f MB", alive),
            alive <= MAX_ALIVE_MEGABYTES)));
  }

  /** The guard pays where clients' writes cost no more and a job moves less. Bytes are as predicted either way. */
  private void guard() {
    for (GuardBenchmark.Run run : results.guards()) {
      if (run.movedForBucket() > 0) {
        predicted(String.format(Locale.ROOT, "a bucket of %,d, %s, guard %s", run.buckets(), run.load().title(),
            run.guard().name().toLowerCase(Locale.ROOT)), run.predictedMoved(), run.movedForBucket());
      }
    }
    List<GuardBenchmark.Run> off = results.guards().stream().filter(run -> run.guard() == Guard.OFF).toList();
    List<GuardBenchmark.Run> on = results.guards().stream().filter(run -> run.guard() == Guard.ON).toList();
    for (int i = 0; i < Math.min(off.size(), on.size()); i++) {
      String of = String.format(Locale.ROOT, "%,d buckets, %s", on.get(i).buckets(), on.get(i).load().title());
      ratio("With the guard, written in all: " + of, MAX_WRITTEN_OF_UNGUARDED, "that without it", "MB",
          on.get(i).allWrittenBytes() / 1e6, off.get(i).allWrittenBytes() / 1e6);
      if (off.get(i).movedForBucket() > 0) {
        ratio("With the guard, moved to compact a bucket: " + of, 1, "that without it", "MB",
            on.get(i).movedForBucket() / 1e6, off.get(i).movedForBucket() / 1e6);
      }
    }
  }
}
