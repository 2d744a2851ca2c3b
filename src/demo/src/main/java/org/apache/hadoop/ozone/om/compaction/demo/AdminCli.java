// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.admin.OzoneAdmin;

/** {@code ozone admin om compaction ...} in this process: the real command over real RPC and HTTP. */
public final class AdminCli {
  private final Path site;

  /** @param site the ozone-site.xml that the command reads */
  public AdminCli(Path site) {
    this.site = site;
  }

  /**
   * The result of a command.
   *
   * @param exitCode as the shell would see it
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
    OzoneAdmin admin = new OzoneAdmin();
    admin.getCmd().setOut(out).setErr(err);
    Stream<String> command = Stream.of("-conf", site.toString(), "om", "compaction");
    int exitCode = admin.execute(Stream.concat(command, Stream.of(args)).toArray(String[]::new));
    out.flush();
    err.flush();
    return exitCode & 0xff;
  }
}
