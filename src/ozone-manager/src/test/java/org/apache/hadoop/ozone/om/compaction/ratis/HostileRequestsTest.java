// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabaseFixture;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReturnTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TakeEnd;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.apache.hadoop.ozone.om.execution.flowcontrol.ExecutionContext;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.response.OMClientResponse;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.EchoRPCRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.OMRequest;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Status;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.Type;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.UserInfo;
import org.apache.ratis.server.protocol.TermIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many commands with mutated bytes. One in eight is checked by a leader first; all are applied, as behind a leader
 * without the add-on. {@code -Dhostile.seed=...} repeats a run, {@code -Dhostile.requests=...} sets its length.
 */
class HostileRequestsTest {
  private static final int CASES = Integer.getInteger("hostile.requests", 50_000);
  private static final int ASKED_FIRST = 8;
  private static final List<String> NODES = List.of("om1", "om2", "om3");

  @TempDir
  private Path directory;

  @Test
  @Timeout(600)
  void everyRequestIsAnswered() throws Exception {
    long seed = Long.getLong("hostile.seed", System.nanoTime());
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    try (AuditLines audit = new AuditLines(); OmDatabaseFixture om = new OmDatabaseFixture(directory)) {
      om.volume("vol");
      om.bucket("vol", "b", BucketLayout.OBJECT_STORE);
      JobRegistry registry = new JobRegistry(new JobRecordTable(om::metadata));
      CommandCheck check = new CommandCheck(CompactionConfig.from(new OzoneConfiguration()), registry,
          user -> true, om::metadata,
          () -> Optional.of(new RingHealth("om1",
              NODES.stream().map(node -> RingHealth.Member.voter(node, 0, 0)).toList())), InstalledRocksDb.loaded());
      CompactionRequestHandler handler = new CompactionRequestHandler(null, registry, check, audit.audit(), () -> { });
      int taken = 0;
      for (int i = 1; i <= CASES; i++) {
        byte[] payload = befallen(CompactionEnvelope.wrap(any(random)), random);
        OMRequest request = OMRequest.newBuilder().setCmdType(Type.EchoRPC).setClientId("client")
            .setUserInfo(UserInfo.newBuilder().setUserName("alice").setRemoteAddress("10.0.0.1"))
            .setEchoRPCRequest(EchoRPCRequest.newBuilder().setReadOnly(false)
                .setPayloadReq(ByteString.copyFrom(payload))).build();
        try {
          if (CompactionEnvelope.unwrap(payload).isPresent()) {
            taken += meets(handler, request, i) ? 1 : 0;
          }
        } catch (Exception | AssertionError e) {
          fail("seed " + seed + " case " + i + ' ' + Arrays.toString(payload), e);
        }
        audit.lines().clear();
      }
      System.out.println(taken + " of " + CASES + " were taken; " + registry.image().jobs().size() + " jobs");
      assertThat(taken).as("were still commands").isBetween(CASES / 100, CASES - CASES / 100);
      assertThat(registry.image().jobs().size()).isLessThanOrEqualTo(333);
      assertThat(registry.image().jobs()).allSatisfy(
          job -> assertThat(JobRecord.parseFrom(job.toByteArray())).isEqualTo(job));
    }
  }

  /** @return whether it was accepted */
  private static boolean meets(CompactionRequestHandler handler, OMRequest request, int index) throws Exception {
    if (index % ASKED_FIRST == 0) {
      try {
        handler.validateRequest(request);
      } catch (OMException refusal) {
        assertThat(refusal.getResult()).isIn(ResultCodes.INVALID_REQUEST, ResultCodes.PERMISSION_DENIED);
      }
    }
    OMClientResponse response = handler.handleWriteRequestImpl(request, ExecutionContext.of(index,
        TermIndex.valueOf(1, index)));
    assertThat(response.getOMResponse().isInitialized()).isTrue();
    assertThat(response.getOMResponse().getStatus()).isIn(Status.OK, Status.INVALID_REQUEST);
    assertThat(response.getOMResponse().getMessage()).doesNotContain("could not be applied");
    return response.getOMResponse().getSuccess();
  }

  /** Changes, removes, inserts or moves bytes of the command; one in four stays unchanged. */
  private static byte[] befallen(byte[] payload, SplittableRandom random) {
    int mark = CompactionEnvelope.wrap(Command.getDefaultInstance()).length;
    byte[] bytes = payload;
    for (int faults = random.nextInt(4); faults > 0 && bytes.length > mark; faults--) {
      int at = mark + random.nextInt(bytes.length - mark);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> bytes = Arrays.copyOf(bytes, at);
        case 3 -> bytes = joined(Arrays.copyOf(bytes, at), noise(random, random.nextInt(12)),
            Arrays.copyOfRange(bytes, at, bytes.length));
        default -> bytes = joined(bytes, Arrays.copyOfRange(bytes, at, bytes.length));
      }
    }
    return bytes;
  }

  private static byte[] noise(SplittableRandom random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] joined(byte[]... parts) {
    return Arrays.stream(parts).map(ByteString::copyFrom).reduce(ByteString.EMPTY, ByteString::concat).toByteArray();
  }

  private static Command any(SplittableRandom random) {
    String first = new UUID(0, random.nextInt(60)).toString();
    String jobId = random.nextInt(5) == 0 ? RetryRules.idOf(first) : first;
    String node = NODES.get(random.nextInt(NODES.size()));
    Command.Builder command = Command.newBuilder().setVersion(1)
        .setSentAtMs(random.nextInt(4) == 0 ? odd(random) : System.currentTimeMillis());
    return switch (random.nextInt(17)) {
      case 0, 1 -> command.setSubmit(SubmitJob.newBuilder().setSpec(spec(jobId, random)
          .setRetryOf(jobId.equals(first) && random.nextInt(9) > 0 ? "" : first))).build();
      case 2 -> command.setCancel(CancelJobs.newBuilder().setJobId(random.nextInt(20) == 0 ? "" : jobId)).build();
      case 3 -> command.setGrantTurn(GrantTurn.newBuilder().setJobId(jobId).setNodeId(node)).build();
      case 4 -> command.setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId(node)
          .setIncarnation("i" + random.nextInt(3))).build();
      case 5 -> command.setReportProgress(ReportProgress.newBuilder().setJobId(jobId).setNodeId(node)
          .setFigures(figures(random))).build();
      case 6 -> command.setEndTurns(EndTurns.newBuilder().setJobId(jobId).addNodeIds(node)
          .setStateValue(random.nextInt(9)).setReasonValue(random.nextInt(15)).setFigures(figures(random))).build();
      case 7 -> command.setRecallTurn(RecallTurn.newBuilder().setJobId(jobId).setNodeId(node).setMessage("m")).build();
      case 8 -> command.setReturnTurn(ReturnTurn.newBuilder().setJobId(jobId).setNodeId(node)
          .setFigures(figures(random))).build();
      case 9 -> command.setPauseService(PauseService.newBuilder().setForSeconds(odd(random)).setEndUser(node)).build();
      case 10 -> command.setResumeService(ResumeService.newBuilder().setEndUser(node)).build();
      case 11 -> command.setPauseJob(PauseJob.newBuilder().setJobId(jobId).setEndUser(node)).build();
      case 12 -> command.setResumeJob(ResumeJob.newBuilder().setJobId(jobId).setEndUser(node)).build();
      case 13 -> command.setUpdateJob(UpdateJob.newBuilder().setJobId(jobId).setLimits(limits(random))).build();
      case 14 -> command.setMoveLeader(MoveLeader.newBuilder().setJobId(jobId).setFrom(node)
          .setTo(NODES.get(random.nextInt(NODES.size())))).build();
      case 15 -> command.setLeaderMoved(LeaderMoved.newBuilder().setJobId(jobId)
          .setFailure(random.nextBoolean() ? "" : node)).build();
      default -> random.nextBoolean()
          ? command.setHello(Hello.newBuilder().setNodeId(node).setHelloId("h").addOpenJobIds(jobId)
              .addDisputedJobIds(random.nextInt(9) == 0 ? jobId : "")).build()
          : command.setTakeEnd(TakeEnd.newBuilder().setJob(ended(jobId, random))).build();
    };
  }

  private static JobSpec.Builder spec(String jobId, SplittableRandom random) {
    JobSpec.Builder spec = JobSpec.newBuilder().setJobId(jobId).setMaxParallelNodes(random.nextInt(3))
        .setNotBeforeMs(odd(random)).setNotAfterMs(odd(random)).setMaxWriteRate(odd(random))
        .setFlush(random.nextBoolean()).setAfterDeletions(random.nextBoolean()).setPreempt(random.nextBoolean())
        .setMoveLeader(random.nextBoolean())
        .setThresholds(Thresholds.newBuilder().setMinRatio(random.nextInt(3) == 0 ? Double.NaN : random.nextDouble())
            .setMinTombstones(odd(random)).setMaxBytes(odd(random)).setMaxTotalBytes(odd(random)));
    NODES.subList(0, 1 + random.nextInt(NODES.size())).forEach(spec::addNodeIds);
    if (random.nextInt(4) == 0) {
      spec.setPreempt(false).setMoveLeader(false).setRound(Round.newBuilder().setPredictedTombstones(odd(random)));
    }
    Targets.Builder targets = spec.getTargetsBuilder();
    if (random.nextBoolean()) {
      targets.addBuckets("/vol/b");
    } else {
      targets.addKeyRanges(KeyRange.newBuilder().setTable("keyTable")
          .setBegin(ByteString.copyFrom(noise(random, 1 + random.nextInt(8))))
          .setEnd(ByteString.copyFrom(noise(random, 1 + random.nextInt(8)))));
    }
    return spec;
  }

  private static JobLimits limits(SplittableRandom random) {
    JobLimits.Builder limits = JobLimits.newBuilder();
    switch (random.nextInt(5)) {
      case 0 -> limits.setNotBeforeMs(odd(random));
      case 1 -> limits.setNotAfterMs(odd(random));
      case 2 -> limits.setMaxWriteRate(odd(random));
      case 3 -> limits.setMaxTotalBytes(odd(random));
      default -> { }
    }
    return limits.build();
  }

  private static TurnFigures figures(SplittableRandom random) {
    return TurnFigures.newBuilder().setRangesDone(random.nextInt()).setReadBytes(odd(random))
        .setWaitReasonValue(random.nextInt(18)).setRange("r").build();
  }

  private static JobRecord ended(String jobId, SplittableRandom random) {
    JobRecord.Builder ended = JobRecord.newBuilder()
        .setSpec(JobSpec.newBuilder().setJobId(jobId).setMaxWriteRate(odd(random)).setNotAfterMs(odd(random)))
        .setState(JobState.JOB_SUCCEEDED).setEndedAtMs(1);
    NODES.subList(0, 1 + random.nextInt(NODES.size())).forEach(node ->
        ended.addTurns(TurnRecord.newBuilder().setNodeId(node).setState(TurnState.TURN_SUCCEEDED)));
    return ended.build();
  }

  private static long odd(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> -1;
      case 3 -> random.nextLong();
      default -> random.nextInt(1000);
    };
  }
}
