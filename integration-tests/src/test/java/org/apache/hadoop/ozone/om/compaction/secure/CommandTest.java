// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command on a secure ring with an administrator's ticket, with another user's, and with none. */
@Tag("secure")
@ExtendWith(SecureRingFixture.class)
class CommandTest {
  private static final int MOST_ELECTIONS = 5;

  private static final String LATER = "2090-01-01T00:00:00Z";

  @Test
  void administratorSeesTheNodes(SecureRing ring) throws Exception {
    NodeListJson nodes = ring.reads(ring.alice(), NodeListJson.class, "nodes");

    assertThat(nodes.getNodes()).hasSize(3)
        .allSatisfy(node -> assertThat(node.getProblem()).isNull())
        .extracting(NodeJson::getAddOnVersion).doesNotContainNull();
  }

  @Test
  void administratorRunsAJobToItsEnd(SecureRing ring) throws Exception {
    ring.makeTombstones();
    assertThat(ring.tombstones()).hasSize(3).allSatisfy((node, count) -> assertThat(count).isPositive());
    assertThat(ring.reads(ring.alice(), RangeListJson.class, "preview", "--bucket", SecureRing.WORST).getRanges())
        .isNotEmpty();

    JobJson job = ring.reads(ring.alice(), JobJson.class, "trigger", "--bucket", SecureRing.WORST, "--move-leader",
        "--wait");

    assertThat(job.getState()).isEqualTo(JobStateJson.SUCCEEDED);
    assertThat(job.getLeaderMove().getFailure()).as("%s", job).isNull();
    assertThat(ring.nodes().leader().getOMNodeId()).isEqualTo(job.getLeaderMove().getTo());
    assertThat(job.getRequestedBy()).isEqualTo("alice@EXAMPLE.COM");
    assertThat(job.getTurns()).hasSize(3).extracting(TurnJson::getState).containsOnly(TurnStateJson.SUCCEEDED);
    assertThat(ring.tombstones()).allSatisfy((node, count) -> assertThat(count).isZero());
    JobJson again = ring.reads(ring.alice(), JobJson.class, "status", job.getJobId());
    assertThat(again.unanswered(job.getUnanswered())).as("whoever is late for an answer").isEqualTo(job);
  }

  @Test
  void administratorCancels(SecureRing ring) throws Exception {
    String jobId = UUID.randomUUID().toString();
    ring.runs(ring.alice(), "trigger", "--bucket", SecureRing.WORST, "--not-before", LATER, "--job-id", jobId);
    ring.runs(ring.alice(), "cancel", jobId, "--wait");

    JobJson job = ring.reads(ring.alice(), JobJson.class, "status", jobId);
    assertThat(job.getState()).isEqualTo(JobStateJson.CANCELLED);
    assertThat(job.getCancelledBy()).isEqualTo("alice@EXAMPLE.COM");
  }

  /** Every OM submits under the principal of its own host, which is an administrator for all OMs. */
  @Test
  void everyOmWorksUnderItsOwnPrincipal(SecureRing ring) throws Exception {
    grantedByTheLeader(ring);
    ring.lead(ring.nodes().followers().get(0).getOMNodeId());
    grantedByTheLeader(ring);
  }

  /** Beside other work an election may come while a job runs, whose turns two leaders then grant: another one tells. */
  private static void grantedByTheLeader(SecureRing ring) throws Exception {
    for (int elections = 0; ; elections++) {
      OzoneManager leader = ring.nodes().leader();
      long term = term(leader);
      JobJson job = ring.reads(ring.alice(), JobJson.class, "trigger", "--bucket", SecureRing.WORST, "--wait");
      assertThat(job.getState()).as("%s", job).isEqualTo(JobStateJson.SUCCEEDED);
      if (term == term(leader) && ring.nodes().leader() == leader || elections == MOST_ELECTIONS) {
        for (OzoneManager om : ring.nodes().running()) {
          assertThat(ring.record(om, job.getJobId()).getTurnsList()).hasSize(3)
              .extracting(TurnRecord::getGrantedBy).containsOnly(ring.principal(leader.getOMNodeId()));
        }
        return;
      }
    }
  }

  private static long term(OzoneManager om) {
    return om.getOmRatisServer().getServerDivision().getInfo().getCurrentTerm();
  }

  static Stream<List<String>> reads() {
    return Stream.of(List.of("nodes"), List.of("list"), List.of("list", "--all"), List.of("preview"), List.of("status"),
        List.of("status", UUID.randomUUID().toString()));
  }

  static Stream<List<String>> writes() {
    return Stream.of(List.of("trigger", "--everything"),
        List.of("cancel", UUID.randomUUID().toString()), List.of("cancel", "--all"),
        List.of("pause", UUID.randomUUID().toString()), List.of("resume", UUID.randomUUID().toString()),
        List.of("update", UUID.randomUUID().toString(), "--max-write-rate", "10MB"));
  }

  static Stream<List<String>> all() {
    return Stream.concat(reads(), writes());
  }

  @ParameterizedTest
  @MethodSource("reads")
  void nonAdministratorIsShownNothing(List<String> args, SecureRing ring) throws Exception {
    Result result = refused(ring, ring.mallory(), args);

    assertThat(result.err()).startsWith("FORBIDDEN").contains("mallory@EXAMPLE.COM is not an OM administrator");
  }

  @ParameterizedTest
  @MethodSource("writes")
  void nonAdministratorChangesNothing(List<String> args, SecureRing ring) throws Exception {
    Result result = refused(ring, ring.mallory(), args);

    assertThat(result.err()).startsWith("FORBIDDEN").contains("mallory@EXAMPLE.COM is not an Ozone administrator");
  }

  @ParameterizedTest
  @MethodSource("all")
  void userWithoutATicketIsToldToGetOne(List<String> args, SecureRing ring) throws Exception {
    Result result = refused(ring, UserGroupInformation.createRemoteUser("nobody"), args);

    assertThat(result.err()).startsWith("UNAUTHENTICATED").contains("kinit").doesNotContain("Exception:");
  }

  private static Result refused(SecureRing ring, UserGroupInformation user, List<String> args) throws Exception {
    Map<String, List<String>> before = ring.logged();
    Result result = ring.run(user, args.toArray(String[]::new));
    assertThat(ring.logged()).isEqualTo(before);
    assertThat(result.exitCode()).as("%s", result).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    return result;
  }
}
