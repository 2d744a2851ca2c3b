// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingRpc;
import org.apache.hadoop.ozone.om.compaction.client.transport.RpcErrors;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;

/** What a client tells the leader to do: the command in its envelope, and the ring's answer out of it. */
final class RingCommands {
  private final RingRpc rpc;
  private final Clock clock;

  RingCommands(RingRpc rpc, Clock clock) {
    this.rpc = rpc;
    this.clock = clock;
  }

  /**
   * @param endUser the person behind a service that asks for others, or null; so for all commands
   * @return the job as it was accepted
   */
  Job submit(JobSpec spec, String endUser) throws CompactionException {
    SubmitJob.Builder submit = SubmitJob.newBuilder().setSpec(spec);
    if (endUser != null) {
      submit.setEndUser(endUser);
    }
    return send(Command.newBuilder().setSubmit(submit)).stream().findFirst().orElseThrow(() ->
        new CompactionException(ErrorCode.INTERNAL, "The leader took the job, but did not show it."));
  }

  /** @return the job after it */
  Job cancel(String jobId, String endUser) throws CompactionException {
    return cancel(CancelJobs.newBuilder().setJobId(jobId), endUser).stream().findFirst().orElseThrow(() ->
        new CompactionException(ErrorCode.UNKNOWN_JOB, "The ring knows no job " + jobId + "."));
  }

  /** @return the jobs that were stopped, as they are after it */
  List<Job> cancelAll(String endUser) throws CompactionException {
    return cancel(CancelJobs.newBuilder(), endUser);
  }

  private List<Job> cancel(CancelJobs.Builder cancel, String endUser) throws CompactionException {
    if (endUser != null) {
      cancel.setEndUser(endUser);
    }
    return send(Command.newBuilder().setCancel(cancel));
  }

  /** @param forSeconds 0 for until it is resumed */
  void pauseService(long forSeconds, String endUser) throws CompactionException {
    PauseService.Builder pause = PauseService.newBuilder().setForSeconds(forSeconds);
    if (endUser != null) {
      pause.setEndUser(endUser);
    }
    send(Command.newBuilder().setPauseService(pause));
  }

  void resumeService(String endUser) throws CompactionException {
    ResumeService.Builder resume = ResumeService.newBuilder();
    if (endUser != null) {
      resume.setEndUser(endUser);
    }
    send(Command.newBuilder().setResumeService(resume));
  }

  /** @return the jobs that the command touched, as they are after it */
  private List<Job> send(Command.Builder command) throws CompactionException {
    byte[] payload = CompactionEnvelope.wrap(command, clock.millis());
    try {
      Optional<byte[]> answer = CompactionEnvelope.unwrap(rpc.echo(payload));
      if (!answer.isPresent()) {
        throw new CompactionException(ErrorCode.ADD_ON_MISSING,
            "The leader runs without the range compaction add-on and did nothing.");
      }
      List<Job> touched = new ArrayList<>();
      for (JobRecord record : Answer.parseFrom(answer.get()).getJobsList()) {
        touched.add(JobModel.of(record));
      }
      return touched;
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new CompactionException(ErrorCode.INTERNAL,
          "The leader took the command, but its answer cannot be understood. Is its add-on newer?", e);
    } catch (IOException e) {
      throw RpcErrors.translate(e);
    }
  }
}
