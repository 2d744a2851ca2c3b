// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/** One OM's HTTP port with prepared answers by path. Other paths get a stock OM's answer: 404, HTML. */
public final class FakeOm implements AutoCloseable {
  static {
    // Without it the server holds the body back until the client has acknowledged the headers: 40 ms for each answer.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private record Answer(int status, byte[] body) {
  }

  public FakeOm() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestURI().toString());
    Answer answer = answers.getOrDefault(exchange.getRequestURI().toString(),
        answers.getOrDefault(exchange.getRequestURI().getPath(),
            new Answer(404, "<html>Not Found</html>".getBytes(StandardCharsets.UTF_8))));
    exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
    exchange.getResponseBody().write(answer.body);
    exchange.close();
  }

  /** @param resource a path, for any query, or a path with one query */
  public FakeOm answer(String resource, Object model) {
    return raw(resource, 200, json(model));
  }

  public FakeOm refuse(String resource, int status, ApiErrorJson error) {
    return raw(resource, status, json(error));
  }

  public FakeOm raw(String resource, int status, String body) {
    answers.put("/compaction/v1" + resource, new Answer(status, body.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  /** Turns this into an OM without the add-on. */
  public void stock() {
    answers.clear();
  }

  private static String json(Object model) {
    try {
      return CompactionJson.mapper().writeValueAsString(model);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Requested paths with queries. */
  public List<String> asked() {
    return asked;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Stops listening. */
  @Override
  public void close() {
    server.stop(0);
  }
}
