// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.CompactionException;
import picocli.CommandLine.Option;

/** What the subcommands share whose result is rows. */
abstract class RowsSubcommand extends RingSubcommand {
  @Option(names = {"-o", "--output"}, paramLabel = "FORMAT", converter = Output.Converter.class,
      completionCandidates = Output.Names.class,
      description = "One of ${COMPLETION-CANDIDATES}; wide is a line a row, whatever its length, csv a column for each"
          + " value that JSON has (default: text)")
  private Output output;

  @Override
  void check() throws CompactionException {
    if (output != null && super.isJson()) {
      throw CompactionException.badRequest(null, "--json is a format too: leave it or --output out.");
    }
  }

  @Override
  final boolean isJson() {
    return output == Output.JSON || super.isJson();
  }

  @Override
  final boolean isText() {
    return super.isText() && output != Output.CSV;
  }

  @Override
  final TextTable.Layout layout() {
    return output == Output.WIDE ? TextTable.Layout.WIDE : super.layout();
  }

  /** Prints rows of a result as they are asked for. */
  final <T> void print(Object model, Class<T> type, List<T> rows, String text) {
    print(model, output == Output.CSV ? CsvText.of(type, rows) : text);
  }
}
