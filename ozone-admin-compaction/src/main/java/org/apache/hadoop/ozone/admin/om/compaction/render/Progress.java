// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.io.PrintWriter;

/** One line that changes while a command works, for a person at a terminal. */
public interface Progress {
  /** A line that wraps cannot be rewritten, and Java does not know the width of the terminal. */
  int MAX_COLUMNS = 79;
  /** Shows nothing. */
  Progress NONE = line -> {
  };

  /** Shows a line instead of the one before; an empty one takes it away. */
  void show(String line);

  static Progress onTerminal(PrintWriter terminal) {
    return line -> {
      terminal.print("\r\u001B[K" + line.substring(0, Math.min(line.length(), MAX_COLUMNS)));
      terminal.flush();
    };
  }
}
