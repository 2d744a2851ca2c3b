// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The jars of stock Ozone that its launcher gives to a process, as Maven resolves them. */
enum Stock {
  OM("ozone-manager", "stock.om.classpath"),
  ADMIN("ozone-cli-admin", "stock.admin.classpath");

  private final String artifact;
  private final String property;

  Stock(String artifact, String property) {
    this.artifact = artifact;
    this.property = property;
  }

  /** The directory below share/ozone/lib whose jars the launcher appends. */
  String artifact() {
    return artifact;
  }

  /** None of our modules is among them: those may only come from the tarball. */
  String classpath() {
    try {
      String own = Path.of("../..").toRealPath() + File.separator;
      List<String> jars = Arrays.asList(
          Files.readString(Path.of(System.getProperty(property))).strip().split(File.pathSeparator));
      return String.join(File.pathSeparator, jars.stream().filter(jar -> !jar.startsWith(own)).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the launcher puts it together: stock first, then the directory of the overlay. */
  String classpathWithOverlay(Path home) {
    return classpath() + File.pathSeparator + home.resolve("share/ozone/lib").resolve(artifact).resolve("*");
  }
}
