// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.key.Keys;

class KeyIndexTest {
  private static final byte[] ALPHABET = {0, 1, '/', 'a', 0x7F, (byte) 0x80, (byte) 0xFF};

  @Property
  void findsTheNumberOfKeysUpToAnyKey(@ForAll long seed, @ForAll @IntRange(max = 200) int count,
      @ForAll @IntRange(max = 12) int common, @ForAll @IntRange(min = 1, max = 12) int lengths) {
    Random random = new Random(seed);
    TreeSet<byte[]> keys = new TreeSet<>(Keys::compare);
    for (int i = 0; i < count; i++) {
      keys.add(key(random, common, lengths));
    }
    byte[][] sorted = keys.toArray(new byte[0][]);
    KeyIndex index = new KeyIndex(sorted.length, i -> sorted[i]);
    for (byte[] key : sorted) {
      assertThat(index.upTo(key)).isEqualTo(keys.headSet(key, true).size());
    }
    for (int i = 0; i < 200; i++) {
      byte[] key = key(random, random.nextInt(common + 2), lengths);
      assertThat(index.upTo(key)).as(KeyText.print(key)).isEqualTo(keys.headSet(key, true).size());
    }
  }

  private static byte[] key(Random random, int common, int lengths) {
    byte[] key = new byte[common + random.nextInt(lengths)];
    for (int i = 0; i < key.length; i++) {
      key[i] = i < common ? (byte) 'c' : ALPHABET[random.nextInt(ALPHABET.length)];
    }
    return key;
  }
}
