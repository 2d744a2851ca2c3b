// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

/** The process that has started this one, such as Maven. */
final class ParentProcess {
  private static final int TERMINATED = 143;

  private ParentProcess() {
  }

  /** From now on this process ends when its parent does: a Maven that is killed leaves what it has started behind. */
  static void endWithIt() {
    ProcessHandle.current().parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().exit(TERMINATED)));
  }
}
