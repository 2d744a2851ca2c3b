// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinesTest {

  @Test
  void sentenceThatFitsStaysOnOneLine() {
    String sentence = "x".repeat(59) + ' ' + "y".repeat(60);
    assertThat(Lines.of(sentence)).isEqualTo(sentence).hasSize(Lines.WIDTH);
  }

  @Test
  void longSentenceBreaksAtSpaces() {
    assertThat(Lines.of("x".repeat(60) + ' ' + "y".repeat(60) + " z"))
        .isEqualTo("x".repeat(60) + '\n' + "y".repeat(60) + " z");
  }

  @Test
  void everyLineIsIndented() {
    assertThat(Lines.of("x".repeat(60) + ' ' + "y".repeat(60), "    "))
        .isEqualTo("    " + "x".repeat(60) + "\n    " + "y".repeat(60));
    assertThat(Lines.of("x".repeat(58) + ' ' + "y".repeat(57), "    ").lines()).singleElement()
        .satisfies(line -> assertThat(line).hasSize(Lines.WIDTH));
  }

  @Test
  void quotedCommandIsNotBroken() {
    String command = "'ozone admin om compaction status 123e4567-e89b-12d3-a456-426614174000 --wait'";
    assertThat(Lines.of("A job that is at the same keys is open. Wait for it with " + command + ", or cancel it."))
        .isEqualTo("A job that is at the same keys is open. Wait for it with\n" + command + ", or cancel it.");
  }

  @Test
  void longWordIsNotBroken() {
    String key = "k".repeat(300);
    assertThat(Lines.of("Key " + key + " is odd")).isEqualTo("Key\n" + key + "\nis odd");
  }
}
