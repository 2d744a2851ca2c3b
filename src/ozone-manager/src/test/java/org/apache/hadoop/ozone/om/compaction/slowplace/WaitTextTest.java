// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.slowplace;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.om.compaction.text.ValueFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a wait stands in the middle of sentences and at their end. */
class WaitTextTest {
  @ParameterizedTest
  @CsvSource({
      "1400, false, 0, 1.4 ms",
      "1400, false, 5000, 1.4 ms (5.0 ms or longer from disk)",
      "101000, true, 0, more than 101 ms"})
  void textEndsWithoutAComma(long micros, boolean bounded, long unread, String text) {
    assertThat(ValueFormat.time(new Wait(new byte[0], micros, null, bounded, true, unread))).isEqualTo(text);
  }
}
