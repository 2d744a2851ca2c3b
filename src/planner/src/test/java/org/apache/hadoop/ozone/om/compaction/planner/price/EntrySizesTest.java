// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;
import org.junit.jupiter.api.Test;

class EntrySizesTest {
  /** The fit takes the bytes of one file's large puts for those of its tombstones, 71 for each. */
  @Test
  void tombstoneTakesLittleMoreThanItsKey() {
    List<SstFile> files = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      files.add(file(i, 64_000_000, 213_000, 0));
    }
    SstFile large = file(9, 64_000_000, 824_000, 800_000);
    files.add(large);

    EntrySizes sizes = EntrySizes.of(files);

    assertThat(sizes.areGuessed()).isFalse();
    double bytes = sizes.tombstoneBytes(large);
    assertThat(bytes).isBetween(800_000 * 16.0, 800_000 * 25.0);
    assertThat(sizes.uncertainBytes(800_000, bytes)).isBetween(bytes / 2, bytes);
  }

  private static SstFile file(int number, long bytes, long entries, long tombstones) {
    String key = "/1/1/" + number;
    return new SstFile("00000" + number, 6, (key + "a").getBytes(StandardCharsets.UTF_8),
        (key + "b").getBytes(StandardCharsets.UTF_8), bytes, entries, tombstones, false);
  }
}
