// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileStepsTest {
  private static final LsmTable TABLE = LsmTable.of("keyTable", 7, List.of(file("1", 4, "b", "m", 50),
      file("2", 5, "c", "d", 0), file("3", 5, "f", "g", 0), file("4", 6, "a", "z", 0)));

  @ParameterizedTest
  @ValueSource(strings = {"b", "c", "e", "m"})
  void stepGoesOnBelowWhereverItsKeyLies(String key) {
    FileStep step = new FileSteps(new Levels(TABLE, FileProfiles.UNKNOWN))
        .ofKeys(4, 6, new KeyRange(bytes(key), bytes(key)));

    assertThat(step.merges()).extracting(Merge::outputLevel).containsExactly(5, 6);
    assertThat(step.possibleInputs()).containsExactlyInAnyOrderElementsOf(TABLE.files());
  }

  /** A bucket's file draws in the file below of its own bucket, not those of all buckets. */
  @Test
  void outputIsCutWhereThePartitionerEndsAFile() {
    LsmTable cut = LsmTable.of("fileTable", 7, List.of(file("1", 0, "a1", "c9", 50),
        file("2", 6, "a1", "a9", 0), file("3", 6, "b1", "b9", 0), file("4", 6, "c1", "c9", 0)))
        .withBaseLevel(5).withSettings(CompactionSettings.ofTargetFileBytes(100_000).withPrefixOfFiles(1));

    FileStep step = new FileSteps(new Levels(cut, FileProfiles.UNKNOWN))
        .ofKeys(0, 6, new KeyRange(bytes("b2"), bytes("b2")));

    assertThat(step.merges()).extracting(Merge::outputLevel).containsExactly(5, 6);
    assertThat(step.merges().get(1).lower()).extracting(file -> file.live().name()).containsExactly("3");
  }

  private static SstFile file(String name, int level, String first, String last, int tombstones) {
    return new SstFile(name, level, bytes(first), bytes(last), 1_000, 100, tombstones, false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
