// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The finished tarball, as operators use it. */
public final class Overlay {
  /** The command of docs/install.md, to be run in OZONE_HOME. */
  static final String UNINSTALL = "xargs rm -fd < share/ozone/compaction/FILES";

  static final Path TARBALL = Path.of(System.getProperty("overlay.tarball"));

  private static final Path FILES = Path.of("src/overlay/share/ozone/compaction/FILES");

  private Overlay() {
  }

  public static void unpackOver(Path home) {
    unpackOver(home, TARBALL);
  }

  /** @param tarball of any version */
  public static void unpackOver(Path home, Path tarball) {
    Shell.Result tar = Shell.run(home, Map.of(), List.of("tar", "-xzf", tarball.toString()));
    if (tar.exitCode() != 0) {
      throw new IllegalStateException(tar.err());
    }
  }

  static Shell.Result uninstallFrom(Path home) {
    return Shell.run(home, Map.of(), List.of("bash", "-c", UNINSTALL));
  }

  /** Files listed in the tarball, without the directories at the end of the list. */
  static List<String> files() {
    return listed().stream().filter(line -> !line.endsWith("/")).toList();
  }

  /** All lines of the list: files, then directories with a slash at the end. */
  static List<String> listed() {
    try {
      return Files.readAllLines(FILES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names of the jars for one of Ozone's processes. */
  static List<String> jars(String artifact) {
    String directory = "share/ozone/lib/" + artifact + "/";
    return files().stream()
        .filter(file -> file.startsWith(directory))
        .map(file -> file.substring(directory.length()))
        .toList();
  }

  /** The same as files of an unpacked tree. */
  public static List<Path> jars(Path home, Stock process) {
    Path directory = home.resolve("share/ozone/lib").resolve(process.artifact());
    return jars(process.artifact()).stream().map(directory::resolve).toList();
  }
}
