// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTTP security is off: every client of Recon may write, but no page of another site through a user's browser. */
@ExtendWith(ReconRingFixture.class)
class UnsecuredWritesTest {
  private static final String LATER = "{\"targets\": {\"buckets\": [\"/lake/archive\"]}, \"thresholds\": {\"top\": 1},"
      + " \"notBefore\": \"2090-01-01T00:00:00Z\"}";
  private static final String OWN = "X-Requested-With";

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
      form post                | application/x-www-form-urlencoded | -     | http://evil.example | cross-site  | 403
      plain text               | text/plain                        | -     | -                   | -           | 403
      no header of one's own   | application/json                  | -     | -                   | -           | 403
      wrong type               | text/plain                        | here  | -                   | -           | 415
      no type                  | -                                 | here  | -                   | -           | 415
      nearly JSON              | application/jsonp                 | here  | -                   | -           | 415
      another charset          | application/json;charset=utf-16   | here  | -                   | -           | 415
      two charsets             | application/json;charset=utf-8;charset=utf-16 | here | -        | -           | 415
      form with the header     | application/x-www-form-urlencoded | here  | -                   | -           | 415
      another origin           | application/json                  | here  | http://evil.example | -           | 403
      another port             | application/json                  | here  | http://localhost:1  | same-site   | 403
      opaque origin            | application/json                  | here  | null                | -           | 403
      no origin at all         | application/json                  | here  | :                   | -           | 403
      another site             | application/json                  | here  | -                   | cross-site  | 403
      """)
  void refused(String name, String type, String own, String origin, String site, int status, RingWithRecon ring)
      throws Exception {
    Http recon = ring.recon();
    long before = recon.now("/jobs?limit=1").json().path("totalCount").asLong();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", type);
    headers.put(OWN, own);
    headers.put("Origin", origin);
    headers.put("Sec-Fetch-Site", site);
    String[] sent = headers.entrySet().stream().filter(header -> header.getValue() != null)
        .flatMap(header -> Stream.of(header.getKey(), header.getValue())).toArray(String[]::new);

    ErrorCode code = recon.send("POST", Http.API + "/jobs", LATER, sent).is(status).error().getCode();
    assertThat(code).isEqualTo(status == 403 ? ErrorCode.FORBIDDEN : ErrorCode.BAD_REQUEST);
    assertThat(recon.now("/jobs?limit=1").json().path("totalCount").asLong()).isEqualTo(before);
  }

  /** The page's name points at Recon's address, so that both are of one origin for the browser. */
  @ParameterizedTest
  @CsvSource({"evil.example, 403", "evil.example:9888, 403", "localhost, 202", "127.0.0.1:9888, 202"})
  void pageOfAForeignNameIsRefused(String host, int status, RingWithRecon ring) throws Exception {
    byte[] path = (Http.API + "/jobs").getBytes(StandardCharsets.US_ASCII);
    RawHttp.Answer answer;
    try (RawHttp recon = new RawHttp(URI.create(ring.recon().origin()), host)) {
      answer = recon.send("POST", path, Map.of("Content-Type", "application/json", OWN, "page", "Origin",
          "http://" + host, "Sec-Fetch-Site", "same-origin"), LATER.getBytes(StandardCharsets.UTF_8));

      assertThat(answer.status()).as("%s", answer).isEqualTo(status);
      if (status == 403) {
        assertThat(answer.text()).contains("FORBIDDEN", "ozone.recon.om.range.compaction.host.names");
      }
      assertThat(recon.send("GET", path, Map.of(), new byte[0]).status()).isEqualTo(200);
    }
    if (status == 202) {
      JobJson job = CompactionJson.mapper().readValue(answer.text(), JobJson.class);
      ring.recon().cancel(job.getJobId(), OWN, "page").is(202);
    }
  }

  @Test
  void pageOfReconMayWrite(RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    JobJson job = recon.send("POST", Http.API + "/jobs", LATER, "Content-Type", "application/json; charset=UTF-8", OWN,
        "page", "Origin", recon.origin(), "Sec-Fetch-Site", "same-origin").is(202).read(JobJson.class);
    assertThat(job.getEndUser()).isNull();
    recon.send("POST", Http.API + "/jobs/" + job.getJobId() + "/cancel", null, "Origin", recon.origin()).is(403);
    recon.cancel(job.getJobId(), OWN, "page").is(202);
  }

  @Test
  void writesCanBeSwitchedOff(RingWithRecon ring) throws Exception {
    Http recon = ring.recon(Map.of("ozone.recon.om.range.compaction.writes.enabled", "false"));
    recon.get("/nodes").is(200);
    assertThat(recon.post("/jobs", LATER).is(403).error().getCode()).isEqualTo(ErrorCode.WRITES_DISABLED);
    assertThat(recon.post("/jobs/123e4567-e89b-12d3-a456-426614174000/cancel", null).is(403).error().getCode())
        .isEqualTo(ErrorCode.WRITES_DISABLED);
  }
}
