// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/** The jars of stock Ozone that its launcher gives to a process, as Maven resolves them. */
public enum Stock {
  OM("ozone-manager", "stock.classpath"),
  RECON("ozone-recon", "stock.classpath"),
  SCM("hdds-server-scm", "stock.classpath"),
  ADMIN("ozone-cli-admin", "stock.admin.classpath"),
  /** Another Ozone, that our classes were not compiled against. */
  OTHER_OM("ozone-manager", "other.classpath"),
  OTHER_RECON("ozone-recon", "other.classpath"),
  OTHER_SCM("hdds-server-scm", "other.classpath"),
  OTHER_ADMIN("ozone-cli-admin", "other.classpath");

  private final String artifact;
  private final String property;

  Stock(String artifact, String property) {
    this.artifact = artifact;
    this.property = property;
  }

  /** The directory below share/ozone/lib whose jars the launcher appends. */
  public String artifact() {
    return artifact;
  }

  /**
   * The jars that Maven resolves and the launcher uses: the published jar of each process lists the jars of its
   * classpath in a file. Our modules are not among them, so they can only come from the tarball.
   */
  public List<Path> jars() {
    List<Path> resolved = resolved();
    Path process = ownJar();
    Set<String> libraries = Arrays.stream(launchersClasspath(process).split(":"))
        .map(Path::of).map(Stock::library).collect(Collectors.toSet());
    return resolved.stream().filter(jar -> jar.equals(process) || libraries.contains(library(jar))).toList();
  }

  /** Writes the list of jars that the launcher reads. */
  void writeClasspath(Path home) throws IOException {
    StockHome.write(home, "share/ozone/classpath/" + artifact + ".classpath", "classpath=" + stockClasspath() + "\n");
  }

  /** Its Ozone's. */
  public String version() {
    return ownJar().getParent().getFileName().toString();
  }

  /** The jar that the process is named after. */
  Path ownJar() {
    return resolved().stream().filter(jar -> library(jar).equals(artifact)).findFirst().orElseThrow();
  }

  /** As the launcher composes it: stock first, then the directory of the overlay. */
  String classpathWithOverlay(Path home) {
    return stockClasspath() + File.pathSeparator + home.resolve("share/ozone/lib").resolve(artifact).resolve("*");
  }

  /** A JVM as the launcher starts it, with the configuration in etc/hadoop. */
  public List<String> java(Path home, String mainClass) {
    return java(home, mainClass, classpathWithOverlay(home));
  }

  /** The same without the unpacked tarball. */
  public List<String> javaWithoutOverlay(Path home, String mainClass) {
    return java(home, mainClass, stockClasspath());
  }

  /** A program of our tests beside the unpacked tarball, on the classpath of this process. */
  public List<String> javaOfTest(Path home, Class<?> program) {
    try {
      Path tests = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
      return java(home, program.getName(), classpathWithOverlay(home) + File.pathSeparator + tests);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> java(Path home, String mainClass, String classpath) {
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
        "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-cp", home.resolve("etc/hadoop") + File.pathSeparator + classpath, mainClass);
  }

  private String stockClasspath() {
    return jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private List<Path> resolved() {
    try {
      String classpath = Files.readString(Path.of(System.getProperty(property))).strip();
      return Arrays.stream(classpath.split(File.pathSeparator)).map(Path::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String launchersClasspath(Path process) {
    try (JarFile jar = new JarFile(process.toFile())) {
      byte[] descriptor = jar.getInputStream(jar.getEntry(artifact + ".classpath")).readAllBytes();
      return new String(descriptor, StandardCharsets.UTF_8).strip().replaceFirst("^classpath=", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A jar's name without its version. */
  private static String library(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*", "");
  }
}
