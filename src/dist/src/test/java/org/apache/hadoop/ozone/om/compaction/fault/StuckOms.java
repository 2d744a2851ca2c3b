// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * OMs that faults leave stuck, with and without the add-on, and what an operator has to do then:
 * <ul>
 * <li>An OM that is killed after it has installed a checkpoint, before Ratis 3.2.1 has dropped the earlier entries, is
 * left with a gap in its log: it does not catch up and does not start. Its log is emptied, as om.db is ahead of it.
 * <li>An OM of Ozone 2.2.0 that installs a checkpoint while it writes what it has applied can wait for itself for ever
 * (HDDS-16155): it answers and applies nothing more. It is killed and started again.
 * <li>One that applies a request while it installs a checkpoint finds its database closed, and ends (HDDS-16275). It is
 * started again.
 * </ul>
 */
final class StuckOms {
  /** The thread that pauses the state machine holds its monitor and waits for the end of the one that writes. */
  private static final String PAUSES = "OzoneManagerDoubleBuffer.stopDaemon";
  private static final String WRITES = "OMDoubleBufferFlushThread";
  private static final String WAITS_FOR_THE_MONITOR = "OzoneManagerStateMachine.updateLastAppliedTermIndex";

  private StuckOms() {
  }

  /** Does what an operator has to do. @return the number of OMs that were stuck */
  static int restart(ProcessRing ring) throws IOException {
    int gaps = 0;
    int hanging = 0;
    int ended = 0;
    for (String node : ProcessRing.NODES) {
      if (hasGap(ring, node)) {
        ring.kill(node);
        empty(ring.metadata(node).resolve("om.ratis"));
        ring.launchAgain(node);
        ring.awaitUp(node);
        gaps++;
      } else if (waitsForItself(ring, node)) {
        if (ring.runsThisRelease(node)) {
          assertThat(ring.om(node).get("/compaction/v1/nodes").body()).contains("applies nothing meanwhile");
        }
        ring.kill(node);
        ring.launchAgain(node);
        ring.awaitUp(node);
        hanging++;
      } else if (hasEndedInACheckpoint(ring, node)) {
        ring.launchAgain(node);
        ring.awaitUp(node);
        ended++;
      }
    }
    if (gaps + hanging + ended > 0) {
      System.out.println("Faults: emptied " + gaps + " logs that Ratis had left with a gap, restarted " + hanging
          + " OMs that waited for themselves in a checkpoint and " + ended + " that had ended in one");
    }
    return gaps + hanging + ended;
  }

  private static boolean hasGap(ProcessRing ring, String node) throws IOException {
    String said = ring.om(node).log();
    return said.contains("first entry to append") || said.contains("gap between entr");
  }

  private static boolean hasEndedInACheckpoint(ProcessRing ring, String node) throws IOException {
    return !ring.om(node).isAlive() && ring.om(node).log().contains("Installing checkpoint")
        && ring.om(node).log().contains("Rocks Database is closed");
  }

  private static boolean waitsForItself(ProcessRing ring, String node) {
    if (!ring.om(node).isAlive()) {
      return false;
    }
    String threads;
    try {
      threads = ring.om(node).get("/stacks").body();
    } catch (IOException e) {
      // One that is starting or hangs as a whole has no threads to show.
      return false;
    }
    int writes = threads.indexOf(WRITES);
    return threads.contains(PAUSES) && writes >= 0
        && threads.substring(writes, Math.min(threads.length(), writes + 500)).contains(WAITS_FOR_THE_MONITOR);
  }

  private static void empty(Path logs) throws IOException {
    try (Stream<Path> files = Files.walk(logs)) {
      for (Path file : files.filter(each -> each.getFileName().toString().startsWith("log_")).toList()) {
        Files.delete(file);
      }
    }
  }
}
