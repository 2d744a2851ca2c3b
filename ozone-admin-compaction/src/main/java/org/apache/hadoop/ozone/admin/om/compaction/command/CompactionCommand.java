// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.util.stream.Stream;
import org.apache.hadoop.hdds.cli.HddsVersionProvider;
import org.apache.hadoop.ozone.admin.om.compaction.render.Lines;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;

/** The parent of all subcommands. It holds the {@link Surroundings} that they use. */
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
    versionProvider = CompactionCommand.Version.class,
    subcommands = {
        NodesSubcommand.class,
        ListSubcommand.class,
        PreviewSubcommand.class,
        TriggerSubcommand.class,
        StatusSubcommand.class,
        CancelSubcommand.class,
        RetrySubcommand.class,
        UpdateSubcommand.class,
        JobChangeSubcommand.Pause.class,
        JobChangeSubcommand.Resume.class,
        ServiceSubcommand.class,
        ExplainSubcommand.class,
        SstFilesSubcommand.class
    })
public class CompactionCommand {
  public static final String NAME = "compaction";
  /** Width of help texts in columns. */
  static final int HELP_WIDTH = Lines.WIDTH;
  /** The words before a subcommand's name, as messages print them. */
  static final String FULL_NAME = "ozone admin om compaction";

  private final Surroundings surroundings;

  /** Used by tools that create commands by reflection, such as {@code ozone completion}. */
  public CompactionCommand() {
    this(Surroundings.real());
  }

  private CompactionCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /**
   * Makes the command with its subcommands. The caller has to pass the root command to {@link WrongUsage#answer},
   * because picocli uses only the root's handler for wrong usage.
   */
  public static CommandLine commandLine(Surroundings surroundings, IFactory factory) {
    return new CommandLine(new CompactionCommand(surroundings), factory).setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** @return the {@code compaction} command at or above a command; null for Ozone's own commands */
  static CompactionCommand above(CommandSpec command) {
    CommandSpec above = command;
    while (above != null && !(above.userObject() instanceof CompactionCommand)) {
      above = above.parent();
    }
    return above == null ? null : (CompactionCommand) above.userObject();
  }

  /**
   * Returns the names of all commands below {@code compaction} down to the given one, such as {@code service pause}.
   */
  static String names(CommandSpec command) {
    return command.userObject() instanceof CompactionCommand ? ""
        : (names(command.parent()) + ' ' + command.name()).trim();
  }

  Surroundings surroundings() {
    return surroundings;
  }

  /** Prints the add-on's version, and Ozone's below it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws Exception {
      String version = CompactionCommand.class.getPackage().getImplementationVersion();
      String own = "Range compaction " + (version == null ? "in development" : version) + ", contract "
          + CompactionEnvelope.VERSION;
      return Stream.concat(Stream.of(own, ""), Stream.of(new HddsVersionProvider().getVersion()))
          .toArray(String[]::new);
    }
  }
}
