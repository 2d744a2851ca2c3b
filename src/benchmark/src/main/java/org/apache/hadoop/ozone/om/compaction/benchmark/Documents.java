// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.demo.MarkedPlaces;

/**
 * Fills measured results into documents, between lines {@code <!-- measured: NAME -->} and {@code <!-- /measured -->}.
 * Places without results are not changed. Plots that a document shows are copied into its directory.
 */
final class Documents {
  private static final MarkedPlaces PLACES = new MarkedPlaces("measured");

  private final Path directory;

  /** @param directory with Markdown files, and with directories of these */
  Documents(Path directory) {
    this.directory = directory;
  }

  /**
   * @param texts by name of the place
   * @param plots names of files in the directory of results
   */
  void fill(Map<String, String> texts, Path results, Collection<String> plots) throws IOException {
    for (Path document : MarkedPlaces.documents(directory)) {
      if (PLACES.fill(document, texts::getOrDefault)) {
        System.out.println("Measured anew: " + document);
      }
      for (String plot : plots) {
        if (Files.readString(document).contains("](" + plot + ')')) {
          Files.copy(results.resolve(plot), document.resolveSibling(plot), StandardCopyOption.REPLACE_EXISTING);
          System.out.println("Drawn anew: " + document.resolveSibling(plot));
        }
      }
    }
  }
}
