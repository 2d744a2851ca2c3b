// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import picocli.CommandLine.Command;

/** The parent of all subcommands; holds what they have around them. */
@Command(
    name = CompactionCommand.NAME,
    description = "Show the tombstones in Ozone Manager's database and compact just the key ranges that hold them",
    mixinStandardHelpOptions = true,
    usageHelpWidth = CompactionCommand.HELP_WIDTH,
    footerHeading = "%nA first look:%n",
    footer = {
        "  ozone admin om compaction list",
        "  ozone admin om compaction preview --bucket /shop/orders",
        "  ozone admin om compaction trigger --bucket /shop/orders --wait"
    },
    versionProvider = AddOnVersion.class,
    subcommands = {
        NodesSubcommand.class,
        ListSubcommand.class,
        PreviewSubcommand.class,
        TriggerSubcommand.class,
        StatusSubcommand.class,
        CancelSubcommand.class,
        ServiceSubcommand.class,
        ExplainSubcommand.class,
        SstFilesSubcommand.class,
        PlanSubcommand.class
    })
public class CompactionCommand {
  public static final String NAME = "compaction";
  /** Columns. */
  static final int HELP_WIDTH = 100;
  /** How the commands are called, as messages name them. */
  static final String FULL_NAME = "ozone admin om compaction";

  private final Surroundings surroundings;

  public CompactionCommand() {
    this(Surroundings.real());
  }

  public CompactionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  Surroundings surroundings() {
    return surroundings;
  }
}
