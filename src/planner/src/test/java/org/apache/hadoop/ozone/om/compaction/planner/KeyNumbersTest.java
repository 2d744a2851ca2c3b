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
  void keyAfterAnotherHasTheNextNumber(
      @ForAll @Size(max = 20) List<@Size(max = 3) List<@ByteRange(min = -1, max = 1) Byte>> texts) {
    List<byte[]> keys = new ArrayList<>();
    for (List<Byte> text : texts) {
      keys.add(bytes(text));
      keys.add(Keys.after(bytes(text)));
    }
    KeyNumbers numbers = new KeyNumbers(keys);
    for (List<Byte> text : texts) {
      assertThat(numbers.of(Keys.after(bytes(text)))).isEqualTo(numbers.of(bytes(text)) + 1);
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
