// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

class RangeCostTest {
  /** The files of level 5 do not exist before level 0 comes down, and nobody knows where they end. */
  @Test
  void boundOfAWholeTableAllowsForFilesThatTwoStepsRewrite() {
    List<SstFile> files = new ArrayList<>();
    files.add(file("1", 0, "a0", "z9", 3_000_000, 30_000, 300));
    for (char letter = 'a'; letter <= 'z'; letter++) {
      files.add(file("2" + letter, 6, letter + "0", letter + "9", 1_000_000, 10_000, 0));
    }
    LsmTable table = LsmTable.of("keyTable", 7, files).withBaseLevel(5)
        .withSettings(CompactionSettings.ofTargetFileBytes(500_000));
    KeyRange all = new KeyRange(bytes("a"), bytes("zz"));

    RangeCost cost = RangeCost.of(new FileSteps(new Levels(table, FileProfiles.UNKNOWN)), all, all, files, 0);

    long largestFile = 1_000_000;
    assertThat(cost.price().mostWriteBytes()).as("%s", cost.price())
        .isGreaterThan(cost.price().writeBytes() + largestFile);
  }

  private static SstFile file(String name, int level, String first, String last, long bytes, long entries,
      long tombstones) {
    return new SstFile(name, level, bytes(first), bytes(last), bytes, entries, tombstones, false);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
