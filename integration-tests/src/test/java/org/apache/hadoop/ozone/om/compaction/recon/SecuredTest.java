// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP security is on: Recon's own filters, with {@link SignOn} in place of Kerberos. */
@ExtendWith(ReconRingFixture.class)
class SecuredTest {
  private static final String TYPE = "ozone.recon.http.auth.type";
  private static final Map<String, String> SECURED = Map.of(
      "ozone.security.enabled", "true",
      // Recon would wait for ever for a certificate from SCM, which is not secure here; with a lifetime below the
      // default it goes on without one.
      "hdds.x509.max.duration", "PT1S",
      "ozone.security.http.kerberos.enabled", "true",
      TYPE, SignOn.class.getName(),
      "ozone.recon.http.auth.simple.anonymous.allowed", "false",
      "ozone.recon.administrators", "alice");
  private static final String LATER = "{\"targets\": {\"buckets\": [\"/lake/archive\"]}, \"thresholds\": {\"top\": 1},"
      + " \"notBefore\": \"2090-01-01T00:00:00Z\"}";

  private Http recon;

  @BeforeEach
  void secured(RingWithRecon ring) throws Exception {
    recon = ring.recon(SECURED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nodes", "/buckets", "/service", "/jobs", "/openapi.yaml", "/ui/",
      "/navigation.js", "/none"})
  void anonymousUserSeesNothing(String path) {
    assertThat(recon.get(path).is(401).error().getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nodes", "/buckets", "/service", "/jobs", "/openapi.yaml", "/ui/", "/navigation.js"})
  void nonAdministratorIsRefused(String path) {
    assertThat(recon.get(path + "?user.name=mallory").is(403).error().getCode()).isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  void writesAreRefusedAsWell() {
    assertThat(recon.post("/jobs", LATER).is(401).error().getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    assertThat(recon.post("/jobs?user.name=mallory", LATER).is(403).error().getCode()).isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  void administratorTriggersUnderTheirOwnName() throws Exception {
    recon.get("/nodes?user.name=alice").is(200);
    JobJson job = recon.post("/jobs?user.name=alice", LATER).is(202).read(JobJson.class);
    assertThat(job.getEndUser()).isEqualTo("alice");
    assertThat(job.getRequestedBy()).isEqualTo(System.getProperty("user.name"));
    JobJson cancelled = recon.post("/jobs/" + job.getJobId() + "/cancel?user.name=alice", null).is(202)
        .read(JobJson.class);
    assertThat(cancelled.getCancelledBy()).contains("alice");

    String audit = Files.readString(Path.of(System.getProperty("ring.logs"), "audit.log"));
    assertThat(audit.lines().filter(line -> line.contains(job.getJobId())).toList())
        .isNotEmpty().allSatisfy(line -> assertThat(line).contains("alice"));
  }

  /** Recon's default type, which believes the name in {@code user.name}. */
  @Test
  void nameThatNothingProvesIsRefused(RingWithRecon ring) throws Exception {
    Map<String, String> simple = new HashMap<>(SECURED);
    simple.put(TYPE, "simple");
    simple.put("ozone.recon.om.range.compaction.writes.enabled", "true");
    Http open = ring.recon(simple);
    for (ApiErrorJson error : List.of(open.get("/buckets?user.name=alice").is(403).error(),
        open.get("/openapi.yaml?user.name=alice").is(403).error(),
        open.get("/ui/?user.name=alice").is(403).error(),
        open.post("/jobs?user.name=alice", LATER).is(403).error())) {
      assertThat(error.getCode()).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(error.getNextStep()).contains(TYPE + "=kerberos");
    }
  }

  @Test
  void pageOfAnotherSiteIsRefusedForALoggedInUser() {
    recon.send("POST", Http.API + "/jobs?user.name=alice", LATER,
        Http.with(Http.WRITE, "Origin", "http://evil.example")).is(403);
  }

  @Test
  void unknownParametersAreStillRefused() {
    assertThat(recon.get("/nodes?user.name=alice&user=bob").is(400).error().getParameter()).isEqualTo("user");
  }
}
