// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.rest.LookBenchmark;
import org.apache.hadoop.ozone.util.OzoneVersionInfo;
import org.rocksdb.RocksDB;

/** Checks the benchmarks' claims against their results, and writes tables and plots into documents. */
public final class Report {
  private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final double PREDICTED_WITHIN = 0.15;
  private static final double PREDICTED_OF_ALL = 0.9;
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private final Path results;
  private final List<String> failing = new ArrayList<>();
  private final List<Boolean> predictions = new ArrayList<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<String> plots = new ArrayList<>();

  private Report(Path results) {
    this.results = results;
  }

  /** @param args the directory of results and perhaps one of documents */
  public static void main(String[] args) throws IOException {
    Report report = new Report(Path.of(args[0]));
    CaseReport.add(report);
    WriterBenchmark.report(report);
    WorkloadBenchmark.report(report);
    LookBenchmark.report(report);
    GuardBenchmark.report(report);
    report.claimPredictions();
    report.table("bars-that-fail", "claim | limit | measured", report.failing);
    report.texts.put("machine", machine() + "\n");
    Path file = report.results.resolve("report.md");
    Files.writeString(file, report.texts.entrySet().stream()
        .map(text -> "## " + text.getKey() + "\n\n" + text.getValue()).collect(Collectors.joining("\n"))
        + report.plots.stream().map(plot -> "\n![](" + plot + ")\n").collect(Collectors.joining()));
    System.out.println("Report: " + file.toAbsolutePath());
    if (args.length > 1) {
      new Documents(Path.of(args[1])).fill(report.texts, report.results, report.plots);
    }
  }

  /** Reads the results of a benchmark; empty if it has not run. @param name of the file, without its ending */
  public <T> List<T> read(String name, Class<T> type) throws IOException {
    return read(results, name, type);
  }

  static <T> List<T> read(Path directory, String name, Class<T> type) throws IOException {
    Path file = directory.resolve(name + ".json");
    return Files.exists(file)
        ? JSON.readValue(file.toFile(), JSON.getTypeFactory().constructCollectionType(List.class, type)) : List.of();
  }

  /** Replaces earlier results. @param name of the file, without its ending */
  public static void write(Path directory, String name, List<?> results) throws IOException {
    Files.createDirectories(directory);
    JSON.writeValue(directory.resolve(name + ".json").toFile(), results);
  }

  /** The cells of a table's row, or other formatted text. */
  public static String row(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** @param head titles of columns, separated by {@code " | "} like the cells of rows */
  static String markdown(String head, List<String> rows) {
    return "| " + head + " |\n| ---" + " | ---:".repeat(head.split(" \\| ", -1).length - 1) + " |\n"
        + rows.stream().map(row -> "| " + row + " |\n").collect(Collectors.joining());
  }

  /** Fills a table into the documents; one without rows is left out. @param place its name there */
  public void table(String place, String head, List<String> rows) {
    if (!rows.isEmpty()) {
      texts.put(place, markdown(head, rows));
    }
  }

  /** @param place name in the documents */
  void text(String place, String text) {
    texts.put(place, text);
  }

  /** @return the file to draw a plot into. @param plot its name in the documents, without ending */
  Path plot(String plot) {
    plots.add(plot + ".png");
    return results.resolve(plot);
  }

  /** Checks one claim. @param format of the measured values */
  public void claim(String claim, boolean holds, String limit, String format, Object... measured) {
    String told = row(format, measured);
    System.out.printf("%-5s %-100s %s; %s%n", holds ? "holds" : "FAILS", claim, told, limit);
    if (!holds) {
      failing.add(row("%s | %s | %s", claim, limit, told));
    }
  }

  /** Claims that a value is at most a multiple of another one of the same unit. */
  void atMost(double limit, String ofWhat, String claim, double measured, double other, String unit) {
    String format = limit < 1 ? "1/%1$.1f (%3$.1f %5$s against %4$.1f)" : "%2$.2f (%3$.1f %5$s against %4$.1f)";
    claim(claim, measured <= limit * other, row(limit < 1 ? "1/%2$.0f of %3$s" : "%1$s of %3$s", limit, 1 / limit,
        ofWhat), format, other / measured, measured / other, measured, other, unit);
  }

  /**
   * Prints how far the bytes moved are from the predicted ones. {@link #main} claims that nine of ten predictions are
   * good.
   */
  void predicted(String of, double predicted, double actual) {
    double off = predicted / actual - 1;
    boolean near = actual == 0 || Math.abs(off) <= PREDICTED_WITHIN;
    predictions.add(near);
    System.out.printf("%-5s Bytes predicted: %s; %+.0f %% (%.2f MB, then %.2f MB)%n", near ? "near" : "FAR", of,
        100 * off, predicted / 1e6, actual / 1e6);
  }

  private void claimPredictions() {
    long near = predictions.stream().filter(Boolean::booleanValue).count();
    claim("Bytes predicted within 15 %", near >= PREDICTED_OF_ALL * predictions.size(), "nine of ten", "%d of %d", near,
        predictions.size());
  }

  /** The time of a seek or list as text. */
  static String time(double micros) {
    return row(micros < 100 ? "%1$.0f us" : micros < 10_000 ? "%2$.1f ms" : "%2$.0f ms", micros, micros / 1e3);
  }

  private static String machine() throws IOException {
    OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    String model = "";
    if (Files.exists(PROCESSORS)) {
      try (Stream<String> lines = Files.lines(PROCESSORS)) {
        model = lines.filter(line -> line.startsWith("model name")).findFirst()
            .map(line -> " (" + line.substring(line.indexOf(':') + 1).trim() + ')').orElse("");
      }
    }
    return row("%s: %d cores%s, %.0f GB of memory, %s %s, Java %s, Ozone %s, RocksDB %s.",
        LocalDate.now(ZoneOffset.UTC), system.getAvailableProcessors(), model,
        (double) system.getTotalMemorySize() / (1 << 30), system.getName(), system.getVersion(), Runtime.version(),
        OzoneVersionInfo.OZONE_VERSION_INFO.getVersion(), RocksDB.rocksdbVersion());
  }
}
