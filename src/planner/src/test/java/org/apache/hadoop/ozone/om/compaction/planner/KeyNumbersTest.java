// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.junit.jupiter.api.Test;

class KeyNumbersTest {
  @Property
  void numbersCompareAsKeysDo(
      @ForAll @Size(max = 20) List<@Size(max = 3) List<@ByteRange(min = -1, max = 1) Byte>> texts) {
    List<byte[]> keys = new ArrayList<>();
    texts.forEach(text -> keys.add(bytes(text)));
    KeyNumbers numbers = new KeyNumbers(keys);
    for (byte[] a : keys) {
      for (byte[] b : keys) {
        assertThat(Integer.signum(Integer.compare(numbers.of(a), numbers.of(b))))
            .isEqualTo(Integer.signum(Keys.compare(a, b)));
      }
    }
  }

  @Property
  void everyOtherKeyIsNearWhereItBelongs(
      @ForAll @Size(min = 1, max = 20) List<@Size(max = 3) List<@ByteRange(min = -1, max = 1) Byte>> texts,
      @ForAll @Size(max = 3) List<@ByteRange(min = -1, max = 1) Byte> other) {
    List<byte[]> keys = new ArrayList<>();
    texts.forEach(text -> keys.add(bytes(text)));
    KeyNumbers numbers = new KeyNumbers(keys);
    byte[] key = bytes(other);
    int near = numbers.near(key);
    for (byte[] known : keys) {
      // Nothing is before the first.
      if (numbers.of(known) > 0 || Keys.compare(key, known) >= 0) {
        assertThat(Integer.signum(Integer.compare(near, numbers.of(known))))
            .isEqualTo(Integer.signum(Keys.compare(key, known)));
      }
    }
  }

  @Property
  void betweenTwoNumbersTheNextKeyIsTold(
      @ForAll @Size(min = 1, max = 20) List<@Size(max = 3) List<@ByteRange(min = -1, max = 1) Byte>> texts) {
    List<byte[]> keys = new ArrayList<>();
    texts.forEach(text -> keys.add(bytes(text)));
    KeyNumbers numbers = new KeyNumbers(keys);
    for (byte[] key : keys) {
      int number = numbers.of(key);
      assertThat(numbers.keyAtOrAfter(number)).isEqualTo(key);
      assertThat(numbers.isKnown(number)).isTrue();
      assertThat(numbers.isKnown(number + 1)).isFalse();
      assertThat(number == 0 || numbers.keyAtOrAfter(number - 1) == numbers.keyAtOrAfter(number)).isTrue();
    }
  }

  @Test
  void keyThatWasNotGivenHasNoNumber() {
    KeyNumbers numbers = new KeyNumbers(Collections.singletonList("a".getBytes()));
    assertThatThrownBy(() -> numbers.of("b".getBytes())).isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Key b has no number");
  }

  private static byte[] bytes(List<Byte> text) {
    byte[] key = new byte[text.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = text.get(i);
    }
    return key;
  }
}
