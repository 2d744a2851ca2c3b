// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fills measured results into documents, between lines {@code <!-- measured: NAME -->} and {@code <!-- /measured -->}.
 * Places without results stay as they are. Plots that a document shows are copied beside it.
 */
final class Documents {
  private static final Pattern PLACE =
      Pattern.compile("(<!-- measured: ([\\w-]+) -->\n).*?(<!-- /measured -->)", Pattern.DOTALL);

  private final Path directory;

  /** @param directory with Markdown files, and with folders of these */
  Documents(Path directory) {
    this.directory = directory;
  }

  /**
   * @param texts by name of the place
   * @param plots names of files in the directory of results
   */
  void fill(Map<String, String> texts, Path results, Collection<String> plots) throws IOException {
    for (Path document : documents()) {
      String before = Files.readString(document);
      String after = PLACE.matcher(before).replaceAll(place -> Matcher.quoteReplacement(
          place.group(1) + texts.getOrDefault(place.group(2), kept(place.group())) + place.group(3)));
      if (!after.equals(before)) {
        Files.writeString(document, after);
        System.out.println("Measured anew: " + document);
      }
      for (String plot : plots) {
        if (after.contains("](" + plot + ')')) {
          Files.copy(results.resolve(plot), document.resolveSibling(plot), StandardCopyOption.REPLACE_EXISTING);
          System.out.println("Drawn anew: " + document.resolveSibling(plot));
        }
      }
    }
  }

  private static String kept(String place) {
    return place.substring(place.indexOf('\n') + 1, place.lastIndexOf("<!--"));
  }

  private List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }
}
