// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/** Prints the demo's own output. Everything else that this JVM prints goes to a file. */
final class Console {
  private final PrintWriter out;
  private final long begin = System.nanoTime();

  private Console(PrintWriter out) {
    this.out = out;
  }

  /** Redirects standard output and error. */
  static Console takeOver(Path elsewhere) throws IOException {
    Console console = new Console(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    Files.createDirectories(Objects.requireNonNull(elsewhere.getParent(), "elsewhere"));
    PrintStream file = new PrintStream(Files.newOutputStream(elsewhere), true, StandardCharsets.UTF_8);
    System.setOut(file);
    System.setErr(file);
    return console;
  }

  PrintWriter writer() {
    return out;
  }

  void line(String format, Object... args) {
    out.printf(Locale.ROOT, format + "%n", args);
    out.flush();
  }

  /** Prints a line with the seconds since the demo began. */
  void step(String format, Object... args) {
    line("[%3d s] %s", Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
        String.format(Locale.ROOT, format, args));
  }

  static String bytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  static String time(Duration time) {
    long micros = time.toNanos() / 1_000;
    return micros < 1_000 ? micros + " us" : String.format(Locale.ROOT, "%.1f ms", micros / 1e3);
  }
}
