// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** More requests with slow or endless bodies than Recon's HTTP server has threads. */
@ExtendWith(ReconRingFixture.class)
@Timeout(180)
class SlowBodiesTest {
  private static final int SENDERS = 300;
  private static final int BODIES_AT_ONCE = 8;
  private static final long MILLIS_BETWEEN_BYTES = 500;
  private static final int QUESTIONS = 20;
  private static final Pattern REFUSED = Pattern.compile("The body was not complete after 5 s"
      + "|Recon waits for the bodies of other requests already|The body has to be JSON");

  /** The part of a request after its head. */
  private enum Body { DRIPS, NEVER_COMES }

  private final List<Sender> senders = new ArrayList<>();
  private final ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
  private Http recon;

  @BeforeEach
  void reconAsItIs(RingWithRecon ring) throws Exception {
    recon = ring.recon();
    recon.get("/nodes").is(200);
  }

  @AfterEach
  void hangUp() throws IOException {
    drip.shutdownNow();
    for (Sender sender : senders) {
      sender.socket.close();
    }
  }

  /** A connection that sends the head of a request and part of its body. */
  private static final class Sender {
    private final Socket socket;
    private final OutputStream out;

    private Sender(URI server, String... headers) throws IOException {
      socket = new Socket(server.getHost(), server.getPort());
      out = socket.getOutputStream();
      List<String> lines = new ArrayList<>(List.of("POST " + Http.API + "/jobs HTTP/1.1",
          "Host: " + server.getAuthority(), "X-Requested-With: test"));
      lines.addAll(Arrays.asList(headers));
      send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    void send(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }

    void drip() {
      try {
        send(" ");
      } catch (IOException e) {
        // Recon has closed it.
      }
    }

    /** Recon's complete answer. */
    CompletableFuture<String> answer() {
      return CompletableFuture.supplyAsync(() -> {
        StringBuilder answer = new StringBuilder();
        try {
          BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(),
              StandardCharsets.UTF_8));
          for (int c = in.read(); c >= 0; c = in.read()) {
            answer.append((char) c);
          }
        } catch (IOException e) {
          answer.append(e);
        }
        return answer.toString();
      }, task -> new Thread(task, "answer").start());
    }
  }

  private List<CompletableFuture<String>> send(String type, Body body) throws IOException {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < SENDERS; i++) {
      Sender sender = new Sender(URI.create(recon.origin()), "Content-Type: " + type, "Content-Length: 100000");
      senders.add(sender);
      answers.add(sender.answer());
    }
    if (body == Body.DRIPS) {
      drip.scheduleWithFixedDelay(() -> senders.forEach(Sender::drip), 0, MILLIS_BETWEEN_BYTES, TimeUnit.MILLISECONDS);
    }
    return answers;
  }

  /** @param waitingThreads Jetty uses no thread before the body begins, and none to read a form */
  @ParameterizedTest
  @CsvSource({"application/json, DRIPS, 8", "application/json, NEVER_COMES, 0",
      "application/x-www-form-urlencoded, DRIPS, 0", "application/x-www-form-urlencoded, NEVER_COMES, 0"})
  void slowBodiesDoNotBlockOthers(String type, Body body, int waitingThreads) throws Exception {
    List<CompletableFuture<String>> answers = send(type, body);
    await("threads wait for bodies").until(() -> threadsThatWaitForBodies() == waitingThreads);
    for (int question = 0; question < QUESTIONS; question++) {
      recon.send("GET", "/api/v1/clusterState", null).is(200);
      recon.get("/openapi.yaml").is(200);
      recon.answered("/nodes").is(200);
      assertThat(threadsThatWaitForBodies()).isLessThanOrEqualTo(BODIES_AT_ONCE);
    }
    for (CompletableFuture<String> answer : answers) {
      assertThat(answer.join()).containsPattern(REFUSED);
    }
    await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
        assertThat(recon.post("/jobs", "{\"jobId\": \"one\", \"targets\": {\"everything\": true}}").is(400)
            .error().getParameter()).isEqualTo("jobId"));
  }

  @Test
  void endlessBodiesAreCutOff() throws Exception {
    Sender sender = new Sender(URI.create(recon.origin()), "Content-Type: application/json",
        "Transfer-Encoding: chunked");
    senders.add(sender);
    CompletableFuture<String> answer = sender.answer();
    String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
    assertThatThrownBy(() -> {
      while (true) {
        sender.send(chunk);
      }
    }).isInstanceOf(IOException.class);
    assertThat(answer.join()).contains("TOO_LARGE");
  }

  /** Threads inside Jetty's read; one that has just released its place, or got none, is about to end. */
  private static long threadsThatWaitForBodies() {
    return Thread.getAllStackTraces().values().stream().filter(stack -> IntStream.range(1, stack.length).anyMatch(i ->
        isRead(stack[i - 1], ".HttpInput") && isRead(stack[i], ".BoundedBody"))).count();
  }

  private static boolean isRead(StackTraceElement frame, String className) {
    return frame.getClassName().endsWith(className) && frame.getMethodName().equals("read");
  }
}
