// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command in a directory, in an environment with PATH and the caller's variables only. */
public final class Shell {
  /** Only a failing test waits for so long. Some commands start an Ozone process, which a busy machine delays. */
  private static final long TIMEOUT_SECONDS = 300;

  private Shell() {
  }

  /** The result of a command. Both texts are without the last line break. */
  public record Result(int exitCode, String out, String err) {
  }

  public static Result run(Path directory, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile("shell", ".out");
      Path err = Files.createTempFile("shell", ".err");
      try {
        ProcessBuilder builder = new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new IllegalStateException(command + " did not end; it said: " + text(out) + text(err));
        }
        return new Result(process.exitValue(), text(out), text(err));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Runs a command of an installation, which must succeed; @return what it prints. */
  public static String output(Path home, List<String> command) {
    Result result = run(home, Map.of("HOME", home.toString()), command);
    if (result.exitCode() != 0) {
      throw new IllegalStateException(command + ": " + result.out() + result.err());
    }
    return result.out();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file).stripTrailing();
  }
}
