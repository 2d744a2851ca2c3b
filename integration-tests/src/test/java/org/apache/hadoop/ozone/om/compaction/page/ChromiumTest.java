// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the browser of the tests comes from. */
class ChromiumTest {
  private static final Path DOWNLOADED = Path.of("downloaded");

  @TempDir
  private Path system;
  private final List<String> ran = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      # on the machine            | root  | taken            | commands
      chromium                    | false | chromium         | chromium --version
      google-chrome               | false | google-chrome    | google-chrome --version
      google-chrome chromium      | false | chromium         | chromium --version
      chromium-browser            | false | chromium-browser | chromium-browser --version
      ''                          | true  | downloaded       | ''
      sudo                        | false | downloaded       | ''
      apt-get                     | false | downloaded       | ''
      apt-get                     | true  | chromium         | apt-get update, apt-get install, chromium --version
      apt-get sudo                | false | chromium         | sudo apt-get update, sudo apt-get install, \
      chromium --version
      """)
  void browserIsTheSystemsElseDebiansElseADownload(String machine, boolean root, String taken, String commands) {
    Arrays.stream(machine.split(" ")).filter(name -> !name.isEmpty()).forEach(this::install);
    assertThat(chromium(root).executable()).hasFileName(taken);
    assertThat(String.join(", ", ran)).isEqualTo(commands);
  }

  @Test
  void programThatDoesNotStartIsSkipped() {
    install("chromium-browser");
    Chromium chromium = new Chromium(Programs.on(system.toString()), true, command -> false,
        () -> Optional.of(DOWNLOADED));
    assertThat(chromium.executable()).isEqualTo(DOWNLOADED);
  }

  @Test
  void missingBrowserFailsWithInstructions() {
    Chromium chromium = new Chromium(Programs.on(system.toString()), true, command -> false, Optional::empty);
    assertThatThrownBy(chromium::executable).isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("apt-get install chromium").hasMessageContaining("google-chrome");
  }

  @Test
  void everyFolderOfThePathIsSearched() throws IOException {
    Path first = Files.createDirectory(system.resolve("first"));
    Path second = Files.createDirectory(system.resolve("second"));
    Files.createDirectory(first.resolve("chromium"));
    Files.createFile(second.resolve("node"));
    assertThat(Programs.on(first + ":" + second).find("chromium")).as("a folder").isEmpty();
    assertThat(Programs.on(first + "::" + second).find("node")).as("not executable").isEmpty();
    executable(second.resolve("chromium"));
    assertThat(Programs.on(first + ":" + second).find("chromium")).contains(second.resolve("chromium"));
  }

  private Chromium chromium(boolean root) {
    return new Chromium(Programs.on(system.toString()), root, this::run, () -> Optional.of(DOWNLOADED));
  }

  /** Notes a command without folders and options, and does what Debian's package would. */
  private boolean run(List<String> command) {
    List<String> words = command.stream().map(word -> word.replace(system + "/", ""))
        .filter(word -> !word.startsWith("-") || word.equals("--version")).toList();
    boolean installing = words.contains("install");
    ran.add(String.join(" ", installing ? words.subList(0, words.size() - 1) : words));
    if (installing) {
      install("chromium");
    }
    return true;
  }

  private void install(String name) {
    executable(system.resolve(name));
  }

  private static void executable(Path program) {
    try {
      Files.createFile(program, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
