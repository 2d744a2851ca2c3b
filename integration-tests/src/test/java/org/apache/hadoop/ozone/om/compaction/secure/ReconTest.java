// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.demo.EmbeddedRecon;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recon on a secure ring: users authenticate by SPNEGO, Recon reads from the OMs under its own principal. */
@Tag("secure")
@ExtendWith(SecureRingFixture.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReconTest {
  private static final String TARGET = "{\"targets\": {\"buckets\": [\"" + SecureRing.WORST + "\"]}}";

  private static EmbeddedRecon server;
  private static SpnegoClient recon;

  @BeforeAll
  static void start(SecureRing ring) throws Exception {
    server = ring.startRecon();
    recon = new SpnegoClient(server.uri());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"/nodes", "/buckets", "/service", "/jobs", "/openapi.yaml", "/ui/"})
  void anonymousUserSeesNothing(String path) throws Exception {
    assertThat(recon.get(null, path).is(401).read(ApiErrorJson.class).getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @Test
  @Order(1)
  void anonymousUserTriggersNothing() throws Exception {
    assertThat(recon.post(null, "/jobs", TARGET).is(401).read(ApiErrorJson.class).getCode())
        .isEqualTo(ErrorCode.UNAUTHENTICATED);
  }

  @ParameterizedTest
  @Order(1)
  @ValueSource(strings = {"/nodes", "/buckets", "/service", "/jobs", "/openapi.yaml", "/ui/"})
  void nonAdministratorIsRefused(String path, SecureRing ring) throws Exception {
    assertThat(recon.get(ring.mallory(), path).is(403).read(ApiErrorJson.class).getCode())
        .isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  @Order(1)
  void nonAdministratorTriggersNothing(SecureRing ring) throws Exception {
    assertThat(recon.post(ring.mallory(), "/jobs", TARGET).is(403).read(ApiErrorJson.class).getCode())
        .isEqualTo(ErrorCode.FORBIDDEN);
  }

  @Test
  @Order(2)
  void reconMustBeAnAdministratorToTheOms(SecureRing ring) throws Exception {
    for (SpnegoClient.Answer answer : List.of(recon.get(ring.alice(), "/nodes"),
        recon.get(ring.alice(), "/buckets"), recon.post(ring.alice(), "/jobs", TARGET))) {
      ApiErrorJson error = answer.is(403).read(ApiErrorJson.class);
      assertThat(error.getCode()).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(error.getMessage()).contains("recon/localhost@EXAMPLE.COM")
          .contains("Add recon to ozone.administrators");
    }
  }

  @Test
  @Order(3)
  void hadoopsClientsAreAcceptedToo(SecureRing ring) throws Exception {
    recon.getAsHadoopDoes(ring.alice(), "/openapi.yaml").is(200);
  }

  @Test
  @Order(4)
  void administratorTriggersUnderTheirOwnName(SecureRing ring) throws Exception {
    ring.addAdministrator("recon");
    ring.makeTombstones();
    SecureRing.await("all OMs").untilAsserted(() ->
        assertThat(recon.get(ring.alice(), "/nodes").is(200).read(NodeListJson.class).getNodes()).hasSize(3)
            .allSatisfy(node -> assertThat(node.getProblem()).isNull()));

    JobJson job = recon.post(ring.alice(), "/jobs", TARGET).is(202).read(JobJson.class);

    assertThat(job.getEndUser()).isEqualTo("alice@EXAMPLE.COM");
    assertThat(job.getRequestedBy()).isEqualTo("recon/localhost@EXAMPLE.COM");
    JobJson ended = SecureRing.await("job " + job.getJobId()).until(
        () -> recon.get(ring.alice(), "/jobs/" + job.getJobId()).is(200).read(JobJson.class),
        now -> now.getEnded() != null);
    assertThat(ended.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(ring.tombstones()).allSatisfy((node, count) -> assertThat(count).isZero());
    String audit = Files.readString(Path.of(System.getProperty("ring.logs"), "audit.log"));
    assertThat(audit.lines().filter(line -> line.contains("TRIGGER") && line.contains(job.getJobId())).toList())
        .hasSize(3).allSatisfy(line -> assertThat(line)
            .contains("user=recon/localhost@EXAMPLE.COM").contains("alice@EXAMPLE.COM"));
  }
}
