// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.PrintWriter;
import org.apache.hadoop.ozone.admin.om.compaction.render.Lines;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Explains why a command line cannot be parsed. Picocli's own handler would print the whole usage, which scrolls the
 * message off the screen.
 */
public final class WrongUsage implements IParameterExceptionHandler {
  private final IParameterExceptionHandler stock;

  /** @param stock the handler for all commands that are not ours */
  private WrongUsage(IParameterExceptionHandler stock) {
    this.stock = stock;
  }

  /** {@code root} is the executed root command, as picocli calls only the root's handler. */
  public static void answer(CommandLine root) {
    root.setParameterExceptionHandler(new WrongUsage(root.getParameterExceptionHandler()));
  }

  @Override
  public int handleParseException(ParameterException error, String[] arguments) throws Exception {
    CommandSpec command = error.getCommandLine().getCommandSpec();
    boolean lacksSubcommand = command.userObject() instanceof CompactionCommand
        && !(error instanceof UnmatchedArgumentException);
    if (lacksSubcommand || CompactionCommand.above(command) == null) {
      return stock.handleParseException(error, arguments);
    }
    PrintWriter err = error.getCommandLine().getErr();
    err.println(Lines.of(error.getMessage()));
    UnmatchedArgumentException.printSuggestions(error, err);
    err.println("See '" + (CompactionCommand.FULL_NAME + ' ' + CompactionCommand.names(command)).trim() + " --help'.");
    err.flush();
    return ExitCode.USAGE;
  }
}
