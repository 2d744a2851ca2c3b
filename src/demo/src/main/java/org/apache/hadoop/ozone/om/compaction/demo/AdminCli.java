// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.stream.Stream;
import org.apache.hadoop.hdds.cli.AdminSubcommand;
import org.apache.hadoop.ozone.admin.OzoneAdmin;

/** Runs {@code ozone admin om compaction ...} in this process: the real command over real RPC and HTTP. */
public final class AdminCli {
  private static final ClassLoader OM_ONLY = new OmOnly();

  private final Path site;

  /** @param site the ozone-site.xml that the command reads */
  public AdminCli(Path site) {
    this.site = site;
  }

  /**
   * The result of a command.
   *
   * @param exitCode as a shell would see it
   */
  public record Result(int exitCode, String out, String err) {
  }

  /** Runs one command and keeps its output. */
  public Result run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Result(exitCode, out.toString(), err.toString());
  }

  /** Runs one command; @return its exit code. */
  public int run(PrintWriter out, PrintWriter err, String... args) {
    OzoneAdmin admin = admin();
    admin.getCmd().setOut(out).setErr(err);
    // Ozone 2.2 knows only -conf; 2.3 prints a warning about it.
    String conf = admin.getCmd().getCommandSpec().optionsMap().containsKey("--conf") ? "--conf" : "-conf";
    Stream<String> command = Stream.of(conf, site.toString(), "om", "compaction");
    int exitCode = admin.execute(Stream.concat(command, Stream.of(args)).toArray(String[]::new));
    out.flush();
    err.flush();
    return exitCode & 0xff;
  }

  /** A command object is used once: it keeps the user, and what {@code -D} has set. */
  private static OzoneAdmin admin() {
    Thread thread = Thread.currentThread();
    ClassLoader usual = thread.getContextClassLoader();
    thread.setContextClassLoader(OM_ONLY);
    try {
      return new OzoneAdmin();
    } finally {
      thread.setContextClassLoader(usual);
    }
  }

  /**
   * Lets {@code ozone admin} find only {@code om} and our command, as setting up all others takes most of the time of a
   * run.
   */
  private static final class OmOnly extends ClassLoader {
    private static final String ALL = "META-INF/services/" + AdminSubcommand.class.getName();

    OmOnly() {
      super(AdminCli.class.getClassLoader());
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return super.getResources(name.equals(ALL) ? "om-subcommands" : name);
    }
  }
}
