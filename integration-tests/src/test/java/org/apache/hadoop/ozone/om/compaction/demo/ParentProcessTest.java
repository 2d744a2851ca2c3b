// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The demo's process does not outlive the one that has started it. */
class ParentProcessTest {
  private static final int SECONDS = 60;

  /** As the demo: it stays up until somebody ends it. */
  static final class Demo {
    private Demo() {
    }

    public static void main(String[] args) throws InterruptedException {
      ParentProcess.endWithIt();
      System.out.println(ProcessHandle.current().pid());
      new CountDownLatch(1).await();
    }
  }

  @Test
  void endsWhenItsParentIsTerminated() throws Exception {
    String classes = Path.of(Demo.class.getProtectionDomain().getCodeSource().getLocation().toURI()) + ":"
        + Path.of(ParentProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    // The shell stays: behind the command it has another one.
    Process parent = new ProcessBuilder("bash", "-c", "\"$0\" -cp \"$1\" '" + Demo.class.getName() + "'; true",
        ProcessHandle.current().info().command().orElseThrow(), classes).start();
    BufferedReader out = parent.inputReader();
    ProcessHandle child = ProcessHandle.of(Long.parseLong(out.readLine())).orElseThrow();
    try {
      assertThat(child.parent()).hasValue(parent.toHandle());
      parent.destroy();
      assertThat(parent.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(child.onExit().get(SECONDS, TimeUnit.SECONDS).isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
      child.destroyForcibly();
    }
  }
}
