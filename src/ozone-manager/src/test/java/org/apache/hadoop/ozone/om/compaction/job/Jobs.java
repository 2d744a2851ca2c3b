// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.List;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReturnTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TakeEnd;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;

/** Builders of jobs and commands for tests. */
public final class Jobs {
  static final List<String> RING = List.of("om1", "om2", "om3");

  private Jobs() {
  }

  static String id(int number) {
    return new UUID(0, number).toString();
  }

  static JobSpec.Builder spec(int number, String... buckets) {
    return JobSpec.newBuilder().setJobId(id(number)).addAllNodeIds(RING)
        .setTargets(Targets.newBuilder().addAllBuckets(List.of(buckets)));
  }

  static Command submit(JobSpec.Builder spec) {
    return at(100, Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(spec)));
  }

  static Command cancel(String jobId) {
    return at(200, Command.newBuilder().setCancel(CancelJobs.newBuilder().setJobId(jobId)));
  }

  static Command update(int job, JobLimits.Builder limits) {
    return at(250, Command.newBuilder().setUpdateJob(UpdateJob.newBuilder().setJobId(id(job)).setLimits(limits)));
  }

  static Command pause(int job) {
    return at(260, Command.newBuilder().setPauseJob(PauseJob.newBuilder().setJobId(id(job))));
  }

  static Command resume(int job) {
    return at(270, Command.newBuilder().setResumeJob(ResumeJob.newBuilder().setJobId(id(job))));
  }

  static Command grant(int job, String node) {
    return at(300, Command.newBuilder().setGrantTurn(GrantTurn.newBuilder().setJobId(id(job)).setNodeId(node)));
  }

  static Command start(int job, String node) {
    return at(400, Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(id(job)).setNodeId(node)));
  }

  static Command start(int job, String node, String incarnation) {
    return at(400, Command.newBuilder().setStartTurn(StartTurn.newBuilder().setJobId(id(job)).setNodeId(node)
        .setIncarnation(incarnation)));
  }

  static Command progress(int job, String node, int rangesDone) {
    return at(500, Command.newBuilder().setReportProgress(ReportProgress.newBuilder().setJobId(id(job))
        .setNodeId(node).setFigures(TurnFigures.newBuilder().setRangesDone(rangesDone))));
  }

  static Command recall(int job, String node) {
    return at(550, Command.newBuilder().setRecallTurn(RecallTurn.newBuilder().setJobId(id(job)).setNodeId(node)
        .setMessage("om3 is silent")));
  }

  static Command giveBack(int job, String node, int rangesDone) {
    return at(560, Command.newBuilder().setReturnTurn(ReturnTurn.newBuilder().setJobId(id(job)).setNodeId(node)
        .setMessage("om3 is silent").setFigures(TurnFigures.newBuilder().setRangesDone(rangesDone).setAttempts(1)
            .setWaitReason(WaitReason.WAIT_L0_FILES).setWaitingFor("L0"))));
  }

  static Command end(int job, TurnState state, String... nodes) {
    return at(600, Command.newBuilder().setEndTurns(EndTurns.newBuilder().setJobId(id(job))
        .addAllNodeIds(List.of(nodes)).setState(state).setMessage("because")));
  }

  static Command moveLeader(int job, String from, String to) {
    return at(650, Command.newBuilder().setMoveLeader(
        MoveLeader.newBuilder().setJobId(id(job)).setFrom(from).setTo(to)));
  }

  static Command leaderMoved(int job, String failure) {
    return at(660, Command.newBuilder().setLeaderMoved(LeaderMoved.newBuilder().setJobId(id(job)).setFailure(failure)));
  }

  static Command takeEnd(JobRecord job) {
    return at(700, Command.newBuilder().setTakeEnd(TakeEnd.newBuilder().setJob(job)));
  }

  static Command hello(String helloId, String... disputed) {
    return at(800, Command.newBuilder().setHello(Hello.newBuilder().setNodeId("om3").setHelloId(helloId)
        .addAllDisputedJobIds(List.of(disputed))));
  }

  /** A registry over a database that holds these records. */
  public static JobRegistry registry(JobRecord... stored) {
    return new JobRegistry(new JobRegistry.Records() {
      @Override
      public Object identity() {
        return this;
      }

      @Override
      public JobImage read() {
        return JobImage.of(List.of(stored));
      }
    });
  }

  private static Command at(long millis, Command.Builder command) {
    return command.setVersion(1).setSentAtMs(millis).build();
  }
}
