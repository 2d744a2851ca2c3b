// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import picocli.CommandLine.Option;

/** The option {@code --output}. */
public final class OutputOption {
  @Option(names = {"-o", "--output"}, paramLabel = "FORMAT",
      description = "One of ${COMPLETION-CANDIDATES}; wide is a line a row, whatever its length, csv a column for each"
          + " value that JSON has (default: text)")
  private Output output;

  /**
   * Refuses {@code --output} together with {@code --json}.
   *
   * @param otherwise the format if {@code --output} is not given: JSON with {@code --json}, else TEXT
   * @throws RefusedException if both options are given
   */
  public void check(Output otherwise) throws RefusedException {
    if (output != null && otherwise == Output.JSON) {
      throw RefusedException.ofParameter(null, "--json is a format too: leave it or --output out.");
    }
  }

  /** The format that this option gives, or {@code otherwise}. */
  public Output or(Output otherwise) {
    return output == null ? otherwise : output;
  }
}
