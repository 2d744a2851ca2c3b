// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of texts, for the report and for documents; what stands between two pairs of stars is bold. */
final class TextTable {
  private final String title;
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(String title, String... head) {
    this.title = title;
    this.head = List.of(head);
  }

  TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** With its title as a heading. */
  String html() {
    return "<h2>" + html(title) + "</h2><table><tr>" + cells("th", head) + "</tr>"
        + rows.stream().map(row -> "<tr>" + cells("td", row) + "</tr>").collect(Collectors.joining("\n"))
        + "</table>\n";
  }

  private static String cells(String tag, List<String> cells) {
    return cells.stream().map(cell -> "<" + tag + ">" + html(cell) + "</" + tag + ">").collect(Collectors.joining());
  }

  private static String html(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replaceAll("\\*\\*(.+?)\\*\\*", "<b>$1</b>");
  }

  /** Without its title. */
  String markdown() {
    return line(head) + line(IntStream.range(0, head.size()).mapToObj(i -> i == 0 ? "---" : "---:").toList())
        + rows.stream().map(TextTable::line).collect(Collectors.joining());
  }

  private static String line(List<String> cells) {
    return cells.stream().map(cell -> cell.isEmpty() ? " |" : " " + cell + " |")
        .collect(Collectors.joining("", "|", "\n"));
  }
}
