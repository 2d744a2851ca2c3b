// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes the report of all that was measured, and the same tables and plots into documents where they have a place. */
public final class Report {
  private static final String STYLE = """
      body { font: 15px sans-serif; max-width: 1120px; margin: 2em auto; color: #222 }
      table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .25em .7em; text-align: right }
      th { border-bottom: 1px solid #888 } th:first-child, td:first-child { text-align: left }
      td b { color: #c0392b }
      """;

  private Report() {
  }

  /** @param args the directory of results and perhaps one of documents */
  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[0]);
    Results results = Results.in(directory);
    Path file = directory.resolve("report.html");
    Map<String, String> plots = Plots.draw(results, directory);
    Files.writeString(file, html(results, plots));
    System.out.println();
    for (Bars.Bar bar : Bars.of(results)) {
      System.out.printf("%-5s %-100s %s; %s%n", bar.holds() ? "holds" : "FAILS", bar.claim(), bar.measured(),
          bar.limit());
    }
    System.out.println("Report: " + file.toAbsolutePath());
    if (args.length > 1) {
      Map<String, String> texts = new Tables(results).forDocuments();
      texts.put("machine", Machine.text() + "\n");
      new Documents(Path.of(args[1])).fill(texts, directory, plots.keySet());
    }
  }

  private static String html(Results results, Map<String, String> plots) throws IOException {
    StringBuilder html = new StringBuilder("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<title>Range compaction: measured</title><style>").append(STYLE)
        .append("</style></head><body><h1>Range compaction: measured</h1><p>").append(Machine.text())
        .append(" Medians of rounds, in brackets their spread. Cold: the database has just been opened, its files may"
            + " be in the machine's page cache.</p>");
    plots.forEach((file, title) -> html.append("<p><img alt=\"").append(title).append("\" src=\"").append(file)
        .append("\"></p>\n"));
    new Tables(results).all().forEach(table -> html.append(table.html()));
    return html.append("</body></html>").toString();
  }
}
