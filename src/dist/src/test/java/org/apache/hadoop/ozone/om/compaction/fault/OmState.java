// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.dist.ServerProcess;

/** Describes the state of an OM's process in the output of a failed test. */
final class OmState {
  /** Limit for details of a failure. */
  private static final Duration A_LOOK = Duration.ofSeconds(20);

  private OmState() {
  }

  /** An OM's answers, last log lines and threads, for readers of the tests' output. */
  static String of(ServerProcess om) throws IOException, InterruptedException {
    if (!om.isAlive()) {
      return "has ended\n" + tail(om.log());
    }
    String before = om.log();
    om.signal("QUIT");
    ProcessRing.await("a thread dump").atMost(A_LOOK)
        .until(() -> om.log().indexOf("JNI global refs", before.length()) > 0);
    String threads = Stream.of(om.log().substring(before.length()).split("\n\n"))
        .filter(thread -> thread.contains("compaction") || thread.contains("StateMachine"))
        .collect(Collectors.joining("\n\n"));
    return "log:\n" + tail(before) + "\nthreads:\n" + threads + "\nnodes: " + answer(om, "nodes") + "\njobs: "
        + answer(om, "jobs");
  }

  private static String answer(ServerProcess om, String path) {
    try {
      return om.get("/compaction/v1/" + path).body();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String tail(String log) {
    List<String> lines = log.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
  }
}
