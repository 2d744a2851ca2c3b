// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of the tarball, as tar lists it. */
class TarballTest {
  private final List<String> entries = Shell.run(Path.of("."), Map.of("TZ", "UTC", "LC_ALL", "C"),
      List.of("tar", "--numeric-owner", "--full-time", "-tvzf", Overlay.TARBALL.toString())).out().lines().toList();

  @Test
  void holdsExactlyTheListedFiles() {
    assertThat(entries).extracting(entry -> entry.substring(entry.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrderElementsOf(Overlay.files());
  }

  /** A directory entry would give the stock directory of that name our mode and time. */
  @Test
  void holdsPlainFilesOfRootWithOneTimeAndNothingElse() {
    String time = System.getProperty("overlay.timestamp").replace('T', ' ').replace("Z", "");

    assertThat(entries).allSatisfy(entry -> assertThat(entry).matches("-rw-r--r-- 0/0 +[1-9]\\d* " + time + " .*"));
  }

  /** The uninstall command splits the list at blanks and quotes. */
  @Test
  void listsPlainRelativeNamesBelowTheHome() {
    assertThat(Overlay.listed()).isNotEmpty().allSatisfy(line -> assertThat(line)
        .matches("(libexec|share)(/[A-Za-z0-9.-]+)+/?").doesNotContain(".."));
  }

  @Test
  void listsOurOwnDirectoriesAfterAllFiles() {
    List<String> directories = Overlay.files().stream()
        .filter(file -> file.startsWith("share/ozone/"))
        .map(file -> file.substring(0, file.lastIndexOf('/') + 1))
        .distinct().sorted().toList();

    assertThat(Overlay.listed()).endsWith(directories.toArray(new String[0]))
        .hasSize(Overlay.files().size() + directories.size());
  }

  /** Otherwise a second unpack would leave the older jar beside the newer one. */
  @Test
  void namesJarsWithoutTheirVersion() {
    assertThat(Overlay.files()).filteredOn(file -> file.endsWith(".jar"))
        .allSatisfy(file -> assertThat(file).doesNotContainPattern("\\d"));
  }

  /** Written by the page's build from its actual libraries. */
  @Test
  void bringsTheLicencesOfWhatIsPackedIntoThePage(@TempDir Path home) throws IOException {
    Overlay.unpackOver(home);
    String page = "org/apache/hadoop/ozone/recon/api/compaction/ui/";
    String licences = Files.readString(home.resolve("share/ozone/compaction/THIRD-PARTY.md"));

    Path file = home.resolve("share/ozone/lib/ozone-recon/ozone-compaction-recon-ui.jar");
    try (JarFile jar = new JarFile(file.toFile())) {
      assertThat(jar.getInputStream(jar.getEntry(page + "THIRD-PARTY.md"))).hasBinaryContent(licences.getBytes(UTF_8));
    }
    assertThat(licences.lines().filter(line -> line.startsWith("## ")).map(line -> line.split(" ")[1]))
        .containsExactlyInAnyOrder("react", "react-dom", "scheduler");
    assertThat(Files.readString(Path.of("../../docs/shipped.md"))).contains("react", "react-dom", "scheduler");
  }
}
