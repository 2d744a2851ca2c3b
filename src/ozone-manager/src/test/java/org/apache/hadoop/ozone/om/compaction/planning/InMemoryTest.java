// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

/** What a bucket that is flushed and compacted takes in. */
class InMemoryTest {
  private static final LsmTable TABLE = LsmTable.of("keyTable", 7, List.of(
      file("young", 0, "/v/a/1", "/v/z/9", 1),
      file("besideInBase", 4, "/v/a/1", "/v/a/9", 2),
      file("insideInBase", 4, "/v/b/1", "/v/c/9", 4),
      file("besideBelow", 6, "/v/a/1", "/v/a/90", 8),
      file("insideBelow", 6, "/v/a/91", "/v/b/2", 16),
      file("behind", 6, "/v/c/1", "/v/z/9", 32)));
  private static final BucketSpan BUCKET = BucketSpan.below("keyTable", "v", "b", "/v/b/".getBytes(UTF_8));

  private static SstFile file(String name, int level, String smallest, String largest, long bytes) {
    return new SstFile(name, level, smallest.getBytes(UTF_8), largest.getBytes(UTF_8), bytes, 10, 0, false);
  }

  @Test
  void drawsInItsOwnFilesAndAllOfLevelZeroAndTheLevelBelow() {
    assertThat(InMemory.drawnInBytes(TABLE, BUCKET)).isEqualTo(1 + 2 + 4 + 16);
  }
}
