// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.ozone.util.OzoneVersionInfo;
import org.rocksdb.RocksDB;

/** Writes {@code report.html} with its pictures from what the benchmarks have left, and prints the bars. */
public final class Report {
  private static final String STYLE = """
      body { font: 15px sans-serif; max-width: 1120px; margin: 2em auto; color: #222 }
      table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .25em .7em; text-align: right }
      th { border-bottom: 1px solid #888 } th:first-child, td:first-child { text-align: left }
      tr.fails td:last-child { color: #c0392b; font-weight: bold } caption { text-align: left; font-weight: bold }
      """;

  private final Results results;
  private final StringBuilder html = new StringBuilder();

  private Report(Results results) {
    this.results = results;
  }

  /** @param args the directory of results */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Results results = Results.in(directory);
    Path file = directory.resolve("report.html");
    Files.writeString(file, new Report(results).write(Plots.draw(results, directory)));
    System.out.println();
    for (Bars.Bar bar : Bars.of(results)) {
      System.out.printf("%-5s %-100s %s; %s%n", bar.holds() ? "holds" : "FAILS", bar.claim(), bar.measured(),
          bar.limit());
    }
    System.out.println("Report: " + file.toAbsolutePath());
  }

  private String write(Map<String, String> plots) {
    html.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>Range compaction: measured</title><style>").append(STYLE)
        .append("</style></head><body><h1>Range compaction: measured</h1><p>")
        .append(machine()).append("</p>");
    head("Claim", "Limit", "Measured", "");
    for (Bars.Bar bar : Bars.of(results)) {
      html.append(bar.holds() ? "<tr>" : "<tr class=\"fails\">");
      cells(bar.claim(), bar.limit(), bar.measured(), bar.holds() ? "holds" : "fails");
    }
    html.append("</table>");
    plots.forEach((file, title) -> html.append("<p><img alt=\"").append(title).append("\" src=\"").append(file)
        .append("\"></p>"));
    for (Case each : Case.values()) {
      for (int keys : results.sizes(each)) {
        table(each, keys);
      }
    }
    writers();
    workloads();
    looks();
    guards();
    return html.append("</body></html>").toString();
  }

  private static String machine() {
    return String.format(Locale.ROOT, "%s. %d cores, %,d MB of heap, %s %s, Java %s, Ozone %s, RocksDB %s. Medians of"
        + " rounds, in brackets their spread. Cold: the database has just been opened, its files may be in the"
        + " machine's page cache.", Instant.now().truncatedTo(ChronoUnit.SECONDS),
        Runtime.getRuntime().availableProcessors(), Runtime.getRuntime().maxMemory() >> 20,
        ManagementFactory.getOperatingSystemMXBean().getName(),
        ManagementFactory.getOperatingSystemMXBean().getVersion(), Runtime.version(),
        OzoneVersionInfo.OZONE_VERSION_INFO.getVersion(), RocksDB.rocksdbVersion());
  }

  private void head(String... titles) {
    html.append("<table><tr>");
    for (String title : titles) {
      html.append("<th>").append(title).append("</th>");
    }
    html.append("</tr>");
  }

  private void row(String... values) {
    html.append("<tr>");
    cells(values);
  }

  private void cells(String... values) {
    for (String value : values) {
      html.append("<td>").append(value).append("</td>");
    }
    html.append("</tr>");
  }

  private void table(Case each, int keys) {
    html.append(String.format(Locale.ROOT, "<h2>%s, %,d keys</h2>", each.title(), keys));
    CaseBenchmark.Run any = results.cases().stream().filter(run -> run.of() == each && run.keys() == keys).findFirst()
        .orElseThrow();
    html.append(String.format(Locale.ROOT, "<p>%,.1f MB of SST files, %,d tombstones; seek %,.0f us (cold %,.0f), list"
        + " %,.0f us (cold %,.0f)</p>", any.tableBytes() / 1e6, any.tombstonesBefore(), any.before().seek(),
        any.before().coldSeek(), any.before().list(), any.before().coldList()));
    head("", "seek, us", "cold", "list of 100, us", "cold", "read, MB", "written, MB", "checks, MB", "predicted, MB",
        "seconds", "peak, MB/s", "temporary, MB", "ranges", "tombstones left");
    for (Way way : Way.values()) {
      ToDoubleFunction<CaseBenchmark.Run> predicted = run -> run.predictedRead() + run.predictedWritten();
      row(way.title(), text(each, keys, way, run -> run.after().seek(), 1), text(each, keys, way,
          run -> run.after().coldSeek(), 1), text(each, keys, way, run -> run.after().list(), 1),
          text(each, keys, way, run -> run.after().coldList(), 1), text(each, keys, way,
          CaseBenchmark.Run::readBytes, 1e6), text(each, keys, way, CaseBenchmark.Run::writtenBytes, 1e6),
          text(each, keys, way, CaseBenchmark.Run::checkReadBytes, 1e6),
          way == Way.RANGES ? text(each, keys, way, predicted, 1e6) : "",
          text(each, keys, way, CaseBenchmark.Run::seconds, 1), text(each, keys, way,
          CaseBenchmark.Run::peakWriteRate, 1e6), text(each, keys, way, CaseBenchmark.Run::temporaryBytes, 1e6),
          text(each, keys, way, CaseBenchmark.Run::ranges, 1), text(each, keys, way,
          CaseBenchmark.Run::tombstonesAfter, 1));
    }
    html.append("</table>");
  }

  private String text(Case each, int keys, Way way, ToDoubleFunction<CaseBenchmark.Run> figure, double unit) {
    Results.Median median = results.of(each, keys, way, figure);
    return median.text(median.median() / unit < 100 && median.median() % 1 != 0 || unit > 1 ? "%,.1f" : "%,.0f", unit);
  }

  private void writers() {
    if (results.writers().isEmpty()) {
      return;
    }
    html.append("<h2>A writer that is held back by nothing, beside it</h2>");
    head("", "seconds", "puts/s of idle", "p99 of idle", "longest put, ms", "idle, ms");
    for (WriterBenchmark.Deletion of : WriterBenchmark.Deletion.values()) {
      for (String way : results.writers().stream().map(WriterBenchmark.Run::way).distinct().toList()) {
        List<WriterBenchmark.Run> runs = results.writers().stream()
            .filter(run -> run.of() == of && run.way().equals(way)).toList();
        row(of + ": " + way, text(runs, WriterBenchmark.Run::seconds), text(runs, WriterBenchmark.Run::throughput),
            text(runs, WriterBenchmark.Run::p99), text(runs, run -> run.beside().worstMillis()),
            text(runs, run -> run.idle().worstMillis()));
      }
    }
    html.append("</table>");
  }

  private static String text(List<WriterBenchmark.Run> runs, ToDoubleFunction<WriterBenchmark.Run> figure) {
    return Results.Median.of(runs.stream(), figure).text("%,.2f", 1);
  }

  private void workloads() {
    if (results.workloads().isEmpty()) {
      return;
    }
    html.append("<h2>Clients of a ring: 20 creates, 8 deletes, one list</h2>");
    head("", "", "count", "mean, ms", "p50", "p99", "p99.9", "max", "seek on the leader, ms (max)", "moved, MB");
    for (WorkloadBenchmark.Run run : results.workloads()) {
      run.latencies().forEach((kind, of) -> row(run.mode().title(), kind.name(), number("%,.0f", of.count()),
          number("%.1f", of.mean()), number("%.1f", of.p50()), number("%.1f", of.p99()), number("%.1f", of.p999()),
          number("%.0f", of.max()), number("%.2f", run.meanSeek()) + number(" (%.1f)", run.maxSeek()),
          number("%,.0f", run.movedBytes() / 1e6)));
    }
    html.append("</table>");
  }

  private void looks() {
    if (results.looks().isEmpty()) {
      return;
    }
    html.append("<h2>A look at 15,000 SST files and 100,000 buckets</h2>");
    head("", "thread, ms", "of getLiveFilesMetaData", "allocated, MB", "alive at most, MB");
    for (LookCost look : results.looks()) {
      row(look.look(), number("%.1f", look.threadMillis()), number("%.2f", look.ofCall()),
          number("%.1f", look.allocatedMegabytes()), number("%.1f", look.aliveMegabytes()));
    }
    html.append("</table>");
  }

  private void guards() {
    if (results.guards().isEmpty()) {
      return;
    }
    html.append("<h2>SST files that end where a bucket ends</h2>");
    head("", "buckets", "guard", "flushed, MB", "compacted, MB", "write amplification", "files", "a bucket, MB",
        "moved to compact one, MB", "predicted, MB");
    for (GuardBenchmark.Run run : results.guards()) {
      row(run.load().title(), number("%,.0f", run.buckets()), run.guard().name(),
          number("%,.1f", run.flushedBytes() / 1e6), number("%,.1f", run.writtenBytes() / 1e6),
          number("%.2f", run.writeAmplification()), number("%,.0f", run.files()),
          number("%.2f", run.bucketBytes() / 1e6), number("%.2f", run.movedForBucket() / 1e6),
          number("%.2f", run.predictedMoved() / 1e6));
    }
    html.append("</table>");
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
