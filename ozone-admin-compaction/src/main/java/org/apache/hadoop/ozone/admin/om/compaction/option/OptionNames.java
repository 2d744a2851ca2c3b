// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.option;

import com.google.common.base.CaseFormat;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Finds the option or argument for a field in openapi.yaml, such as {@code --min-ratio} for {@code
 * thresholds.minRatio}.
 */
public final class OptionNames {
  /** Fields that are a positional argument of some commands. */
  private static final List<String> ARGUMENTS = Arrays.asList("jobId", "bucket");

  private OptionNames() {
  }

  /**
   * Returns a command's option or argument for a field of openapi.yaml; null if the command has none.
   *
   * @param parameter name of the field, with or without its parent object; can be null
   */
  public static String of(String parameter, CommandSpec command) {
    if (parameter == null) {
      return null;
    }
    String field = parameter.substring(parameter.lastIndexOf('.') + 1);
    switch (field) {
      case "targets":
        return "--slow, --bucket, --volume, --path, --cf, --key-range or --everything";
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
        // The field can be a plural, such as nodeIds for --node-id.
        String oneByOne = option.replaceFirst("s$", "");
        return command.findOption(option) != null ? option : command.findOption(oneByOne) != null ? oneByOne
            : ARGUMENTS.contains(field) ? argument(command) : null;
    }
  }

  private static String argument(CommandSpec command) {
    return command.positionalParameters().isEmpty() ? null : command.positionalParameters().get(0).paramLabel();
  }
}
