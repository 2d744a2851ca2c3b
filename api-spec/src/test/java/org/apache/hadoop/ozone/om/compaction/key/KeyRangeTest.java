// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRangeTest {
  @Property
  void printedRangeIsReadBack(@ForAll @NotEmpty byte[] one, @ForAll @NotEmpty byte[] other) {
    KeyRange range = new KeyRange(Keys.min(one, other), Keys.max(one, other));
    assertThat(KeyRange.parse(range.toString())).isEqualTo(range);
  }

  @ParameterizedTest
  @CsvSource({
      "/v/b/a../v/b/z, /v/b/a, /v/b/z",
      "a..a, a, a",
      "a.b..a.c, a.b, a.c",
      "a..a\\x2E\\x2E, a, a\\x2E\\x2E"
  })
  void rangesAreRead(String text, String begin, String lastKey) {
    assertThat(KeyRange.parse(text)).isEqualTo(new KeyRange(KeyText.parse(begin), KeyText.parse(lastKey)));
  }

  @ParameterizedTest
  @CsvSource({
      "abc, has no '..'",
      "'', has no '..'",
      "a.b, has no '..'",
      "..b, has no first key",
      "a.., has no last key",
      ".., has no first key",
      "a..b..c, more than one '..'",
      "a...b, more than one '..'",
      "b..a, begins after it ends",
      "a..\\q, backslash at character 1"
  })
  void wrongRangeIsRefusedWithTheReason(String text, String message) {
    assertThatThrownBy(() -> KeyRange.parse(text)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
