// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

/** The process that started this one, such as Maven. */
final class ParentProcess {
  private static final int TERMINATED = 143;

  private ParentProcess() {
  }

  /** Ends this process when its parent ends, as a Maven that is killed does not stop what it has started. */
  static void endWithIt() {
    ProcessHandle.current().parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().exit(TERMINATED)));
  }
}
