// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A stand-in for the part of a stock OZONE_HOME that the overlay touches. Its path contains a space. */
public final class StockHome {
  private StockHome() {
  }

  static Path create(Path parent) throws IOException {
    Path home = parent.resolve("ozone home");
    write(home, "libexec/ozone-functions.sh", "# stock\n");
    write(home, "libexec/shellprofile.d/hadoop-ozone-manager.sh", """
        ozone_add_profile ozone_manager
        _ozone_manager_hadoop_finalize() {
          echo "stock profile sees ${OZONE_CLASSNAME}"
        }
        """);
    write(home, "libexec/shellprofile.d/hadoop-ozone.sh", "ozone_add_profile ozone\n");
    write(home, "share/ozone/classpath/ozone-manager.classpath", "classpath=\n");
    write(home, "share/ozone/lib/ozone-manager-2.2.0.jar", "stock");
    write(home, "share/ozone/lib/ozone-cli-admin-2.2.0.jar", "stock");
    return home;
  }

  public static void write(Path home, String file, String content) throws IOException {
    Path path = home.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  /** The configuration of the processes that {@link Stock#java} makes. */
  public static void writeSite(Path home, Map<String, String> settings) throws IOException {
    StringBuilder site = new StringBuilder("<configuration>\n");
    settings.forEach((key, value) -> site.append("  <property><name>").append(key).append("</name><value>")
        .append(value).append("</value></property>\n"));
    write(home, "etc/hadoop/ozone-site.xml", site.append("</configuration>\n").toString());
  }

  /** Every file and directory below, with file contents. */
  static Map<String, String> contents(Path home) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(home)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        String name = home.relativize(path).toString();
        contents.put(name, Files.isDirectory(path) ? "directory" : HexFormat.of().formatHex(
            Files.readAllBytes(path)));
      }
    }
    return contents;
  }
}
