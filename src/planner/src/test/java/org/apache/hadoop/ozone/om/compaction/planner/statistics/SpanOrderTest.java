// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;

class SpanOrderTest {
  /** Keys with long common parts, of any length, with zero bytes and bytes above 127. */
  @Property(tries = 300)
  void spansAreInOrderOfTheirFirstKeys(@ForAll long seed, @ForAll @IntRange(max = 400) int count,
      @ForAll @IntRange(min = 1, max = 30) int lengths) {
    Random random = new Random(seed);
    byte[] alphabet = {0, 1, '/', 'a', (byte) 0x80, (byte) 0xFF};
    List<BucketSpan> spans = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] key = new byte[random.nextInt(lengths)];
      for (int at = 0; at < key.length; at++) {
        key[at] = at % 10 < 8 ? (byte) 'c' : alphabet[random.nextInt(alphabet.length)];
      }
      spans.add(BucketSpan.unattributed("table", key, Keys.after(key)));
    }
    List<BucketSpan> expected = new ArrayList<>(spans);
    expected.sort(Comparator.comparing(BucketSpan::begin, Keys::compare));
    BucketSpan[] sorted = spans.toArray(new BucketSpan[0]);
    List<BucketSpan> asSettled = new ArrayList<>();
    SpanOrder.sort(sorted, place -> asSettled.add(sorted[place]));
    assertThat(sorted).containsExactlyElementsOf(expected);
    assertThat(asSettled).as("each place told once, in order, with its span").containsExactlyElementsOf(expected);
  }
}
