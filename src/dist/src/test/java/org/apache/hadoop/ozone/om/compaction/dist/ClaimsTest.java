// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests that docs/guarantees.md names beside its claims exist. */
class ClaimsTest {
  private static final Path ROOT = Path.of("../..");
  private static final List<Path> TESTS = Stream.of("api-spec", "src/planner", "src/ozone-manager", "src/client",
      "ozone-admin-compaction", "src/recon", "src/dist", "src/ozone-tests", "integration-tests")
      .map(module -> ROOT.resolve(module).resolve("src/test")).flatMap(ClaimsTest::walk).toList();
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

  static Stream<List<String>> named() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/guarantees.md"));
    List<List<String>> named = NAMED.matcher(text).results()
        .map(match -> match.group(2) == null ? List.of(match.group(1)) : List.of(match.group(1), match.group(2)))
        .distinct().toList();
    assertThat(named).hasSizeGreaterThan(30);
    return named.stream();
  }

  @ParameterizedTest
  @MethodSource("named")
  void testsBesideClaimsExist(List<String> named) throws IOException {
    String file = named.get(0) + ".java";
    List<Path> found = TESTS.stream().filter(path -> path.endsWith(file)).toList();
    assertThat(found).as(file).hasSize(1);
    if (named.size() == 2) {
      assertThat(Files.readString(found.get(0))).containsPattern("void " + named.get(1) + "\\(");
    }
  }

  private static Stream<Path> walk(Path below) {
    try {
      return Files.find(below, 20, (path, attributes) -> attributes.isRegularFile());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
