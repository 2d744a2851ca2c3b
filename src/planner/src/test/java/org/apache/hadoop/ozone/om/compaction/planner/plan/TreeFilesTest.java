// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Trees, questions and answers in files of {@code src/test/resources/trees}: a tree as by {@link TreeText}, then lines
 * that begin with {@code >}, see {@link TreeCommands}, each followed by its answer. {@code -Dtrees.rewrite=true}
 * replaces the answers by the present ones, to be reviewed before the file is committed.
 */
class TreeFilesTest {
  private static final String QUESTION = "> ";

  static Stream<String> files() throws Exception {
    try (Stream<Path> files = Files.list(folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  private static Path folder() throws URISyntaxException {
    Path here = Path.of(TreeFilesTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    while (!Files.isDirectory(here.resolve("src/test/resources/trees"))) {
      here = here.getParent();
    }
    return here.resolve("src/test/resources/trees");
  }

  @ParameterizedTest
  @MethodSource("files")
  void answersMatchTheFile(String name) throws Exception {
    Path file = folder().resolve(name);
    String now = answered(Files.readAllLines(file));
    if (Boolean.getBoolean("trees.rewrite")) {
      Files.writeString(file, now);
    }
    List<String> before = Files.readAllLines(file);
    List<String> after = now.lines().toList();
    assertThat(after.stream().filter(line -> !before.contains(line)))
        .as("answers that are not in %s; './dev trees' writes them there", name).isEmpty();
    assertThat(after).containsExactlyElementsOf(before).anyMatch(line -> line.startsWith(QUESTION));
  }

  /** The tree as it stands, and each question with its present answer. */
  private static String answered(List<String> lines) throws IOException {
    int questions = (int) lines.stream().takeWhile(line -> !line.startsWith(QUESTION)).count();
    List<String> tree = lines.subList(0, questions);
    TreeCommands commands = new TreeCommands(TreeText.parse(lines));
    StringBuilder text = new StringBuilder(String.join("\n", tree)).append('\n');
    lines.subList(questions, lines.size()).stream().filter(line -> line.startsWith(QUESTION)).forEach(question -> {
      String separator = text.charAt(text.length() - 2) == '\n' ? "" : "\n";
      text.append(separator).append(question).append('\n').append(commands.answer(question.substring(2)));
    });
    return text.toString();
  }
}
