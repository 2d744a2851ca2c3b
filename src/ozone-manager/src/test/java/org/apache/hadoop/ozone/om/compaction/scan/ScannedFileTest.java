// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScannedFileTest {
  private static final ScannedFile SCANNED =
      new ScannedFile(cuts("b d f"),
          new FileProfile(cuts("b d f"), new long[] {1, 10, 100, 1000}, new long[] {0, 1, 10, 100}));

  @ParameterizedTest
  @CsvSource({"b d f", "b", "d", "f", "b f", "''"})
  void fewerCutsAreAnswered(String cuts) {
    assertThat(SCANNED.answers(cuts(cuts))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"a", "c", "g", "b c", "a b d f"})
  void otherCutsNeedAnotherScan(String cuts) {
    assertThat(SCANNED.answers(cuts(cuts))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"a, a b d f", "b, b d f", "c g, b c d f g", "'', b d f"})
  void theNextScanServesBoth(String others, String all) {
    assertThat(Arrays.stream(SCANNED.cutsWith(cuts(others))).map(cut -> new String(cut, StandardCharsets.UTF_8))
        .collect(Collectors.joining(" "))).isEqualTo(all);
  }

  @Test
  void aFileThatDoesNotTellIsNotAskedAgain() {
    ScannedFile silent = ScannedFile.silent(cuts("b"));

    assertThat(silent.answers(cuts("c"))).isTrue();
    assertThat(silent.profile()).isNull();
  }

  private static byte[][] cuts(String keys) {
    return keys.isEmpty() ? new byte[0][]
        : Arrays.stream(keys.split(" ")).map(OmDatabaseFixture::bytes).toArray(byte[][]::new);
  }
}
