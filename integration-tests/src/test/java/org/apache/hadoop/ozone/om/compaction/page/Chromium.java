// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The browser of the tests: the system's Chromium. If there is none, Debian's package is installed, or else
 * Playwright's own download. Tests are never skipped for lack of a browser.
 */
final class Chromium {
  /** The machine may be installing packages of its own. In seconds. */
  private static final String WAIT_FOR_OTHERS = "-oDPkg::Lock::Timeout=600";
  /** In the order of preference. */
  static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

  private final Programs programs;
  private final boolean root;
  /** Runs a command; true if it succeeded. */
  private final Predicate<List<String>> runs;
  /** Playwright's own download; empty if that failed. */
  private final Supplier<Optional<Path>> download;

  Chromium(Programs programs, boolean root, Predicate<List<String>> runs, Supplier<Optional<Path>> download) {
    this.programs = programs;
    this.root = root;
    this.runs = runs;
    this.download = download;
  }

  /**
   * The executable, installed if necessary.
   *
   * @throws IllegalStateException with instructions, if no way worked
   */
  Path executable() {
    return installed().or(this::fromDebian).or(download).orElseThrow(() -> new IllegalStateException(
        "No Chromium on this machine, and none could be installed. Install one of " + String.join(", ", NAMES)
            + " so that PATH finds it, on Debian with 'apt-get install chromium', and run the tests again."));
  }

  /** The first that starts: on some systems such a name only prints where to get the browser. */
  private Optional<Path> installed() {
    return NAMES.stream().flatMap(name -> programs.find(name).stream())
        .filter(program -> runs.test(List.of(program.toString(), "--version"))).findFirst();
  }

  private Optional<Path> fromDebian() {
    Optional<Path> apt = programs.find("apt-get");
    if (apt.isEmpty() || !root && programs.find("sudo").isEmpty()) {
      return Optional.empty();
    }
    runs.test(command(apt.get(), "update"));
    return runs.test(command(apt.get(), "install", "-y", "--no-install-recommends", WAIT_FOR_OTHERS, "chromium"))
        ? installed() : Optional.empty();
  }

  private List<String> command(Path apt, String... words) {
    List<String> line = new ArrayList<>(root ? List.of() : List.of("sudo", "-n"));
    line.add(apt.toString());
    line.addAll(List.of(words));
    return line;
  }
}
