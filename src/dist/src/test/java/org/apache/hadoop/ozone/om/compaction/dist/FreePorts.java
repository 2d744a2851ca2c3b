// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that start later, and again after a restart: below those from which the system takes the ports of
 * outgoing connections, and below those of the embedded rings that other tests run at the same time. No port is given
 * twice.
 */
public final class FreePorts {
  static final int FIRST = 10_000;
  /** Where Ozone's mini cluster begins; outgoing connections begin at 32768. */
  static final int END = 15_000;

  /** Somewhere, so that two runs on one machine hardly meet. */
  private static int next = ThreadLocalRandom.current().nextInt(FIRST, END);

  private FreePorts() {
  }

  /** Host and port. */
  public static String address() {
    return "127.0.0.1:" + take();
  }

  public static synchronized int take() {
    for (int tried = FIRST; tried < END; tried++) {
      int port = next;
      next = port + 1 == END ? FIRST : port + 1;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("No free port between " + FIRST + " and " + END);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
