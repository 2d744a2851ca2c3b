// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results are filled into documents, and nothing else changes. */
class DocumentsTest {
  private static final String BEFORE = """
      Text.
      <!-- measured: seeks -->
      | old |
      <!-- /measured -->
      Between.
      <!-- measured: bytes -->
      | kept |
      <!-- /measured -->
      ![Growth](growth.png)
      """;

  @TempDir
  private Path directory;
  private Path documents;
  private Path results;

  @BeforeEach
  void write() throws Exception {
    documents = Files.createDirectories(directory.resolve("docs/deeper"));
    results = Files.createDirectories(directory.resolve("results"));
    Files.writeString(documents.resolve("performance.md"), BEFORE);
    Files.writeString(results.resolve("growth.png"), "growth");
    Files.writeString(results.resolve("other.png"), "other");
  }

  @Test
  void measuredPlaceIsFilledAndOthersStay() throws Exception {
    fill(Map.of("seeks", Report.markdown("seek", List.of("5 us $1")), "nowhere", "lost"));
    assertThat(Files.readString(documents.resolve("performance.md")))
        .isEqualTo(BEFORE.replace("| old |", "| seek |\n| --- |\n| 5 us $1 |"));
  }

  @Test
  void plotIsCopiedBesideItsDocument() throws Exception {
    fill(Map.of());
    assertThat(documents.resolve("growth.png")).hasContent("growth");
    assertThat(documents.resolve("other.png")).doesNotExist();
    assertThat(Files.readString(documents.resolve("performance.md"))).isEqualTo(BEFORE);
  }

  private void fill(Map<String, String> texts) throws Exception {
    new Documents(directory.resolve("docs")).fill(texts, results, List.of("growth.png", "other.png"));
  }
}
