// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.ozone.admin.om.compaction.render.Lines;
import org.apache.hadoop.ozone.util.OzoneVersionInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Stands in for {@code compaction} if the add-on does not fit this Ozone, and prints the reason. Uses no class of our
 * other jars, because one of these may be missing.
 */
@Command(name = CompactionCommand.NAME, description = "Does not fit this Ozone; run it to see why")
public final class IncompatibleOzoneCommand implements Callable<Integer> {
  /** The next step if the add-on does not fit this Ozone. */
  static final String NEXT_STEP =
      "Unpack the ozone-compaction tarball that is made for it over OZONE_HOME again.";

  private final Throwable misfit;
  @Spec
  private CommandSpec spec;
  @Unmatched
  private final List<String> arguments = new ArrayList<>();

  public IncompatibleOzoneCommand(Throwable misfit) {
    this.misfit = misfit;
  }

  @Override
  public Integer call() {
    String command = arguments.isEmpty() ? CompactionCommand.FULL_NAME
        : CompactionCommand.FULL_NAME + ' ' + arguments.get(0);
    spec.commandLine().getErr().println(Lines.of("'" + command + "' cannot be run. " + reason(misfit) + ' '
        + NEXT_STEP));
    return ExitCode.REFUSED;
  }

  /**
   * Why range compaction does not fit this Ozone; {@code misfit} is of a missing class or member.
   */
  static String reason(Throwable misfit) {
    return "This 'ozone admin' is of Ozone " + version() + ", which range compaction does not fit: " + rootOf(misfit)
        + ".";
  }

  private static Throwable rootOf(Throwable misfit) {
    return misfit.getCause() == null ? misfit : rootOf(misfit.getCause());
  }

  private static String version() {
    try {
      return OzoneVersionInfo.OZONE_VERSION_INFO.getVersion();
    } catch (LinkageError e) {
      return "(version unknown)";
    }
  }
}
