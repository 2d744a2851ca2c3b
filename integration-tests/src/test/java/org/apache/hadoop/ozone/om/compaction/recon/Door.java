// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port that forwards to another. While shut, it accepts connections and holds back their data. */
final class Door implements AutoCloseable {
  private static final int BUFFER_BYTES = 8192;

  private final InetSocketAddress behind;
  private final ServerSocket socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private boolean shut;
  private boolean knocked;

  Door(InetSocketAddress behind) throws IOException {
    this.behind = behind;
    threads.execute(this::accept);
  }

  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  synchronized void shut() {
    shut = true;
    knocked = false;
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Whether data is held back, or was since it was shut. */
  synchronized boolean isKnockedAt() {
    return knocked;
  }

  private synchronized void pass() throws InterruptedException {
    knocked |= shut;
    while (shut) {
      wait();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket from = socket.accept();
        Socket to = new Socket(behind.getAddress(), behind.getPort());
        sockets.addAll(List.of(from, to));
        threads.execute(() -> lead(from, to));
        threads.execute(() -> lead(to, from));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void lead(Socket from, Socket to) {
    try (from; to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[BUFFER_BYTES];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        pass();
        out.write(bytes, 0, read);
      }
    } catch (IOException | InterruptedException e) {
      // One side is gone.
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    socket.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
