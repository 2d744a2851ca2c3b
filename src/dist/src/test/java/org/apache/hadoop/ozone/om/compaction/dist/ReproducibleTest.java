// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing in the tarball is of the place, the moment or the settings of its build. {@link TarballTest} says so of the
 * tarball's own entries; docs/release.md has two builds compared byte for byte.
 */
class ReproducibleTest {
  private static final LocalDateTime TIME =
      LocalDateTime.parse(System.getProperty("overlay.timestamp").replace("Z", ""));
  private static final List<String> PLACES = List.of(
      Path.of("../..").toAbsolutePath().normalize() + "/", System.getProperty("user.home") + "/");
  private static final int GZIP_FLAGS = 3;
  private static final int GZIP_TIME = 4;
  private static final int GZIP_TIME_END = 8;

  @TempDir
  private static Path home;

  /** All files of the tarball. */
  static Stream<String> files() {
    Overlay.unpackOver(home);
    return Overlay.files().stream();
  }

  static Stream<String> jars() {
    return files().filter(file -> file.endsWith(".jar"));
  }

  @Test
  void gzipHeaderHasNeitherTimeNorName() throws IOException {
    try (InputStream in = Files.newInputStream(Overlay.TARBALL)) {
      byte[] header = in.readNBytes(GZIP_TIME_END);

      assertThat(header[GZIP_FLAGS]).isZero();
      assertThat(header).endsWith(new byte[GZIP_TIME_END - GZIP_TIME]);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void noFileNamesTheCheckoutOrTheHomeOfWhoBuildsIt(String file) throws IOException {
    assertThat(named(Files.readAllBytes(home.resolve(file)))).isEmpty();
    if (file.endsWith(".jar")) {
      try (ZipFile jar = new ZipFile(home.resolve(file).toFile())) {
        for (ZipEntry entry : jar.stream().toList()) {
          assertThat(named(jar.getInputStream(entry).readAllBytes())).as(entry.getName()).isEmpty();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("jars")
  void entriesOfAJarHaveOneTimeAndAnOrder(String file) throws IOException {
    try (ZipFile jar = new ZipFile(home.resolve(file).toFile())) {
      List<? extends ZipEntry> entries = jar.stream().toList();

      assertThat(entries).extracting(ZipEntry::getTimeLocal).containsOnly(TIME);
      assertThat(entries).extracting(ZipEntry::getName).startsWith("META-INF/", "META-INF/MANIFEST.MF");
      assertThat(entries).filteredOn(ZipEntry::isDirectory).extracting(ZipEntry::getName).isSorted();
      assertThat(entries).filteredOn(entry -> !entry.isDirectory()).extracting(ZipEntry::getName)
          .filteredOn(name -> !name.equals("META-INF/MANIFEST.MF")).isSorted();
    }
  }

  /** The modes do not depend on the umask of the build. */
  @ParameterizedTest
  @MethodSource("jars")
  void entriesOfAJarAreReadByAllAndWrittenByTheOwner(String file) throws IOException {
    try (FileSystem jar = FileSystems.newFileSystem(home.resolve(file), Map.of("enablePosixFileAttributes", "true"));
        Stream<Path> entries = Files.walk(jar.getPath("/"))) {
      assertThat(entries.filter(entry -> entry.getNameCount() > 0)).isNotEmpty().allSatisfy(entry ->
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(entry)))
              .isEqualTo(Files.isDirectory(entry) ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  /** Such as the notes that tools leave between classes. */
  @ParameterizedTest
  @MethodSource("jars")
  void noHiddenFileIsInAJar(String file) throws IOException {
    try (ZipFile jar = new ZipFile(home.resolve(file).toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName)).noneMatch(name -> name.matches("(.*/)?\\..*"));
    }
  }

  private static List<String> named(byte[] content) {
    String text = new String(content, ISO_8859_1);
    return PLACES.stream().filter(text::contains).toList();
  }
}
