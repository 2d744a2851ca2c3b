// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.ozone.test.GenericTestUtils.PortAllocator;

/**
 * Where the embedded ring's ports begin. Ozone's mini cluster counts up from the same port in every JVM and does not
 * survive one that is taken, so two rings on one machine would meet.
 */
final class FreePorts {
  /** A ring of three takes about thirty, and as many again when nodes are started anew. */
  private static final int BLOCK = 100;
  private static final int BLOCKS = (PortAllocator.MAX_PORT - PortAllocator.MIN_PORT) / BLOCK;
  private static final int TRIES = 50;

  private FreePorts() {
  }

  /** Moves the mini cluster's counter to a block of which every port is free now. */
  static void choose() {
    for (int i = 0; i < TRIES; i++) {
      int first = PortAllocator.MIN_PORT + BLOCK * ThreadLocalRandom.current().nextInt(BLOCKS);
      if (allFree(first)) {
        PortAllocator.NEXT_PORT.set(first);
        return;
      }
    }
    throw new IllegalStateException("No " + BLOCK + " free ports in a row between " + PortAllocator.MIN_PORT + " and "
        + PortAllocator.MAX_PORT + ": stop what occupies them and start again");
  }

  private static boolean allFree(int first) {
    for (int port = first; port < first + BLOCK; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        socket.setReuseAddress(false);
      } catch (IOException taken) {
        return false;
      }
    }
    return true;
  }
}
