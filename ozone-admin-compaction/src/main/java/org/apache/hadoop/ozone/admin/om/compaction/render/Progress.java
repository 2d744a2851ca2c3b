// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.io.PrintWriter;

/** A line about the progress of a command, redrawn on the terminal while the command works. */
public interface Progress {
  /** Maximum width; longer lines are cut. A line that wraps cannot be redrawn, and the terminal's width is unknown. */
  int MAX_COLUMNS = 79;
  /** Shows nothing. */
  Progress NONE = line -> {
  };

  /** Replaces the line shown before; an empty text removes it. */
  void show(String line);

  static Progress onTerminal(PrintWriter terminal) {
    return line -> {
      terminal.print("\r\u001B[K" + line.substring(0, Math.min(line.length(), MAX_COLUMNS)));
      terminal.flush();
    };
  }
}
