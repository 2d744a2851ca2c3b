// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A server of Ozone in its own process, with an HTTP port. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI address;
  private final Path log;
  private final Process process;

  private ServerProcess(URI address, Path log, Process process) {
    this.address = address;
    this.log = log;
    this.process = process;
  }

  /**
   * @param http host and port of the server's HTTP port
   * @param name of its log, which is overwritten
   */
  public static ServerProcess start(Path home, String name, String http, List<String> command) throws IOException {
    Path log = home.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true)
        .redirectOutput(log.toFile());
    builder.environment().clear();
    return new ServerProcess(URI.create("http://" + http), log, builder.start());
  }

  /** Waits until the server's answer to a path is as expected; closes it if that never happens. */
  public ServerProcess await(String path, Predicate<HttpResponse<String>> expected) throws IOException {
    try {
      Awaitility.await(path).atMost(PATIENCE).failFast(() -> !process.isAlive())
          .ignoreExceptionsInstanceOf(IOException.class).until(() -> expected.test(get(path)));
    } catch (RuntimeException e) {
      close();
      throw new IllegalStateException("The server does not answer; it said: " + log(), e);
    }
    return this;
  }

  public HttpResponse<String> get(String path) throws IOException {
    try {
      return client.send(HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE).build(),
          BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public String log() throws IOException {
    return Files.readString(log);
  }

  /** Whether the process exists, suspended or not. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal by its name, for example {@code STOP}. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IllegalStateException("kill -" + name + ": " + new String(kill.getErrorStream().readAllBytes(),
          StandardCharsets.UTF_8));
    }
  }

  /** Stops it as {@code ozone --daemon stop} does; @return the exit code. */
  public int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("The server does not stop");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("The server did not end", e));
    }
  }
}
