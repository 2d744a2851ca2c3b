// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.recon.Contract.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract against itself and against running Recon. */
@ExtendWith(ReconRingFixture.class)
class ContractTest {
  private static final Contract CONTRACT = load();

  private static Contract load() {
    try {
      return Contract.load();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everyExampleIsValid() {
    assertThat(CONTRACT.examples()).hasSizeGreaterThan(20).allSatisfy((example, schema) ->
        assertThat(CONTRACT.complaints(schema, example)).as("%s", example).isEmpty());
  }

  /** Each parameter's example by itself, and all of an operation's together, as generated clients send them. */
  static Stream<Arguments> reads() {
    List<Arguments> reads = new ArrayList<>();
    for (Operation operation : CONTRACT.operations()) {
      if (operation.method().equals("GET") && !operation.path().contains("{")) {
        Map<String, String> all = new LinkedHashMap<>();
        operation.query().stream().filter(parameter -> parameter.path("required").asBoolean())
            .forEach(parameter -> all.put(parameter.path("name").asText(), text(parameter.path("example"))));
        Map<String, String> required = Map.copyOf(all);
        reads.add(Arguments.of(operation, query(required)));
        for (JsonNode parameter : operation.query()) {
          if (parameter.has("example")) {
            String name = parameter.path("name").asText();
            Map<String, String> one = new LinkedHashMap<>(required);
            one.put(name, text(parameter.path("example")));
            all.putAll(one);
            reads.add(Arguments.of(operation, query(one)));
          }
        }
        reads.add(Arguments.of(operation, query(all)));
      }
    }
    return reads.stream();
  }

  /** As in a query, where lists have commas. */
  private static String text(JsonNode example) {
    List<String> items = new ArrayList<>();
    example.forEach(item -> items.add(item.asText()));
    return example.isArray() ? String.join(",", items) : example.asText();
  }

  private static String query(Map<String, String> parameters) {
    return parameters.isEmpty() ? "" : parameters.entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&", "?", ""));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void reads(Operation operation, String query, RingWithRecon ring) throws Exception {
    Http.Answer answer = ring.recon().answered(operation.path() + query);
    assertKept(operation, answer.is(200));
  }

  static Stream<Arguments> jobs() {
    List<Arguments> jobs = new ArrayList<>();
    CONTRACT.operation("triggerJob").node().at("/requestBody/content/application~1json/examples").fields()
        .forEachRemaining(example -> jobs.add(Arguments.of(example.getKey(), example.getValue().path("value"))));
    return jobs.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void jobFromItsSubmissionToItsCancel(String name, JsonNode body, RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    Http.Answer accepted = recon.post("/jobs", body.toString()).is(202);
    assertKept(CONTRACT.operation("triggerJob"), accepted);
    String job = "/jobs/" + accepted.json().path("jobId").asText();
    assertKept(CONTRACT.operation("getJob"), recon.answered(job).is(200));
    assertKept(CONTRACT.operation("getJob"), recon.unchanged(job));
    assertKept(CONTRACT.operation("triggerJob"), recon.post("/jobs", body.toString().replaceFirst(
        "\"jobId\":\"[^\"]*\",", "")).is(409));
    assertKept(CONTRACT.operation("listJobs"), recon.answered("/jobs").is(200));
    Operation update = CONTRACT.operation("updateJob");
    for (JsonNode example : update.node().at("/requestBody/content/application~1json/examples")) {
      ObjectNode limits = example.path("value").deepCopy();
      limits.remove("notAfter");
      assertKept(update, recon.post(job + "/update", limits.toString()).is(202));
    }
    assertKept(CONTRACT.operation("pauseJob"), recon.post(job + "/pause", null).is(202));
    assertKept(CONTRACT.operation("getJob"), recon.answered(job).is(200));
    assertKept(CONTRACT.operation("resumeJob"), recon.post(job + "/resume", null).is(202));
    assertKept(CONTRACT.operation("cancelJob"), recon.post(job + "/cancel", null).is(202));
    assertKept(CONTRACT.operation("cancelJob"), recon.post(job + "/cancel", null).is(202));
    Http.Answer retried = recon.post(job + "/retry", null).is(202);
    assertKept(CONTRACT.operation("retryJob"), retried);
    assertKept(CONTRACT.operation("getJob"), recon.answered(job).is(200));
    recon.post("/jobs/" + retried.json().path("jobId").asText() + "/cancel", null).is(202);
    assertKept(CONTRACT.operation("retryJob"), recon.post(job + "/retry", null).is(409));
  }

  @Test
  void serviceFromItsPauseToItsResumption(RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    Http.Answer paused = recon.post("/service/pause?forSeconds=86400", null).is(202);
    assertKept(CONTRACT.operation("pauseService"), paused);
    assertThat(paused.json().at("/services/0/pausedUntil").asText()).isNotEmpty();
    assertKept(CONTRACT.operation("getService"), recon.answered("/service").is(200));
    Http.Answer resumed = recon.post("/service/resume", null).is(202);
    assertKept(CONTRACT.operation("resumeService"), resumed);
    assertThat(resumed.json().at("/services/0/pausedBy").isMissingNode()).isTrue();
    assertKept(CONTRACT.operation("resumeService"), recon.post("/service/resume", null).is(202));
  }

  @Test
  void refusals(RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    String unknown = "/jobs/" + UUID.randomUUID();
    assertKept(CONTRACT.operation("getJob"), recon.get(unknown).is(404));
    assertKept(CONTRACT.operation("cancelJob"), recon.post(unknown + "/cancel", null).is(404));
    assertKept(CONTRACT.operation("pauseJob"), recon.post(unknown + "/pause", null).is(404));
    assertKept(CONTRACT.operation("resumeJob"), recon.post(unknown + "/resume", null).is(404));
    assertKept(CONTRACT.operation("retryJob"), recon.post(unknown + "/retry", null).is(404));
    assertKept(CONTRACT.operation("retryJob"), recon.post("/jobs/none/retry", null).is(400));
    assertKept(CONTRACT.operation("retryJob"), recon.send("POST", Http.API + unknown + "/retry", null).is(403));
    assertKept(CONTRACT.operation("updateJob"), recon.post(unknown + "/update", "{\"maxWriteRate\": 4096}").is(404));
    assertKept(CONTRACT.operation("updateJob"), recon.post(unknown + "/update", "{}").is(400));
    assertKept(CONTRACT.operation("triggerJob"), recon.post("/jobs", "{").is(400));
    assertKept(CONTRACT.operation("triggerJob"), recon.send("POST", Http.API + "/jobs", "{}").is(403));
    assertKept(CONTRACT.operation("triggerJob"),
        recon.send("POST", Http.API + "/jobs", "{}", "X-Requested-With", "test").is(415));
    assertKept(CONTRACT.operation("pauseService"), recon.post("/service/pause?forSeconds=0", null).is(400));
    assertKept(CONTRACT.operation("resumeService"), recon.send("POST", Http.API + "/service/resume", null).is(403));
    assertKept(CONTRACT.operation("listNodes"), recon.get("/nodes?a=b").is(400));
    assertKept(CONTRACT.operation("listBuckets"), recon.get("/buckets?volume=none").is(404));
    assertKept(CONTRACT.operation("listJobs"), recon.send("PUT", Http.API + "/jobs", "{}", Http.WRITE).is(405));
  }

  private static void assertKept(Operation operation, Http.Answer answer) {
    assertThat(CONTRACT.complaints(operation, answer.status(), answer.header("Content-Type"), answer.body()))
        .as("%s", answer).isEmpty();
  }
}
