// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import org.apache.ozone.test.GenericTestUtils.PortAllocator;

/**
 * A block of ports that is claimed by one JVM. Ozone's mini cluster counts up from the same port in every JVM and fails
 * if one is taken, so two rings on one machine would collide. A node binds its ports only while it runs; so the block
 * is claimed by its first port, which stays bound. All blocks lie below the ports that the system uses for outgoing
 * connections.
 */
public final class PortBlock implements AutoCloseable {
  /** Ports of a block; a ring of three OMs takes about forty. */
  public static final int PORTS = 1000;

  private static PortBlock ofThisJvm;

  private final ServerSocket claim;

  private PortBlock(ServerSocket claim) {
    this.claim = claim;
  }

  /**
   * Claims a block whose ports are all free.
   *
   * @throws IllegalStateException if there is none
   */
  public static PortBlock claim() {
    for (int first = PortAllocator.MIN_PORT; first + PORTS <= PortAllocator.MAX_PORT; first += PORTS) {
      PortBlock block;
      try {
        block = new PortBlock(new ServerSocket(first));
      } catch (IOException taken) {
        continue;
      }
      if (block.restIsFree()) {
        return block;
      }
      block.close();
    }
    throw new IllegalStateException("No " + PORTS + " free ports in a row between " + PortAllocator.MIN_PORT + " and "
        + PortAllocator.MAX_PORT + ": stop what occupies them and start again");
  }

  /** The next port of this JVM's block. */
  public static int nextPort() {
    useInThisJvm();
    return PortAllocator.getFreePort();
  }

  /** The next port of this JVM's block, with the address of this machine before it. */
  public static String nextAddress() {
    return PortAllocator.HOST_ADDRESS + ':' + nextPort();
  }

  /** Makes the mini cluster count ports within this JVM's block; calls after the first do nothing. */
  static synchronized void useInThisJvm() {
    if (ofThisJvm == null) {
      ofThisJvm = claim();
      PortAllocator.NEXT_PORT.set(ofThisJvm.first() + 1);
    }
  }

  /** The port that stays bound as long as the block is claimed. */
  public int first() {
    return claim.getLocalPort();
  }

  private boolean restIsFree() {
    for (int port = first() + 1; port < first() + PORTS; port++) {
      if (!isFree(port)) {
        return false;
      }
    }
    return true;
  }

  static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      claim.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
