// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.ozone.om.compaction.recon.FuzzRequests.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Thousands of requests from the contract, over keep-alive connections to a real Recon: no 5xx except from a busy ring,
 * no answer that the contract does not allow, no unintended job. {@code -Dfuzz.seed=...} repeats a run, {@code
 * -Dfuzz.requests=...} sets its length.
 */
@ExtendWith(ReconRingFixture.class)
class FuzzTest {
  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 2_000);
  private static final int CONNECTIONS = 4;
  private static final int SHOWN = 20;
  /** The ring is busy. */
  private static final int BUSY = 503;
  /** The answer of Recon's HTTP server before it knows the path. */
  private static final String NOT_HTTP = "<h1>Bad Message 400</h1>";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private final List<String> jobIds = List.of("123e4567-e89b-12d3-a456-426614174000",
      "00000000-0000-0000-0000-000000000001");

  @Test
  void fuzzedRequestsBreakNothingAndStartNothing(RingWithRecon ring) throws Exception {
    long seed = Long.getLong("fuzz.seed", System.nanoTime());
    System.out.printf("Fuzzing with -Dfuzz.seed=%d%n", seed);
    Http recon = ring.recon();
    Set<String> before = jobs(recon);
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        FuzzRequests requests = new FuzzRequests(Contract.load(), seed + i);
        runs.add(threads.submit(() -> run(requests, URI.create(recon.origin()))));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } finally {
      threads.shutdownNow();
    }
    System.out.printf("%d requests in %s: %s%n", REQUESTS, Duration.ofNanos(System.nanoTime() - start),
        new TreeMap<>(statuses));

    assertThat(complaints.stream().limit(SHOWN).toList()).as("seed %d, %d complaints", seed, complaints.size())
        .isEmpty();
    Set<String> made = jobs(recon);
    made.removeAll(before);
    assertThat(accepted).as("seed %d", seed).containsAll(made);
    // A job whose cancel found the ring busy would be in the way of other tests' jobs.
    await().atMost(Http.PATIENCE).until(() -> ring.cli().run("cancel", "--all").exitCode() == 0);
  }

  private Void run(FuzzRequests requests, URI server) throws IOException {
    Contract contract = Contract.load();
    try (RawHttp http = new RawHttp(server)) {
      for (int i = 0; i < REQUESTS / CONNECTIONS && complaints.size() < SHOWN; i++) {
        Request request = requests.next(jobIds);
        RawHttp.Answer answer = answer(http, request);
        statuses.merge(answer.status(), 1, Integer::sum);
        judge(contract, request, answer);
        if (answer.status() == 202 && request.operation().path().equals("/jobs")) {
          taken(http, JSON.readTree(answer.body()).path("jobId").asText());
        }
      }
    }
    return null;
  }

  /** The answer once the ring is not busy any more, which has to happen. */
  private RawHttp.Answer answer(RawHttp http, Request request) throws IOException {
    long deadline = System.nanoTime() + Http.PATIENCE.toNanos();
    RawHttp.Answer answer;
    do {
      answer = http.send(request.method(), request.target(), request.headers(), request.body());
      String unsure = answer.status() == BUSY ? JSON.readTree(answer.body()).path("jobId").asText() : "";
      if (!unsure.isEmpty() && request.mayMakeAJob()) {
        taken(http, unsure);
      }
    } while (answer.status() == BUSY && System.nanoTime() < deadline);
    return answer;
  }

  private void taken(RawHttp http, String jobId) throws IOException {
    accepted.add(jobId);
    http.send("POST", (Http.API + "/jobs/" + jobId + "/cancel").getBytes(), Map.of("X-Requested-With", "fuzz"),
        new byte[0]);
  }

  private void judge(Contract contract, Request request, RawHttp.Answer answer) {
    List<String> wrong = new ArrayList<>();
    if (answer.status() >= 500) {
      wrong.add("status " + answer.status());
    }
    if (answer.status() == 202 && !request.mayMakeAJob()) {
      wrong.add("accepted though it is not valid");
    }
    if (!request.isHttp() && answer.text().startsWith(NOT_HTTP) || request.isElsewhere() && answer.status() < 500) {
      return;
    }
    if (!request.method().equals("HEAD")) {
      String type = answer.headers().get("Content-Type");
      if (request.operation() != null) {
        wrong.addAll(contract.complaints(request.operation(), answer.status(), type, answer.text()));
      } else if (answer.status() >= 400) {
        try {
          JsonNode error = JSON.readTree(answer.body());
          wrong.addAll(contract.complaints(contract.schema("ApiError"), error));
        } catch (IOException e) {
          wrong.add("not JSON");
        }
      }
    }
    if (!wrong.isEmpty()) {
      complaints.add(String.join("\n  ", wrong.toString(), request.toString(), answer.toString()));
    }
  }

  private static Set<String> jobs(Http recon) {
    Set<String> jobs = new HashSet<>();
    recon.now("/jobs?limit=20000").json().path("jobs").forEach(job -> jobs.add(job.path("jobId").asText()));
    return jobs;
  }
}
