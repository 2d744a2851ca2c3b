// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Recon's own main class in a process of its own, on the classpath that the launcher makes. No OM and no SCM is up. */
final class StockRecon implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI address;
  private final Path log;
  private final Process process;

  private StockRecon(URI address, Path log, Process process) {
    this.address = address;
    this.log = log;
    this.process = process;
  }

  static StockRecon start(Path home) throws IOException {
    String http = freeAddress();
    StockHome.write(home, "etc/hadoop/ozone-site.xml", """
        <configuration>
          <property><name>ozone.metadata.dirs</name><value>%1$s</value></property>
          <property><name>ozone.recon.db.dir</name><value>%1$s</value></property>
          <property><name>ozone.recon.http-address</name><value>%2$s</value></property>
          <property><name>ozone.recon.address</name><value>%3$s</value></property>
          <property><name>ozone.recon.datanode.address</name><value>%4$s</value></property>
          <property><name>ozone.om.address</name><value>127.0.0.1:1</value></property>
          <property><name>ozone.om.http-address</name><value>127.0.0.1:1</value></property>
          <property><name>ozone.scm.names</name><value>127.0.0.1</value></property>
          <property><name>ozone.scm.client.address</name><value>127.0.0.1:1</value></property>
        </configuration>
        """.formatted(home.resolve("metadata"), http, freeAddress(), freeAddress()));
    Path log = home.resolve("recon.log");
    ProcessBuilder builder = new ProcessBuilder(Stock.RECON.java(home, "org.apache.hadoop.ozone.recon.ReconServer"))
        .directory(home.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().clear();
    StockRecon recon = new StockRecon(URI.create("http://" + http), log, builder.start());
    recon.awaitStart();
    return recon;
  }

  private void awaitStart() throws IOException {
    try {
      Awaitility.await().atMost(START).failFast(() -> !process.isAlive()).ignoreExceptionsInstanceOf(IOException.class)
          .until(() -> get("/index.html").statusCode() == 200);
    } catch (RuntimeException e) {
      close();
      throw new IllegalStateException("Recon did not start; it said: " + Files.readString(log), e);
    }
  }

  HttpResponse<String> get(String path) throws IOException {
    try {
      return client.send(HttpRequest.newBuilder(address.resolve(path)).timeout(START).build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String freeAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("Recon did not end", e));
    }
  }
}
