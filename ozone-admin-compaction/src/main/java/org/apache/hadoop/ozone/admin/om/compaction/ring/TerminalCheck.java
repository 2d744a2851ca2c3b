// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.io.Console;

/** Whether input and output are a terminal. */
final class TerminalCheck {
  private TerminalCheck() {
  }

  /** Since Java 22 a process has a console without a terminal; only its own method, unknown to Java 8, tells. */
  static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
