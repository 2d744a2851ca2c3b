// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds and fills places in Markdown documents, each between lines {@code <!-- KIND: NAME -->} and {@code <!-- /KIND
 * -->}.
 */
public final class MarkedPlaces {
  private final Pattern pattern;

  /** @param kind the word that stands for KIND in these lines */
  public MarkedPlaces(String kind) {
    pattern = Pattern.compile("(<!-- " + kind + ": ([\\w -]+) -->\n)(.*?)(<!-- /" + kind + " -->)", Pattern.DOTALL);
  }

  /**
   * A place of a document.
   *
   * @param text the lines between the two that mark it
   */
  public record Place(String name, String text) {
  }

  /** The places of a document in their order. */
  public List<Place> of(Path document) throws IOException {
    return pattern.matcher(Files.readString(document)).results().map(place -> new Place(place.group(2), place.group(3)))
        .toList();
  }

  /**
   * Fills the places of a document, and writes it if that changes anything.
   *
   * @param texts makes the new text of a place from its name and its text
   * @return whether the document has changed
   */
  public boolean fill(Path document, BinaryOperator<String> texts) throws IOException {
    String before = Files.readString(document);
    String after = pattern.matcher(before).replaceAll(place -> Matcher.quoteReplacement(
        place.group(1) + texts.apply(place.group(2), place.group(3)) + place.group(4)));
    if (after.equals(before)) {
      return false;
    }
    Files.writeString(document, after);
    return true;
  }

  /** All Markdown files of a directory and the directories below it. */
  public static List<Path> documents(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }
}
