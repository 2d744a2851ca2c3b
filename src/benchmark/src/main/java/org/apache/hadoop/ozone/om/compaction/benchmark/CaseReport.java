// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.benchmark.CaseBenchmark.Run;

/** Turns the results of {@link CaseBenchmark} into claims, tables and a plot. */
final class CaseReport {
  private static final double MAX_SEEK_OF_WHOLE = 1.2;
  /** Seeks below this many microseconds are not compared: they differ by more than a fifth between measurements. */
  private static final double FAST_SEEK = 20;
  private static final double MAX_OF_ONE_CALL = 1.2;
  /** A verified file comes from the page cache when RocksDB compacts it, so the disk is read once. */
  private static final double MAX_FROM_DISK = 1.05;
  private static final double MAX_BESIDE_WRITES = 1.3;
  private static final int LARGE = 10_000_000;
  /** Most bytes that the add-on may move in a large table, as a share of the whole table's. */
  private static final Map<Case, Double> MAX_BYTES = Map.of(Case.MASS_DELETE, 1.0 / 15, Case.FIFO, 1.0 / 40,
      Case.DENSE_RUN, 1.0 / 8);

  private final Report report;
  private final List<Run> runs;

  private CaseReport(Report report, List<Run> runs) {
    this.report = report;
    this.runs = runs;
  }

  static void add(Report report) throws IOException {
    CaseReport cases = new CaseReport(report, report.read("cases", Run.class));
    for (int keys : cases.runs.stream().map(Run::keys).distinct().sorted().toList()) {
      cases.addSize(keys);
    }
    report.table("listed", "keys | SST files | first list, nothing cached, ms | the next, ms | RocksDB's list of its"
        + " files, ms", report.read("listed", CaseBenchmark.Listed.class).stream()
        .filter(list -> list.of() == Case.MASS_DELETE).sorted(Comparator.comparingInt(CaseBenchmark.Listed::keys))
        .map(list -> Report.row("%,d | %,d | %.1f | %.1f | %.1f", list.keys(), list.files(), list.firstMillis(),
            list.nextMillis(), list.callMillis())).toList());
    if (cases.runs.stream().map(Run::keys).distinct().count() > 1) {
      Plots.growth(report.plot("growth"), cases.runs);
    }
  }

  private Optional<Run> run(Case of, int keys, Way way) {
    return runs.stream().filter(run -> run.of() == of && run.keys() == keys && run.way() == way).findFirst();
  }

  private void addSize(int keys) {
    List<String> cases = new ArrayList<>();
    List<String> writes = new ArrayList<>();
    List<String> calls = new ArrayList<>();
    List<String> threads = new ArrayList<>();
    List<String> ways = new ArrayList<>();
    List<String> rounds = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    for (Case each : Case.values()) {
      run(each, keys, Way.RANGES_BESIDE_WRITES).ifPresent(beside -> {
        Run whole = run(each, keys, Way.WHOLE_TABLE).orElseThrow();
        Run ranges = run(each, keys, Way.RANGES).orElseThrow();
        Run call = run(each, keys, Way.ONE_CALL).orElseThrow();
        claims(whole, ranges);
        cases.add(Report.row("%s | %s | %s | %,.1f | %s | %,.1f | %s | %,.1f | %,.1f", each.title(),
            Report.time(ranges.before().seek()), Report.time(whole.after().seek()), whole.movedBytes() / 1e6,
            Report.time(ranges.after().seek()), ranges.movedBytes() / 1e6,
            part((double) ranges.movedBytes() / whole.movedBytes()), ranges.predicted() / 1e6,
            ranges.compactedBytes() / 1e6));
        beside(ranges, beside, writes);
        oneCall(ranges, call, calls);
        run(each, keys, Way.TWO_THREADS).filter(two -> two.ranges() > 0).ifPresent(two -> threads.add(Report.row(
            "%s | %,.1f | %,.2f | %,.2f | %.2f", each.title(), call.compactedBytes() / 1e6, call.seconds(),
            two.seconds(), two.seconds() / call.seconds())));
        ways.add(ways(each, keys));
        steps.add(Report.row("%s | %d | %,.1f | %,.2f | %,.1f | %,.1f | %,.1f", each.title(), ranges.ranges(),
            ranges.largest().bytes() / 1e6, ranges.largest().seconds(), ranges.checkReadBytes() / 1e6,
            ranges.predicted() / 1e6, ranges.compactedBytes() / 1e6));
        recall(run(each, keys, Way.NOTHING).orElseThrow(), run(each, keys, Way.ROUND).orElseThrow(), rounds);
      });
    }
    String head = Report.row("at %,d keys", keys);
    report.table("cases-" + keys, head + " | seek before | whole table: seek | MB moved | ranges: seek | MB moved"
        + " | of whole table | MB predicted, without checks | then", cases);
    report.table("writes-" + keys, head + " | at rest: MB moved | clients write: MB moved | of at rest"
        + " | MB predicted, without checks | then | flushes caused | seek after", writes);
    report.table("one-call-" + keys, head + " | in one call, MB | seek after | tombstones left"
        + " | file by file, MB, without checks | of one call | seek after | tombstones left", calls);
    report.table("threads-" + keys, head + " | MB, without checks | one thread, s | two threads, s | of one", threads);
    report.text("ways-" + keys, String.join("\n", ways));
    report.table("steps-" + keys, head + " | ranges | largest compaction, MB | s | MB read besides, to verify and count"
        + " | MB predicted | then", steps);
    report.table("recall-" + keys, head + " | seek before | places | seek after a round | places | MB moved", rounds);
  }

  private static String name(Run run) {
    return Report.row("%s, %,d keys", run.of().title(), run.keys());
  }

  private static String part(double ratio) {
    return Report.row(ratio < 0.5 ? "1/%2$.1f" : "%1$.2f", ratio, 1 / ratio);
  }

  private void claims(Run whole, Run ranges) {
    double seek = ranges.after().seek();
    report.claim("Seek after: " + name(ranges),
        seek <= Math.max(FAST_SEEK, MAX_SEEK_OF_WHOLE * whole.after().seek()),
        Report.row("%.1f of whole table's, or %.0f us", MAX_SEEK_OF_WHOLE, FAST_SEEK), "%.1f us against %.1f", seek,
        whole.after().seek());
    report.atMost(ranges.keys() < LARGE ? 1 : MAX_BYTES.getOrDefault(ranges.of(), 1.0), "whole table's",
        "Bytes read, written and checked: " + name(ranges), ranges.movedBytes() / 1e6, whole.movedBytes() / 1e6, "MB");
    report.atMost(MAX_FROM_DISK, "whole table's", "Bytes from disk: " + name(ranges), ranges.fromDisk() / 1e6,
        whole.fromDisk() / 1e6, "MB");
    report.predicted(name(ranges), ranges.predicted(), ranges.compactedBytes());
  }

  /** Compares flushes. Clients' writes cause them all, except those of a job that asks for a flush. */
  private void beside(Run ranges, Run beside, List<String> rows) {
    long flushes = beside.moved().flushes() - ranges.moved().flushes();
    report.atMost(MAX_BESIDE_WRITES, "the same at rest", "Bytes while clients write: " + name(beside),
        beside.movedBytes() / 1e6, ranges.movedBytes() / 1e6, "MB");
    report.claim("Flushes caused while clients write: " + name(beside), flushes <= 0, "none", "%d", flushes);
    report.predicted("while clients write: " + name(beside), beside.predicted(), beside.compactedBytes());
    rows.add(Report.row("%s | %,.1f | %,.1f | %.2f | %,.1f | %,.1f | %d | %s", beside.of().title(),
        ranges.movedBytes() / 1e6, beside.movedBytes() / 1e6, (double) beside.movedBytes() / ranges.movedBytes(),
        beside.predicted() / 1e6, beside.compactedBytes() / 1e6, flushes, Report.time(beside.after().seek())));
  }

  /** Compares with a single call, unless that leaves the lowest level alone. */
  private void oneCall(Run ranges, Run call, List<String> rows) {
    boolean comparable = call.tombstonesAfter() <= ranges.tombstonesAfter();
    if (comparable) {
      report.atMost(MAX_OF_ONE_CALL, "one call for each range", "Bytes read and written file by file: " + name(ranges),
          ranges.compactedBytes() / 1e6, call.compactedBytes() / 1e6, "MB");
    }
    rows.add(Report.row("%s | %,.1f | %s | %,d | %,.1f | %s | %s | %,d", call.of().title(), call.compactedBytes() / 1e6,
        Report.time(call.after().seek()), call.tombstonesAfter(), ranges.compactedBytes() / 1e6,
        comparable ? part((double) ranges.compactedBytes() / call.compactedBytes()) : "",
        Report.time(ranges.after().seek()), ranges.tombstonesAfter()));
  }

  private void recall(Run nothing, Run round, List<String> rows) {
    report.claim("Places where a seek passes " + Reads.MAX_SKIPPED + " dead entries after a round: " + name(round),
        round.slowPlaces() == 0, "none", "%d", round.slowPlaces());
    rows.add(Report.row("%s | %s | %,d | %s | %,d | %,.1f", round.of().title(), Report.time(round.before().seek()),
        nothing.slowPlaces(), Report.time(round.after().seek()), round.slowPlaces(), round.movedBytes() / 1e6));
  }

  private String ways(Case each, int keys) {
    List<String> rows = new ArrayList<>();
    for (Way way : Way.OF_CASES) {
      run(each, keys, way).ifPresent(run -> rows.add(Report.row(
          "%s | %s | %s | %,.1f + %,.1f + %,.1f | %,.1f | %,.1f | %,d",
          way == Way.RANGES ? "**" + way.title() + "**" : way.title(), Report.time(run.after().seek()),
          Report.time(run.after().list()), run.moved().read() / 1e6, run.moved().written() / 1e6,
          run.checkReadBytes() / 1e6, run.fromDisk() / 1e6, run.seconds(), run.tombstonesAfter())));
    }
    return Report.markdown(each.title()
        + " | seek | list of 100 | MB read + written + checked | MB from disk | seconds | tombstones left", rows);
  }
}
