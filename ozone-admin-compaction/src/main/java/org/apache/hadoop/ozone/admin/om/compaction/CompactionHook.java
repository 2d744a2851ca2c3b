// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import org.apache.hadoop.hdds.cli.AdminSubcommand;
import org.apache.hadoop.hdds.cli.ExtensibleParentCommand;
import org.apache.hadoop.ozone.admin.om.compaction.command.CompactionCommand;
import org.apache.hadoop.ozone.admin.om.compaction.command.IncompatibleOzoneCommand;
import org.apache.hadoop.ozone.admin.om.compaction.command.WrongUsage;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A hidden command that adds {@code compaction} to {@code ozone admin om} and then removes itself. Ozone loads only
 * commands directly below {@code ozone admin}.
 */
@Command(name = CompactionHook.NAME, hidden = true)
public class CompactionHook implements AdminSubcommand, ExtensibleParentCommand {
  static final String NAME = "om-compaction-hook";

  @Spec
  private CommandSpec spec;

  /**
   * The type of subcommands that {@link ExtensibleParentCommand} demands. No class implements it, because the hook has
   * no subcommands. Public, because ServiceLoader can only use a public type.
   */
  public interface NoSubcommand {
  }

  @Override
  public Class<?> subcommandType() {
    // Ozone calls this method after it has added all commands below "ozone admin".
    CommandSpec admin = spec.parent();
    if (admin != null) {
      CommandLine om = admin.subcommands().get("om");
      if (om != null && !om.getSubcommands().containsKey(CompactionCommand.NAME)) {
        om.addSubcommand(CompactionCommand.NAME, compaction(admin.commandLine(), om));
      }
      admin.removeSubcommand(NAME);
    }
    return NoSubcommand.class;
  }

  /**
   * Returns the {@code compaction} command. If making it fails, returns a command that prints the reason, because an
   * exception would abort every {@code ozone admin} command.
   */
  private static CommandLine compaction(CommandLine admin, CommandLine om) {
    try {
      CommandLine compaction = CompactionCommand.commandLine(Surroundings.real(), om.getFactory());
      WrongUsage.answer(admin);
      return compaction;
    } catch (RuntimeException | LinkageError e) {
      return new CommandLine(new IncompatibleOzoneCommand(e));
    }
  }
}
