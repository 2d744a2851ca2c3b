// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {
  @Property(tries = 5_000)
  void printedKeyIsReadBack(@ForAll byte[] key) {
    assertThat(KeyText.parse(KeyText.print(key))).isEqualTo(key);
  }

  @Property(tries = 2_000)
  void printedTextOfCharactersIsReadBack(@ForAll String text) {
    byte[] key = text.getBytes(StandardCharsets.UTF_8);
    assertThat(KeyText.parse(KeyText.print(key))).isEqualTo(key);
  }

  @Property
  void printedKeyNeedsNoQuotesInAShell(@ForAll byte[] key) {
    assertThat(KeyText.print(key)).doesNotContain("'", "\"", " ", "..").doesNotContainPattern("\\p{Cntrl}");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "2F766F6C2F6275636B65742F6B6579 | /vol/bucket/key",
      "2F76C3BC2FE5AD97 | /vü/字",
      "F09F9880 | 😀",
      "612E62 | a.b",
      "612E2E62 | a\\x2E\\x2Eb",
      "2E61 | \\x2Ea",
      "612E | a\\x2E",
      "2E | \\x2E",
      "612062 | a\\x20b",
      "27226060 | \\x27\\x22\\x60\\x60",
      "5C7834 | \\x5Cx4",
      "00 | \\x00",
      "0A7F | \\x0A\\x7F",
      "C285 | \\xC2\\x85",
      "E280AE | \\xE2\\x80\\xAE",
      "C0AF | \\xC0\\xAF",
      "EDA080 | \\xED\\xA0\\x80",
      "E5AD | \\xE5\\xAD",
      "FF | \\xFF",
      "61FF62 | a\\xFFb"
  })
  void keysArePrintedAndReadBack(String hex, String text) {
    byte[] key = HexFormat.of().parseHex(hex);
    assertThat(KeyText.print(key)).isEqualTo(text);
    assertThat(KeyText.parse(text)).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "\\x2f | /",
      "a b  | a b",
      "$x   | $x"
  })
  void otherFormsOfAKeyAreAccepted(String text, String key) {
    assertThat(KeyText.parse(text)).asString(StandardCharsets.UTF_8).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\x", "\\x4", "\\xG0", "\\n", "\\\\", "\\u0041"})
  void unknownEscapeIsRefused(String text) {
    assertThatThrownBy(() -> KeyText.parse(text)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("backslash at character").hasMessageContaining("\\x5C");
  }

  @ParameterizedTest
  @ValueSource(ints = {0xD800, 0xDC00})
  void halfASurrogatePairIsRefused(int half) {
    assertThatThrownBy(() -> KeyText.parse("a" + (char) half)).isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("character 2");
  }
}
