// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is in the tarball, seen as tar sees it. */
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
    assertThat(Overlay.listed()).allSatisfy(line -> assertThat(line).matches("(libexec|share)(/[A-Za-z0-9.-]+)+/?")
        .doesNotContain(".."));
  }

  @Test
  void listsTheDirectoriesThatOnlyWeMakeAfterAllFiles() {
    List<String> directories = Overlay.files().stream()
        .filter(file -> file.startsWith("share/ozone/"))
        .map(file -> file.substring(0, file.lastIndexOf('/') + 1))
        .distinct().sorted().toList();

    assertThat(Overlay.listed()).endsWith(directories.toArray(new String[0]))
        .hasSize(Overlay.files().size() + directories.size());
  }

  /** Else a second unpack would leave the older jar beside the newer one. */
  @Test
  void namesJarsWithoutTheirVersion() {
    assertThat(Overlay.files()).filteredOn(file -> file.endsWith(".jar"))
        .allSatisfy(file -> assertThat(file).doesNotContainPattern("\\d"));
  }
}
