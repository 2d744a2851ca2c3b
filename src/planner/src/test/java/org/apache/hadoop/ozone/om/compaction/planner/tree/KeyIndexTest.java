// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.junit.jupiter.api.Test;

class KeyIndexTest {
  private static final int MANY = 100_000;

  /** Keys of files with corrupt metadata, and of coarse estimates, overlap and come in any order. */
  @Property
  void findsWhatALookAtEachFinds(@ForAll List<@IntRange(max = 9) Integer> starts, @ForAll boolean inOrder,
      @ForAll @Size(10) List<@IntRange(max = 3) Integer> lengths, @ForAll @IntRange(max = 12) int from,
      @ForAll @IntRange(max = 3) int length) {
    List<KeyRange> all = new ArrayList<>();
    (inOrder ? starts.stream().sorted().collect(Collectors.toList()) : starts)
        .forEach(start -> all.add(range(start, start + lengths.get(all.size() % 10))));
    KeyRange sought = range(from, from + length);

    assertThat(KeyIndex.ofRanges(all, each -> each).overlapping(sought))
        .isEqualTo(all.stream().filter(each -> each.overlaps(sought)).collect(Collectors.toList()));
  }

  /** As many estimates lie below as many others where both files are scanned in a table of small buckets. */
  @Test
  void looksAtFewOfMany() {
    int[] looks = new int[1];
    List<KeyRange> all = IntStream.range(0, MANY).mapToObj(i -> range(10 * i, 10 * i + 5))
        .collect(Collectors.toList());
    KeyIndex<KeyRange> index = KeyIndex.ofRanges(all, each -> {
      looks[0]++;
      return each;
    });
    looks[0] = 0;

    all.forEach(each -> assertThat(index.overlapping(each)).hasSize(1));

    assertThat(looks[0]).isLessThanOrEqualTo(2 * MANY);
  }

  private static KeyRange range(int first, int last) {
    return new KeyRange(key(first), key(last));
  }

  private static byte[] key(int number) {
    return String.format("%08d", number).getBytes(StandardCharsets.UTF_8);
  }
}
