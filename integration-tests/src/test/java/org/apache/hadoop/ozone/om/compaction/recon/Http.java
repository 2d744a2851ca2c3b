// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;

/** A client of Recon that sets headers and returns raw answers. */
final class Http {
  static final String API = "/api/v1/om/compaction";
  static final String[] WRITE = {"Content-Type", "application/json", "X-Requested-With", "test"};
  private static final Duration LIMIT = Duration.ofSeconds(30);
  /** Only a failing test waits for so long. */
  static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = CompactionJson.mapper();

  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI server;

  static {
    // Headers that a page of another site sends.
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin,content-length");
  }

  Http(URI server) {
    this.server = server;
  }

  /** An answer. */
  record Answer(String request, int status, HttpResponse<byte[]> response) {
    String header(String name) {
      return response.headers().firstValue(name).orElse(null);
    }

    String body() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    JsonNode json() {
      return read(JsonNode.class);
    }

    <T> T read(Class<T> type) {
      assertThat(header("Content-Type")).as("%s", this).startsWith("application/json");
      try {
        return JSON.readValue(response.body(), type);
      } catch (IOException e) {
        throw new UncheckedIOException(toString(), e);
      }
    }

    ApiErrorJson error() {
      ApiErrorJson error = read(ApiErrorJson.class);
      assertThat(error.getMessage()).as("%s", this).isNotBlank().doesNotContain("Exception").doesNotContain("<html");
      return error;
    }

    Answer is(int expected) {
      assertThat(status).as("%s", this).isEqualTo(expected);
      return this;
    }

    @Override
    public String toString() {
      String text = body();
      return request + " -> " + status + " " + (text.length() > 500 ? text.substring(0, 500) + "..." : text);
    }
  }

  /** @param path below the API's root, with query */
  Answer get(String path, String... headers) {
    return send("GET", API + path, null, headers);
  }

  /** The answer of a ring that is not busy, for which a read is repeated. */
  Answer answered(String path) {
    return await().atMost(PATIENCE).until(() -> get(path), answer -> answer.status() != 503);
  }

  /** The answer once no OM is missing from it; a busy one may be late. */
  Answer whole(String path) {
    return await().atMost(PATIENCE).until(() -> get(path), answer -> answer.status() == 200
        && answer.json().path("unanswered").isEmpty() && answer.json().findValues("reachable").stream()
            .allMatch(JsonNode::booleanValue));
  }

  /** The whole ring's answer, no older than the question. */
  Answer now(String path) {
    forgetShared();
    return whole(path);
  }

  /** Makes Recon forget the answers that it shares for a second; any command does, for an unknown job too. */
  void forgetShared() {
    cancel(UUID.randomUUID().toString(), WRITE).is(404);
  }

  /** Waits until Recon answers that nothing has changed. */
  Answer unchanged(String path) {
    return await().atMost(PATIENCE).until(() -> get(path, "If-None-Match", get(path).header("ETag")),
        answer -> answer.status() == 304);
  }

  /** A valid write. */
  Answer post(String path, String body) {
    return send("POST", API + path, body, WRITE);
  }

  /** Cancels a job, repeating it while the ring is busy; cancelling twice changes nothing. */
  Answer cancel(String jobId, String... headers) {
    return await().atMost(PATIENCE).until(() -> send("POST", API + "/jobs/" + jobId + "/cancel", null, headers),
        answer -> answer.status() != 503);
  }

  /** @param body null for none */
  Answer send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path)).timeout(LIMIT)
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(method + " " + path, response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  String origin() {
    return server.toString();
  }

  static String[] with(String[] headers, String... more) {
    return Stream.concat(Arrays.stream(headers), Arrays.stream(more)).toArray(String[]::new);
  }
}
