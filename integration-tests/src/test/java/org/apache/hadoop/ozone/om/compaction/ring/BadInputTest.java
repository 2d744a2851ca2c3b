// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli.Result;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid requests are refused with a reason and an exit code, and leave no trace in the log or in any OM. */
@ExtendWith(RingFixture.class)
class BadInputTest {
  private static final int REFUSED = 1;
  private static final int USAGE = 2;

  static Stream<Arguments> requests() {
    return Stream.of(
        bad(REFUSED, "no bucket /vol/nothere", "trigger", "--bucket", "/vol/nothere"),
        bad(REFUSED, "no volume 'nothere'", "trigger", "--volume", "nothere"),
        bad(REFUSED, "no table 'lockTable'", "trigger", "--cf", "lockTable"),
        bad(REFUSED, "'omNode-9'", "trigger", "--everything", "--node-id", "omNode-9"),
        bad(USAGE, "/volume/bucket", "trigger", "--bucket", "nobucket"),
        bad(USAGE, "--volume: The name of the volume is empty", "trigger", "--volume", ""),
        bad(USAGE, "--cf: The name of a table is empty", "trigger", "--cf", ","),
        bad(USAGE, "--node-id: The id of a node is empty", "trigger", "--node-id", ","),
        bad(USAGE, "..", "trigger", "--cf", "keyTable", "--key-range", "/vol/a"),
        bad(USAGE, "end", "trigger", "--cf", "keyTable", "--key-range", "/vol/b../vol/a"),
        bad(USAGE, "TABLE:BEGIN..END", "trigger", "--key-range", "/vol/a../vol/b"),
        bad(USAGE, "10", "trigger", "--min-tombstones", "100", "--max-entries", "10"),
        bad(USAGE, "0", "trigger", "--min-ratio", "1.5"),
        bad(USAGE, "past", "trigger", "--not-after", "2020-01-01T00:00:00Z"),
        bad(USAGE, "window", "trigger", "--not-before", "2090-01-02T00:00:00Z", "--not-after", "2090-01-01T00:00:00Z"),
        bad(USAGE, "not a time", "trigger", "--not-after", "soon"),
        bad(USAGE, "--everything", "trigger", "--node-id", "all", "--top", "1"),
        bad(USAGE, "-5MB", "trigger", "--max-write-rate", "-5MB"),
        bad(USAGE, "is not a job id", "trigger", "--job-id", "one"),
        bad(USAGE, "is not a job id", "cancel", "one"),
        bad(USAGE, "is not a job id", "status", "one"),
        bad(REFUSED, "job", "cancel", UUID.randomUUID().toString()),
        bad(REFUSED, "job", "status", UUID.randomUUID().toString()),
        bad(USAGE, "--nonsense", "list", "--nonsense"),
        bad(REFUSED, "nothere", "list", "--bucket", "/vol/nothere"),
        bad(REFUSED, "lockTable", "preview", "--cf", "lockTable"),
        bad(REFUSED, "omNode-9", "list", "--node-id", "omNode-9"));
  }

  private static Arguments bad(int exitCode, String message, String... args) {
    return arguments(exitCode, message, List.of(args));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("requests")
  void badInputIsRefusedWithoutATrace(int exitCode, String message, List<String> args, TestRing ring) throws Exception {
    Result result = withoutATrace(ring, () -> ring.run(args.toArray(String[]::new)));

    assertThat(result.exitCode()).as("%s", result).isEqualTo(exitCode);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void majorityMustStayUntouched(TestRing ring) throws Exception {
    Result result = withoutATrace(ring, () -> ring.run("trigger", "--everything", "--max-parallel-nodes", "2"));

    assertThat(result.exitCode()).as("%s", result).isNotZero();
    assertThat(result.err()).contains("majority");
  }

  @Test
  void callerMustBeAdministrator(TestRing ring) throws Exception {
    UserGroupInformation eve = UserGroupInformation.createUserForTesting("eve", new String[] {"users"});
    String waiting = ring.trigger("--everything", "--not-before", "2090-01-01T00:00:00Z");
    for (List<String> args : List.of(List.of("trigger", "--everything"), List.of("cancel", waiting),
        List.of("cancel", "--all"))) {
      Result result = eve.doAs(
          (PrivilegedExceptionAction<Result>) () -> ring.run(args.toArray(String[]::new)));

      assertThat(result.exitCode()).as("%s", result).isEqualTo(REFUSED);
      assertThat(result.err()).contains("eve is not an Ozone administrator");
    }
    // The log may grow nevertheless: OMs that have just started may tell each other of the job.
    ring.nodes().awaitApplied();
    for (OzoneManager om : ring.nodes().running()) {
      assertThat(RequestLog.callers(om)).isNotEmpty().doesNotContain("eve");
      assertThat(OmDb.jobs(om).values()).filteredOn(OmDb::isOpen).singleElement()
          .satisfies(job -> assertThat(job.getCancelledBy()).isEmpty());
    }
  }

  @Test
  void endedJobCannotBeCancelled(TestRing ring) throws Exception {
    String bucket = ring.createBucket(BucketLayout.OBJECT_STORE);
    String jobId = ring.triggerAndWait("--bucket", TestRing.path(bucket)).getJobId().toString();
    Result result = withoutATrace(ring, () -> ring.run("cancel", jobId));

    assertThat(result.exitCode()).as("%s", result).isEqualTo(REFUSED);
    assertThat(result.err()).contains(jobId);
  }

  @Test
  void ringMustBeHealthy(TestRing ring) throws Exception {
    String down = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(down);
    String[] request = {"trigger", "--bucket", TestRing.path(ring.createBucket(BucketLayout.OBJECT_STORE)),
        "--not-before", "2090-01-01T00:00:00Z"};
    // The leader takes some seconds to notice a missing follower. Until then one job is accepted, and others overlap
    // it.
    TestRing.await("a leader that misses " + down).until(() -> ring.run(request).err().contains("not healthy"));
    Result result = withoutATrace(ring, () -> ring.run(request));

    assertThat(result.exitCode()).as("%s", result).isEqualTo(REFUSED);
    assertThat(result.err()).contains("not healthy").contains(down);
  }

  @Test
  void leaderIsNeeded(TestRing ring) throws Exception {
    String last = ring.nodes().leader().getOMNodeId();
    for (OzoneManager follower : ring.nodes().followers()) {
      ring.nodes().stop(follower.getOMNodeId());
    }
    TestRing.await(last + " steps down").until(() -> !ring.nodes().om(last).isLeaderReady());

    Result result = ring.run("trigger", "--everything");

    assertThat(result.exitCode()).as("%s", result).isEqualTo(REFUSED);
    assertThat(result.err()).containsIgnoringCase("leader");
  }

  @Test
  void leaderMustHaveTheAddOn(TestRing ring) throws Exception {
    String stock = stockLeader(ring);
    Result result = withoutATrace(ring, () -> ring.run("trigger", "--everything"));

    assertThat(result.exitCode()).as("%s", result).isEqualTo(REFUSED);
    assertThat(result.err()).contains("add-on").contains(stock);
  }

  /** A stock leader checks nothing, so invalid commands reach every OM through the log. */
  @Test
  void invalidCommandsOfAStockLeaderArePassedOver(TestRing ring) throws Exception {
    stockLeader(ring);
    List<Object> before = records(ring);
    byte[] mark = CompactionEnvelope.wrap(Command.getDefaultInstance());
    byte[] newer = CompactionEnvelope.wrap(Command.newBuilder().setVersion(CompactionEnvelope.VERSION + 1)
        .setCancel(CancelJobs.getDefaultInstance()).build());
    byte[] garbage = Arrays.copyOf(mark, mark.length + 1000);
    Arrays.fill(garbage, mark.length, garbage.length, (byte) 0xff);
    byte[] oversized = Arrays.copyOf(mark, mark.length + (1 << 20) + 1);
    try (OzoneClient client = ring.nodes().newClient();
        OzoneManagerProtocol om = client.getObjectStore().getClientProxy().getOzoneManagerClient()) {
      for (byte[] payload : List.of(mark, newer, garbage, oversized)) {
        om.echoRPCReq(payload, 0, true);
      }
    }

    ring.nodes().awaitApplied();
    assertThat(ring.nodes().running()).hasSize(ring.nodes().nodeIds().size());
    assertThat(records(ring)).isEqualTo(before);
  }

  /** Makes a stock OM the leader; @return its id. */
  private static String stockLeader(TestRing ring) throws Exception {
    String stock = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(stock);
    ring.nodes().startWithoutAddOn(stock);
    TestRing.await("leadership of a stock OM").until(() -> {
      ring.nodes().transferLeadership(stock);
      return true;
    });
    return stock;
  }

  private static List<Object> records(TestRing ring) throws Exception {
    List<Object> records = new ArrayList<>();
    for (OzoneManager om : ring.nodes().running()) {
      records.add(OmDb.jobs(om));
    }
    return records;
  }

  /** Checks that no OM's log holds new compaction requests afterwards, and that every OM's records are unchanged. */
  private static Result withoutATrace(TestRing ring, Callable<Result> action) throws Exception {
    ring.nodes().awaitApplied();
    List<Object> before = traces(ring);
    Result result = action.call();
    ring.nodes().awaitApplied();
    assertThat(traces(ring)).isEqualTo(before);
    return result;
  }

  private static List<Object> traces(TestRing ring) throws Exception {
    List<Object> traces = new ArrayList<>();
    for (OzoneManager om : ring.nodes().running()) {
      traces.add(om.getOMNodeId());
      traces.add(RequestLog.callers(om));
      traces.add(OmDb.jobs(om));
    }
    return traces;
  }
}
