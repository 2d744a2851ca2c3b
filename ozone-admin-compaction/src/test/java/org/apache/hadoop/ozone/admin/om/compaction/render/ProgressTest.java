// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter terminal = new StringWriter();

  @Test
  void progressReplacesItsLineWithin79Columns() {
    Progress progress = Progress.onTerminal(new PrintWriter(terminal));
    progress.show("x".repeat(200));
    progress.show("short");
    progress.show("");
    assertThat(terminal.toString()).isEqualTo(
        "\r\u001B[K" + "x".repeat(79) + "\r\u001B[Kshort" + "\r\u001B[K");
  }
}
