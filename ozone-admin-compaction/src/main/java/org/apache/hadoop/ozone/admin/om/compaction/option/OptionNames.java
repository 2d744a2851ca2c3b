// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import com.google.common.base.CaseFormat;
import picocli.CommandLine.Model.CommandSpec;

/** The option for a field of the contract: {@code --min-ratio} for {@code thresholds.minRatio}. */
public final class OptionNames {
  private OptionNames() {
  }

  /**
   * @param parameter a field, with or without the object it is in; may be null
   * @return null when the command has no option for it
   */
  public static String of(String parameter, CommandSpec command) {
    if (parameter == null) {
      return null;
    }
    String field = parameter.substring(parameter.lastIndexOf('.') + 1);
    switch (field) {
      case "targets":
        return "--bucket, --volume, --cf, --key-range or --everything";
      case "table":
      case "tables":
        return "--cf";
      case "limit":
        return "--length";
      case "prevKey":
        return PageOptions.START;
      case "forSeconds":
        return "--for";
      default:
        String option = "--" + CaseFormat.LOWER_CAMEL.to(CaseFormat.LOWER_HYPHEN, field);
        // The field may be a plural, such as nodeIds for --node-id.
        String oneByOne = option.replaceFirst("s$", "");
        return command.findOption(option) != null ? option : command.findOption(oneByOne) != null ? oneByOne : null;
    }
  }
}
