// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table with aligned columns. If a row is too wide, its first cell is printed whole on a line above the other cells,
 * so that users can copy it.
 */
public final class TextTable {
  private static final String REMARKS = "REMARKS";
  private static final String GAP = "  ";
  private static final String NARROW_GAP = " ";
  /** Indent of the lines that explain a row, below the row. */
  static final String NOTE_INDENT = "    ";
  private static final String SHORTENED = "Not every key range fits a line here: --json shows them whole, and so"
      + " does -o wide where a command has it.\n";

  private final List<Column> columns = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private boolean shortened;

  TextTable left(String name) {
    return column(name, false, text -> Paint.Style.NORMAL);
  }

  TextTable left(String name, Function<String, Paint.Style> style) {
    return column(name, false, style);
  }

  TextTable right(String name) {
    return column(name, true, text -> Paint.Style.NORMAL);
  }

  private TextTable column(String name, boolean right, Function<String, Paint.Style> style) {
    columns.add(new Column(name, right, style));
    return this;
  }

  /** @param cells one for each column */
  TextTable row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size() + " columns");
    }
    rows.add(new Row(cells.clone()));
    return this;
  }

  /** Marks the last row as one without problems; it is printed in a faint colour. */
  TextTable quiet() {
    last().quiet = true;
    return this;
  }

  /**
   * Adds a line below the last row.
   *
   * @param line the line in a wide layout
   * @param fitted the line in a layout of limited width; empty for none
   */
  TextTable note(String line, String fitted) {
    shortened |= !fitted.equals(line);
    last().notes.add(new Note(line, fitted.isEmpty() ? "" : NOTE_INDENT + fitted, Paint.Style.FAINT));
    return this;
  }

  /** Adds a sentence below the last row, broken into lines of at most 120 columns. */
  TextTable sentence(String sentence) {
    return sentence(sentence, Paint.Style.FAINT);
  }

  TextTable sentence(String sentence, Paint.Style style) {
    last().notes.add(new Note(sentence, Lines.of(sentence, NOTE_INDENT), style));
    return this;
  }

  private Row last() {
    return rows.get(rows.size() - 1);
  }

  String render(Paint paint, Layout layout) {
    return layout == Layout.WIDE ? unfolded().render(paint, Integer.MAX_VALUE)
        : render(paint, Lines.WIDTH) + (shortened ? SHORTENED : "");
  }

  /** Returns a copy of this table in which the lines below each row are the text of an additional last column. */
  private TextTable unfolded() {
    TextTable table = new TextTable();
    table.columns.addAll(columns);
    table.left(rows.stream().allMatch(row -> row.notes.isEmpty()) ? "" : REMARKS);
    for (Row row : rows) {
      String remarks = row.notes.stream().map(note -> note.text.replaceAll("\\.$", ""))
          .collect(Collectors.joining("; "));
      String[] cells = Arrays.copyOf(row.cells, row.cells.length + 1);
      cells[row.cells.length] = remarks;
      table.row(cells).last().quiet = row.quiet;
    }
    return table;
  }

  private String render(Paint paint, int width) {
    int[] widths = widths();
    int most = width - length(columns.get(0).name);
    String gap = others(widths, GAP) <= most ? GAP : NARROW_GAP;
    widths[0] = Math.min(widths[0], Math.max(length(columns.get(0).name), width - others(widths, gap)));
    StringBuilder text = new StringBuilder();
    line(text, columns.stream().map(column -> column.name).toArray(String[]::new), widths, gap,
        (column, cell) -> paint.apply(Paint.Style.HEADER, cell));
    for (Row row : rows) {
      line(text, row.cells, widths, gap,
          (column, cell) -> paint.apply(row.quiet ? Paint.Style.FAINT : column.style.apply(cell.trim()), cell));
      for (Note note : row.notes) {
        for (String line : note.folded.isEmpty() ? new String[0] : note.folded.split("\n")) {
          text.append(paint.apply(note.style, line)).append('\n');
        }
      }
    }
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = length(columns.get(i).name);
      for (Row row : rows) {
        widths[i] = Math.max(widths[i], length(row.cells[i]));
      }
    }
    return widths;
  }

  /** The width of all columns but the first, with the gaps before them. */
  private static int others(int[] widths, String gap) {
    return IntStream.range(1, widths.length).map(i -> widths[i]).filter(width -> width > 0)
        .map(width -> width + gap.length()).sum();
  }

  private void line(StringBuilder text, String[] cells, int[] widths, String gap, Painter painter) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String cell = cells[i];
      if (i == 0 && length(cell) > widths[0]) {
        text.append(painter.paint(columns.get(0), cell)).append('\n');
        cell = "";
      }
      if (i > 0 && widths[i] == 0) {
        continue;
      }
      StringBuilder padding = new StringBuilder();
      for (int width = length(cell); width < widths[i]; width++) {
        padding.append(' ');
      }
      String painted = painter.paint(columns.get(i), cell);
      boolean last = i == cells.length - 1;
      line.append(i == 0 ? "" : gap)
          .append(columns.get(i).right ? padding + painted : last ? painted : painted + padding);
    }
    text.append(line.toString().replaceAll("\\s+$", "")).append('\n');
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private interface Painter {
    String paint(Column column, String cell);
  }

  /** The cells of a row, and the lines below it. */
  private static final class Row {
    private final String[] cells;
    private final List<Note> notes = new ArrayList<>();
    private boolean quiet;

    Row(String[] cells) {
      this.cells = cells;
    }
  }

  /** Text below a row, and the same text broken into lines of at most 120 columns. */
  private static final class Note {
    private final String text;
    private final String folded;
    private final Paint.Style style;

    Note(String text, String folded, Paint.Style style) {
      this.text = text;
      this.folded = folded;
      this.style = style;
    }
  }

  /** Layout of a table. */
  public enum Layout {
    /** At most 120 columns; a row that needs more is printed in several lines. */
    FITTED,
    /** One line of any length for each row. */
    WIDE
  }

  /** A column: its name, its alignment, and the style for the text of a cell. */
  private static final class Column {
    private final String name;
    private final boolean right;
    private final Function<String, Paint.Style> style;

    Column(String name, boolean right, Function<String, Paint.Style> style) {
      this.name = name;
      this.right = right;
      this.style = style;
    }
  }
}
