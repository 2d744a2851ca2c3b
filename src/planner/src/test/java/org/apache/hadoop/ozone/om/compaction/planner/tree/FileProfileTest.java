// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

class FileProfileTest {
  /** The stretches with keys of a range lie from that of its first key to that of its last key. */
  @Property
  void stretchesOfTwoKeysEncloseThoseOfTheKeysBetween(@ForAll @Size(max = 8) List<@IntRange(max = 20) Integer> cuts,
      @ForAll @IntRange(max = 20) int from, @ForAll @IntRange(max = 5) int length) {
    byte[][] keys = cuts.stream().distinct().sorted().map(FileProfileTest::key).toArray(byte[][]::new);
    SstFile file = new SstFile("1", 0, key(0), key(30), 1, 1, 1, false);
    FileProfile profile = new FileProfile(keys, new long[keys.length + 1], new long[keys.length + 1]);

    for (int i = 0; i < profile.stretches(); i++) {
      boolean overlaps = Keys.compare(profile.begin(file, i), key(from + length)) <= 0
          && Keys.compare(key(from), profile.lastKey(file, i)) <= 0;
      boolean empty = i == 0 && keys.length > 0 && Keys.compare(keys[0], file.smallestKey()) <= 0;
      assertThat(empty || overlaps == (profile.stretchOf(key(from)) <= i && i <= profile.stretchOf(key(from + length))))
          .as("stretch %s", i).isTrue();
    }
  }

  private static byte[] key(int number) {
    return String.format("%08d", number).getBytes(StandardCharsets.UTF_8);
  }
}
