// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The range is always d..m. A file is written "level first-last size tombstones". */
class RemainingStepsTest {
  private static final KeyRange RANGE = range("d", "m");

  @ParameterizedTest(name = "{0}")
  @MethodSource("trees")
  void takes_what_can_still_be_dropped(String name, List<String> files, List<String> steps) {
    assertThat(RemainingSteps.of(tree(files), RANGE, edge -> true)).map(CompactionStep::toString).isEqualTo(steps);
  }

  static Stream<Arguments> trees() {
    return Stream.of(
        tree("nothing there", files(), steps()),
        tree("no tombstones", files("6 d-m 9 0", "5 d-e 9 0"), steps()),
        tree("tombstones elsewhere", files("6 a-c 9 5", "6 n-z 9 5"), steps()),
        tree("level 0 arrived after the merge", files("0 d-m 9 5", "6 d-m 9 0"), steps()),
        tree("lowest file", files("6 e-f 9 5"), steps("REWRITE_LOWEST e..f")),
        tree("lowest for its own span, though not for the table", files("5 e-f 9 5", "6 g-h 9 0"),
            steps("REWRITE_LOWEST e..f")),
        tree("only the files that need it", files("6 d-e 9 5", "6 f-g 9 0", "6 h-i 9 5"),
            steps("REWRITE_LOWEST d..e", "REWRITE_LOWEST h..i")),
        tree("neighbours in one go", files("6 d-e 9 5", "6 f-g 9 1", "6 h-i 9 5"), steps("REWRITE_LOWEST d..i")),
        tree("neighbours with something lower between them", files("5 d-e 9 5", "5 h-i 9 5", "6 f-g 9 0"),
            steps("REWRITE_LOWEST d..e", "REWRITE_LOWEST h..i")),
        tree("levels apart", files("5 d-e 9 5", "6 f-g 9 5"),
            steps("REWRITE_LOWEST d..e", "REWRITE_LOWEST f..g")),
        tree("not beyond the range", files("6 a-e 9 5", "6 f-z 9 5"), steps("REWRITE_LOWEST d..m")),
        tree("above a file without a key in the range: the cheaper end", files("5 e-f 9 5", "6 a-z 9 0", "5 b-c 70 0"),
            steps("MERGE_DOWN e..z")),
        tree("and the other one", files("5 e-f 9 5", "6 a-z 9 0", "5 y-z 70 0"), steps("MERGE_DOWN a..f")),
        tree("two above the same file go together", files("5 e-f 9 5", "5 h-i 9 5", "6 a-z 9 0"),
            steps("MERGE_DOWN a..i")),
        tree("down to the deepest", files("4 e-f 9 5", "5 b-x 9 0", "6 a-z 9 0"), steps("MERGE_DOWN a..f")),
        tree("above a file that ends in the range", files("5 e-h 9 5", "6 a-f 9 0"), steps("MERGE_DOWN e..h")));
  }

  @Test
  void files_that_reach_over_the_edge_are_asked_for_what_is_inside() {
    LsmTable tree = tree(files("6 a-e 9 5", "6 f-g 9 5", "6 h-z 9 5"));
    assertThat(RemainingSteps.of(tree, RANGE, edge -> false)).map(CompactionStep::toString)
        .containsExactly("REWRITE_LOWEST f..g");
  }

  @Test
  void a_step_writes_at_most_the_files_that_overlap_it() {
    LsmTable tree = tree(files("4 e-e 3 0", "5 e-f 20 5", "6 a-z 100 0", "6 zz-zzz 1000 0"));
    assertThat(RemainingSteps.of(tree, RANGE, edge -> true)).map(CompactionStep::bytes).containsExactly(123L);
  }

  private static Arguments tree(String name, List<String> files, List<String> steps) {
    return Arguments.of(name, files, steps);
  }

  private static List<String> files(String... files) {
    return Arrays.asList(files);
  }

  private static List<String> steps(String... steps) {
    return Arrays.asList(steps);
  }

  private static LsmTable tree(List<String> files) {
    return LsmTable.of("keyTable", 7, files.stream().map(RemainingStepsTest::file).toList());
  }

  private static SstFile file(String text) {
    String[] parts = text.split("[ -]");
    return new SstFile(text, Integer.parseInt(parts[0]), bytes(parts[1]), bytes(parts[2]), Long.parseLong(parts[3]),
        1_000, Long.parseLong(parts[4]), false);
  }

  private static KeyRange range(String begin, String end) {
    return new KeyRange(bytes(begin), bytes(end));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
