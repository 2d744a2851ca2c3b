// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Ratis' logs of a ring. An OM that is killed after it has installed a checkpoint, before Ratis has dropped the earlier
 * entries, is left with a gap in its log: it does not catch up and does not start (Ratis 3.2.1, with and without the
 * add-on).
 */
final class RatisLogs {
  private RatisLogs() {
  }

  /**
   * Does what an operator has to do with a gap: empties the log, as om.db is ahead of it.
   *
   * @return the number of such OMs
   */
  static int emptyWithGaps(ProcessRing ring) throws IOException {
    int emptied = 0;
    for (String node : ProcessRing.NODES) {
      String said = ring.om(node).log();
      if (said.contains("first entry to append") || said.contains("gap between entr")) {
        ring.kill(node);
        empty(ring.metadata(node).resolve("om.ratis"));
        ring.launchAgain(node);
        ring.awaitUp(node);
        emptied++;
      }
    }
    if (emptied > 0) {
      System.out.println("Faults: emptied " + emptied + " logs that Ratis had left with a gap");
    }
    return emptied;
  }

  private static void empty(Path logs) throws IOException {
    try (Stream<Path> files = Files.walk(logs)) {
      for (Path file : files.filter(each -> each.getFileName().toString().startsWith("log_")).toList()) {
        Files.delete(file);
      }
    }
  }
}
