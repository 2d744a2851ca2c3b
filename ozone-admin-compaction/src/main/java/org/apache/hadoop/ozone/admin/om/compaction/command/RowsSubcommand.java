// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import picocli.CommandLine.Option;

/** Base of the subcommands that print rows: adds {@code --output}. */
abstract class RowsSubcommand extends RingSubcommand {
  @Option(names = {"-o", "--output"}, paramLabel = "FORMAT",
      description = "One of ${COMPLETION-CANDIDATES}; wide is a line a row, whatever its length, csv a column for each"
          + " value that JSON has (default: text)")
  private Output output;

  @Override
  void check() throws RefusedException {
    if (output != null && super.output() == Output.JSON) {
      throw RefusedException.ofParameter(null, "--json is a format too: leave it or --output out.");
    }
  }

  @Override
  final Output output() {
    return output == null ? super.output() : output;
  }

  /** The number of rows if none is given: few as text for people, else as many as one answer holds. */
  final int lengthIfAbsent() {
    return isText() ? PageOptions.LENGTH : Limits.ROWS;
  }
}
