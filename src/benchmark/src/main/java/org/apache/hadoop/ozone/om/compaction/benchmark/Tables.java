// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.benchmark.WriterBenchmark.Deletion;

/** Results as tables, for the report and for documents alike. */
final class Tables {
  private static final double SHOWN_AS_MILLIS = 1_000;
  private static final double ROUND_FROM = 100;

  private final Results results;

  Tables(Results results) {
    this.results = results;
  }

  /** All tables of which anything was measured. */
  List<TextTable> all() {
    List<TextTable> all = new ArrayList<>(List.of(bars()));
    for (int keys : results.sizes()) {
      all.add(cases(keys));
    }
    for (Case each : Case.values()) {
      for (int keys : results.sizes(each)) {
        all.add(ways(each, keys));
      }
    }
    all.addAll(List.of(amplification(), guard(), exact(), writers(), bottomPool(), workloads(), services(), looks()));
    all.removeIf(TextTable::isEmpty);
    return all;
  }

  /** What documents hold, by the name of its place in them; only what was measured. */
  Map<String, String> forDocuments() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int keys : results.sizes()) {
      texts.put("cases-" + keys, cases(keys).markdown());
      List<TextTable> ways = Stream.of(Case.values()).filter(each -> results.sizes(each).contains(keys))
          .map(each -> shortWays(each, keys)).toList();
      texts.put("ways-" + keys, String.join("\n", ways.stream().map(TextTable::markdown).toList()));
    }
    put(texts, "bars-that-fail", failing());
    put(texts, "amplification", amplification());
    put(texts, "guard", guard());
    put(texts, "exact", exactBySize());
    put(texts, "writers", writers());
    put(texts, "bottom-pool", bottomPool());
    put(texts, "workload", workloads());
    put(texts, "workload-services", services());
    return texts;
  }

  private static void put(Map<String, String> texts, String name, TextTable table) {
    if (!table.isEmpty()) {
      texts.put(name, table.markdown());
    }
  }

  private TextTable bars() {
    TextTable table = new TextTable("Claims", "claim", "limit", "measured", "");
    Bars.of(results).forEach(bar ->
        table.row(bar.claim(), bar.limit(), bar.measured(), bar.holds() ? "holds" : "**fails**"));
    return table;
  }

  private TextTable failing() {
    TextTable table = new TextTable("Claims that do not hold", "claim", "limit", "measured");
    Bars.of(results).stream().filter(bar -> !bar.holds())
        .forEach(bar -> table.row(bar.claim(), bar.limit(), bar.measured()));
    return table;
  }

  private TextTable cases(int keys) {
    TextTable table = new TextTable(String.format(Locale.ROOT, "All cases at %,d keys", keys), "case", "seek before",
        "whole table: seek", "MB moved", "ranges: seek", "MB moved", "of whole table", "MB predicted, without checks",
        "then");
    for (Case each : Case.values()) {
      if (results.sizes(each).contains(keys)) {
        Results.Median whole = results.of(each, keys, Way.WHOLE_TABLE, CaseBenchmark.Run::movedBytes);
        Results.Median moved = results.of(each, keys, Way.RANGES, CaseBenchmark.Run::movedBytes);
        table.row(each.title(), time(results.of(each, keys, Way.RANGES, run -> run.before().seek())),
            time(results.of(each, keys, Way.WHOLE_TABLE, run -> run.after().seek())), megabytes(whole),
            time(results.of(each, keys, Way.RANGES, run -> run.after().seek())), megabytes(moved),
            part(moved.median() / whole.median()), megabytes(results.of(each, keys, Way.RANGES,
                run -> run.predictedRead() + run.predictedWritten())),
            megabytes(results.of(each, keys, Way.RANGES, run -> run.readBytes() + run.writtenBytes())));
      }
    }
    return table;
  }

  private TextTable shortWays(Case each, int keys) {
    TextTable table = new TextTable(each.title(), each.title(), "seek", "list of 100",
        "MB read + written + checked", "seconds", "temporary MB", "tombstones left");
    for (Way way : Way.values()) {
      boolean nothing = way == Way.NOTHING;
      table.row(way == Way.RANGES ? "**" + way.title() + "**" : way.title(),
          time(results.of(each, keys, way, run -> run.after().seek())),
          time(results.of(each, keys, way, run -> run.after().list())), nothing ? "" : moved(each, keys, way),
          nothing ? "" : results.of(each, keys, way, CaseBenchmark.Run::seconds).text("%,.1f", 1),
          nothing ? "" : results.of(each, keys, way, CaseBenchmark.Run::temporaryBytes).text("%,.0f", 1e6),
          results.of(each, keys, way, CaseBenchmark.Run::tombstonesAfter).text("%,.0f", 1));
    }
    return table;
  }

  private String moved(Case each, int keys, Way way) {
    String bytes = results.of(each, keys, way, CaseBenchmark.Run::readBytes).text("%,.1f", 1e6) + " + "
        + results.of(each, keys, way, CaseBenchmark.Run::writtenBytes).text("%,.1f", 1e6);
    return way == Way.RANGES ? bytes + " + "
        + results.of(each, keys, way, CaseBenchmark.Run::checkReadBytes).text("%,.1f", 1e6) : bytes;
  }

  private TextTable ways(Case each, int keys) {
    CaseBenchmark.Run any = results.cases().stream().filter(run -> run.of() == each && run.keys() == keys).findFirst()
        .orElseThrow();
    TextTable table = new TextTable(String.format(Locale.ROOT, "%s, %,d keys: %,.1f MB of SST files, %,d tombstones;"
        + " seek %,.0f us (cold %,.0f), list %,.0f us (cold %,.0f)", each.title(), keys, any.tableBytes() / 1e6,
        any.tombstonesBefore(), any.before().seek(), any.before().coldSeek(), any.before().list(),
        any.before().coldList()), "", "seek, us", "cold", "list of 100, us", "cold", "read, MB", "written, MB",
        "checks, MB", "predicted, MB", "seconds", "peak, MB/s", "temporary, MB", "ranges", "tombstones left");
    for (Way way : Way.values()) {
      table.row(way.title(), text(each, keys, way, run -> run.after().seek(), 1), text(each, keys, way,
          run -> run.after().coldSeek(), 1), text(each, keys, way, run -> run.after().list(), 1),
          text(each, keys, way, run -> run.after().coldList(), 1), text(each, keys, way,
          CaseBenchmark.Run::readBytes, 1e6), text(each, keys, way, CaseBenchmark.Run::writtenBytes, 1e6),
          text(each, keys, way, CaseBenchmark.Run::checkReadBytes, 1e6),
          way == Way.RANGES ? text(each, keys, way, run -> run.predictedRead() + run.predictedWritten(), 1e6) : "",
          text(each, keys, way, CaseBenchmark.Run::seconds, 1), text(each, keys, way,
          CaseBenchmark.Run::peakWriteRate, 1e6), text(each, keys, way, CaseBenchmark.Run::temporaryBytes, 1e6),
          text(each, keys, way, CaseBenchmark.Run::ranges, 1), text(each, keys, way,
          CaseBenchmark.Run::tombstonesAfter, 1));
    }
    return table;
  }

  private String text(Case each, int keys, Way way, ToDoubleFunction<CaseBenchmark.Run> figure, double unit) {
    Results.Median median = results.of(each, keys, way, figure);
    return median.text(median.median() / unit < ROUND_FROM && median.median() % 1 != 0 || unit > 1
        ? "%,.1f" : "%,.0f", unit);
  }

  private TextTable amplification() {
    TextTable table = new TextTable("Write amplification of a queue that is compacted again and again", "",
        "compacted, times", "flushed, MB", "written by compactions, MB", "write amplification",
        "longest seek before one");
    for (Way way : Way.values()) {
      List<AmplificationBenchmark.Run> runs =
          results.amplifications().stream().filter(run -> run.way() == way).toList();
      if (!runs.isEmpty()) {
        table.row(way.title(), median(runs, AmplificationBenchmark.Run::times).text("%,.0f", 1),
            median(runs, AmplificationBenchmark.Run::flushedBytes).text("%,.0f", 1e6),
            median(runs, AmplificationBenchmark.Run::writtenBytes).text("%,.0f", 1e6),
            median(runs, AmplificationBenchmark.Run::amplification).text("%.2f", 1),
            time(median(runs, AmplificationBenchmark.Run::longestSeek)));
      }
    }
    return table;
  }

  private TextTable guard() {
    TextTable table = new TextTable("SST files that end where a bucket ends", "load", "buckets", "guard",
        "write amplification", "files", "a bucket, MB", "moved to compact it, MB", "predicted, MB");
    for (GuardBenchmark.Run run : results.guards()) {
      table.row(run.load().title(), number("%,.0f", run.buckets()), run.guard().name().toLowerCase(Locale.ROOT),
          number("%.2f", run.writeAmplification()), number("%,.0f", run.files()),
          number("%.2f", run.bucketBytes() / 1e6), number("%.2f", run.movedForBucket() / 1e6),
          number("%.2f", run.predictedMoved() / 1e6));
    }
    return table;
  }

  private TextTable exact() {
    TextTable table = new TextTable("Exact counts, held against the bytes of all SST files", "case", "keys",
        "buckets and gaps", "of which equal", "entries", "tombstones", "seconds", "all bytes, seconds");
    for (ExactCheck check : results.exact()) {
      table.row(check.of().title(), number("%,.0f", check.keys()), number("%,.0f", check.spans()),
          number("%,.0f", check.equal()), number("%,.0f", check.entries()), number("%,.0f", check.tombstones()),
          number("%.2f", check.seconds()), number("%.2f", check.rawSeconds()));
    }
    return table;
  }

  private TextTable exactBySize() {
    TextTable table = new TextTable("Exact counts", "keys", "cases", "buckets and gaps", "of which equal", "entries",
        "tombstones");
    for (int keys : results.exact().stream().map(ExactCheck::keys).distinct().sorted().toList()) {
      List<ExactCheck> checks = results.exact().stream().filter(check -> check.keys() == keys).toList();
      table.row(number("%,.0f", keys), number("%,.0f", checks.size()), sum(checks, ExactCheck::spans),
          sum(checks, ExactCheck::equal), sum(checks, ExactCheck::entries), sum(checks, ExactCheck::tombstones));
    }
    return table;
  }

  private static String sum(List<ExactCheck> checks, ToDoubleFunction<ExactCheck> figure) {
    return number("%,.0f", checks.stream().mapToDouble(figure).sum());
  }

  private TextTable writers() {
    TextTable table = new TextTable("A writer and a reader that are held back by nothing, beside it", "", "seconds",
        "puts/s of idle", "p99 of idle", "longest put, ms", "idle, ms", "gets/s of idle", "p99 of idle");
    for (Deletion of : Deletion.values()) {
      for (String way : results.waysBesideWriters()) {
        List<WriterBenchmark.Run> runs = results.writers(of, way);
        if (!runs.isEmpty() && !way.equals(WriterBenchmark.BOTTOM_POOL)) {
          table.row(name(of) + ": " + way, median(runs, WriterBenchmark.Run::seconds).text("%.1f", 1),
              median(runs, WriterBenchmark.Run::throughput).text("%.2f", 1),
              median(runs, WriterBenchmark.Run::p99).text("%.2f", 1),
              median(runs, run -> run.puts().worstMillis()).text("%.0f", 1),
              median(runs, run -> run.idlePuts().worstMillis()).text("%.0f", 1),
              median(runs, WriterBenchmark.Run::readThroughput).text("%.2f", 1),
              median(runs, WriterBenchmark.Run::readP99).text("%.2f", 1));
        }
      }
    }
    return table;
  }

  private TextTable bottomPool() {
    TextTable table = new TextTable("RocksDB's BOTTOM pool", "", "seconds measured", "ended after", "puts/s of idle",
        "p99 of idle", "longest put, ms", "level 0 files, at most", "idle", "waiting to be compacted, MB", "idle");
    for (Deletion of : Deletion.values()) {
      for (String way : List.of(WriterBenchmark.DEFAULT_RATE, WriterBenchmark.BOTTOM_POOL)) {
        List<WriterBenchmark.Run> runs = results.writers(of, way);
        if (!runs.isEmpty() && !results.writers(of, WriterBenchmark.BOTTOM_POOL).isEmpty()) {
          table.row(name(of) + ": " + way, median(runs, WriterBenchmark.Run::seconds).text("%.1f", 1),
              median(runs, WriterBenchmark.Run::endedSeconds).text("%.1f", 1),
              median(runs, WriterBenchmark.Run::throughput).text("%.2f", 1),
              median(runs, WriterBenchmark.Run::p99).text("%.2f", 1),
              median(runs, run -> run.puts().worstMillis()).text("%.0f", 1),
              median(runs, WriterBenchmark.Run::mostFiles).text("%.0f", 1),
              median(runs, WriterBenchmark.Run::idleMostFiles).text("%.0f", 1),
              median(runs, WriterBenchmark.Run::mostPendingBytes).text("%,.0f", 1e6),
              median(runs, WriterBenchmark.Run::idleMostPendingBytes).text("%,.0f", 1e6));
        }
      }
    }
    return table;
  }

  static String name(Deletion of) {
    return of.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private TextTable workloads() {
    TextTable table = new TextTable("Clients of a ring: 20 creates, 8 deletes, one list; milliseconds", "", "", "count",
        "mean", "p50", "p99", "p99.9", "max");
    for (WorkloadBenchmark.Run run : results.workloads()) {
      run.latencies().forEach((kind, of) -> table.row(run.mode().title(), kind.name(), number("%,.0f", of.count()),
          number("%.1f", of.mean()), number("%.1f", of.p50()), number("%.1f", of.p99()), number("%.1f", of.p999()),
          number("%.0f", of.max())));
    }
    return table;
  }

  private TextTable services() {
    TextTable table = new TextTable("What the services of the ring did", "", "seconds", "of an hour",
        "LIST mean in the slowest tenth, ms", "seek on the leader, ms", "longest", "rounds",
        "MB an hour, all OMs, asked for", "automatic MB an hour");
    for (WorkloadBenchmark.Run run : results.workloads()) {
      double hours = (double) run.seconds() / run.hourSeconds();
      table.row(run.mode().title(), number("%,.0f", run.seconds()), number("%,.0f", run.hourSeconds()),
          number("%.1f", run.slowestList()), number("%.2f", run.meanSeek()), number("%.1f", run.maxSeek()),
          run.mode() == WorkloadBenchmark.Mode.SERVICE ? number("%.0f", run.rounds()) : "",
          number("%,.1f", run.askedBytesOfAnHour() / 1e6), number("%,.1f", run.moved().automatic() / hours / 1e6));
    }
    return table;
  }

  private TextTable looks() {
    TextTable table = new TextTable("A look at 15,000 SST files and 100,000 buckets", "", "thread, ms",
        "of getLiveFilesMetaData", "allocated, MB", "alive at most, MB");
    results.looks().forEach(look -> table.row(look.look(), number("%.1f", look.threadMillis()),
        number("%.2f", look.ofCall()), number("%.1f", look.allocatedMegabytes()),
        number("%.1f", look.aliveMegabytes())));
    return table;
  }

  private static <T> Results.Median median(List<T> runs, ToDoubleFunction<T> figure) {
    return Results.Median.of(runs.stream(), figure);
  }

  /** @param micros that a seek or list took */
  private static String time(Results.Median micros) {
    if (!micros.isKnown()) {
      return "";
    }
    double middle = micros.median();
    return middle < ROUND_FROM ? number("%.0f us", middle)
        : number(middle < ROUND_FROM * SHOWN_AS_MILLIS / 10 ? "%.1f ms" : "%.0f ms", middle / SHOWN_AS_MILLIS);
  }

  private static String megabytes(Results.Median bytes) {
    return bytes.isKnown() ? number(bytes.median() < ROUND_FROM * 1e6 ? "%,.1f" : "%,.0f", bytes.median() / 1e6) : "";
  }

  private static String part(double ratio) {
    return number(ratio < 0.5 ? "1/%.1f" : "%.2f", ratio < 0.5 ? 1 / ratio : ratio);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
