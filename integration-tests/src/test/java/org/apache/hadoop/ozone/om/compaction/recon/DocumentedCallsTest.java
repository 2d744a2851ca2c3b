// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The calls of docs/rest-api.md, with this ring's bucket and years to come, are answered as they are there. */
@ExtendWith(ReconRingFixture.class)
class DocumentedCallsTest {
  private static final Pattern READ = Pattern.compile("\\$ curl -s \"\\$A(/[^\"]+)\"(?: \\|.*)?\\n(.*)");
  private static final Pattern SUBMISSION =
      Pattern.compile("\\$ curl -si? \"\\$A/jobs\".* -d '(\\{[^']*)'\\n(.*)");
  /** Addresses that only the demo has: its jobs, and an OM that is down. */
  private static final Pattern OF_THE_DEMO = Pattern.compile("/jobs/.*|.*nodeId=omNode-3");

  private static List<MatchResult> calls(Pattern pattern) throws IOException {
    String docs = Files.readString(Path.of("../docs/rest-api.md")).replace("/shop/carts", RingWithRecon.WORST)
        .replaceAll("\\b2026-", "2090-");
    return pattern.matcher(docs).results().toList();
  }

  @Test
  void reads(RingWithRecon ring) throws Exception {
    List<String> read = new ArrayList<>();
    for (MatchResult call : calls(READ)) {
      if (!OF_THE_DEMO.matcher(call.group(1)).matches()) {
        assertAnswered(ring.recon().get(call.group(1)), call.group(2), 200);
        read.add(call.group(1).replaceFirst("\\?.*", ""));
      }
    }
    assertThat(read).contains("/nodes", "/buckets", "/sst-files", "/service", "/jobs", "/openapi.yaml");
  }

  /** In their order: one is refused because of another. */
  @Test
  void submissions(RingWithRecon ring) throws Exception {
    List<String> jobs = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    for (MatchResult call : calls(SUBMISSION)) {
      boolean complete = call.group().contains("Content-Type");
      Http.Answer answer = complete ? ring.recon().post("/jobs", call.group(1))
          : ring.recon().send("POST", Http.API + "/jobs", call.group(1), "X-Requested-With", "test");
      assertAnswered(answer, call.group(2), 202);
      answers.add(answer.status() == 202 ? "202" : answer.error().getCode().toString());
      if (answer.status() == 202) {
        jobs.add(answer.json().path("jobId").asText());
      }
    }
    for (String job : jobs) {
      ring.recon().post("/jobs/" + job + "/cancel", null).is(202);
    }
    assertThat(answers).contains("202", "JOB_OVERLAPS", "BAD_REQUEST");
  }

  /** @param documented the first line of the answer in the document */
  private static void assertAnswered(Http.Answer answer, String documented, int success) {
    if (documented.startsWith("{\"code\"")) {
      assertThat(documented).as("%s", answer).contains("\"code\":\"" + answer.error().getCode() + '"');
    } else {
      answer.is(success);
    }
  }
}
