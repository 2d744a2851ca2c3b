// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.planner.PieceCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScannedFileTest {
  private static final ScannedFile SCANNED =
      new ScannedFile(cuts("b d f"), new PieceCounts(new long[] {1, 10, 100, 1000}, new long[] {0, 1, 10, 100}));

  @ParameterizedTest
  @CsvSource({
      "b d f, 1 10 100 1000, 0 1 10 100",
      "b,     1 1110,        0 111",
      "d,     11 1100,       1 110",
      "f,     111 1000,      11 100",
      "b f,   1 110 1000,    0 11 100",
      "'',    1111,          111"})
  void coarserCutsAreAnsweredBySums(String cuts, String entries, String tombstones) {
    PieceCounts counts = SCANNED.count(cuts(cuts));

    assertThat(SCANNED.answers(cuts(cuts))).isTrue();
    StringBuilder foundEntries = new StringBuilder();
    StringBuilder foundTombstones = new StringBuilder();
    for (int piece = 0; piece < counts.pieces(); piece++) {
      foundEntries.append(piece == 0 ? "" : " ").append(counts.entries(piece));
      foundTombstones.append(piece == 0 ? "" : " ").append(counts.tombstones(piece));
    }
    assertThat(foundEntries).hasToString(entries);
    assertThat(foundTombstones).hasToString(tombstones);
  }

  @ParameterizedTest
  @CsvSource({"a", "c", "g", "b c", "a b d f"})
  void otherCutsNeedAnotherScan(String cuts) {
    assertThat(SCANNED.answers(cuts(cuts))).isFalse();
    assertThat(SCANNED.count(cuts(cuts))).isNull();
  }

  @ParameterizedTest
  @CsvSource({"a, a b d f", "b, b d f", "c g, b c d f g", "'', b d f"})
  void theNextScanServesBoth(String others, String all) {
    assertThat(Arrays.stream(SCANNED.cutsWith(cuts(others))).map(cut -> new String(cut, StandardCharsets.UTF_8))
        .collect(Collectors.joining(" "))).isEqualTo(all);
  }

  @Test
  void aFileThatDoesNotTellIsNotAskedAgain() {
    ScannedFile silent = new ScannedFile(cuts("b"), null);

    assertThat(silent.answers(cuts("c"))).isTrue();
    assertThat(silent.count(cuts("b"))).isNull();
  }

  private static byte[][] cuts(String keys) {
    return keys.isEmpty() ? new byte[0][]
        : Arrays.stream(keys.split(" ")).map(OmDatabaseFixture::bytes).toArray(byte[][]::new);
  }
}
