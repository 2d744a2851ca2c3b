// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port whose queue of connections is full: Linux drops what comes then, as if the host were off. */
final class PoweredOff implements Closeable {
  private static final int KNOCK_MILLIS = 200;

  private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final List<Socket> queue = new ArrayList<>();

  PoweredOff() throws IOException {
    try {
      while (true) {
        Socket socket = new Socket();
        queue.add(socket);
        socket.connect(listener.getLocalSocketAddress(), KNOCK_MILLIS);
      }
    } catch (SocketTimeoutException full) {
      // The queue is full.
    }
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : queue) {
      socket.close();
    }
    listener.close();
  }
}
