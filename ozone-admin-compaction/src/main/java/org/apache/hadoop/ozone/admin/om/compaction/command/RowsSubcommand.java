// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.OutputOption;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import picocli.CommandLine.Mixin;

/** Base of the subcommands that print rows: adds {@code --output}. */
abstract class RowsSubcommand extends RingSubcommand {
  @Mixin
  private OutputOption output;

  @Override
  void check() throws RefusedException {
    output.check(super.output());
  }

  @Override
  final Output output() {
    return output.or(super.output());
  }

  /** The number of rows if none is given: few as text for people, else as many as one answer holds. */
  final int lengthIfAbsent() {
    return isText() ? PageOptions.LENGTH : Limits.ROWS;
  }
}
