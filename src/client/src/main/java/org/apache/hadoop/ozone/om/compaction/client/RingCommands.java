// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.client.members.RingLookup;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.Questions;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingReader;
import org.apache.hadoop.ozone.om.compaction.client.transport.RpcErrors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobListJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.JobRequestJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.om.compaction.rpc.RingRpc;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.compaction.rule.ServiceRules;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks commands and sends them to the leader of a ring over OM's RPC; returns the changed jobs or service. */
public final class RingCommands {
  private static final Logger LOG = LoggerFactory.getLogger(RingCommands.class);

  private final RingReads reads;
  private final RingRpc rpc;
  private final RingReader reader;
  private final RingLookup lookup;
  private final String endUser;

  /** {@code endUser} is the person for whom a service such as Recon sends commands; empty for the caller itself. */
  RingCommands(RingReads reads, RingRpc rpc, RingReader reader, RingLookup lookup, String endUser) {
    this.reads = reads;
    this.rpc = rpc;
    this.reader = reader;
    this.lookup = lookup;
    this.endUser = endUser;
  }

  /**
   * Submits a job. If no answer arrives, the caller can repeat the call with the same job id.
   *
   * @return the accepted job; its field {@code unanswered} lists the nodes whose turns would be skipped if they began
   *     now
   * @throws RefusedException if the request is refused, or no leader answered
   */
  public JobJson trigger(JobRequestJson request) throws IOException {
    return prepared(request, this::submitted);
  }

  private JobJson submitted(JobSpec spec, Questions<NodeListJson> others) throws IOException {
    JobJson job = send(Command.newBuilder().setSubmit(SubmitJob.newBuilder().setSpec(spec).setEndUser(endUser)))
        .stream().findFirst().orElseThrow(() -> RefusedException.of(ErrorCode.INTERNAL,
            "The leader took the job, but did not show it."));
    return job.unanswered(TurnOutlook.problems(spec, others.answers()));
  }

  /**
   * Goes on with an ended job on the OMs where it did not succeed: submits a job with the same targets and limits. If
   * the call is repeated, it is one job.
   *
   * @return the retry, which is new or was submitted before; its field {@code unanswered} also lists OMs of the ended
   *     job that have left the ring
   * @throws RefusedException if there is nothing to retry, or no leader answered
   */
  public JobJson retry(String jobId) throws IOException {
    String checked = JobRequestCheck.jobId(jobId);
    RingMembers members = lookup.membersNow();
    // The leader's record, because it is the one by which the leader checks the retry.
    JobJson ended = readJob(members, checked);
    if (ended.getRetriedBy() != null && JobRetry.nodeIds(ended, members).isEmpty()) {
      // A retry that is known is the answer also when all its OMs have left the ring, where none can be made any more.
      JobJson known = readJob(members, ended.getRetriedBy());
      RetryRules.checkKnown(checked, known.getJobId(), known.getState().getValue(), known.getRetryNodeIds());
      JobRetry.left(ended, members).forEach(known::addUnansweredItem);
      return known;
    }
    JobSpec asked = JobRetry.of(ended, members, Instant.now());
    JobJson retry = prepared(asked, ended.getTargets(), members, this::submitted);
    JobRetry.left(ended, members).forEach(retry::addUnansweredItem);
    return retry;
  }

  private JobJson readJob(RingMembers members, String jobId) throws IOException {
    return reader.read(members.leader(), RingReader.JOBS + "/" + jobId, JobJson.class);
  }

  /** True if the command may have succeeded in spite of this error, for example because only its answer was lost. */
  public static boolean mayBeTaken(RefusedException error) {
    return error.getCode() == ErrorCode.NO_LEADER || error.getCode() == ErrorCode.UNREACHABLE
        || error.getCode() == ErrorCode.INTERNAL;
  }

  /**
   * Checks a request as {@link #trigger} does, without submitting it.
   *
   * @return the nodes whose turns would be skipped if they began now
   * @throws RefusedException if the request is invalid, or there is no leader with the add-on
   */
  public List<ProblemJson> rehearse(JobRequestJson request) throws IOException {
    return prepared(request, (spec, others) -> TurnOutlook.problems(spec, others.answers()));
  }

  /** Submits a checked job, or only predicts which turns would be skipped. */
  private interface LastStep<T> {
    T of(JobSpec spec, Questions<NodeListJson> others) throws IOException;
  }

  private <T> T prepared(JobRequestJson request, LastStep<T> last) throws IOException {
    JobSpec asked = JobRequestCheck.check(request, Instant.now());
    return prepared(asked, request.getTargets(), lookup.membersNow(), last);
  }

  private <T> T prepared(JobSpec asked, TargetsJson targets, RingMembers members, LastStep<T> last) throws IOException {
    RingNode leader = members.leader();
    JobSpec spec = asked.toBuilder().clearNodeIds().addAllNodeIds(members.turns(asked.getNodeIdsList())).build();
    TurnOutlook.checkParallel(members, spec);
    List<RingNode> others = members.all().stream().filter(node -> node != leader).collect(Collectors.toList());
    try (Questions<NodeListJson> questions = reader.ask(others, RingReader.NODES, NodeListJson.class)) {
      requireAddOn(leader);
      return last.of(withKeyRanges(spec, targets), questions);
    }
  }

  /** Replaces a prefix or path by key ranges, from the leader, so that all OMs get the same ones. */
  private JobSpec withKeyRanges(JobSpec spec, TargetsJson targets) throws IOException {
    if (!JobSubmission.prefixOrPath(targets).isPresent()) {
      return spec;
    }
    TargetsJson found;
    try {
      found = reads.ranges(Query.of(targets, new ThresholdsJson()).limit(1)).getTargets();
    } catch (RefusedException e) {
      throw e.withParameter(TargetNames.inJob(e.getParameter()));
    }
    if (found == null || found.getKeyRanges().isEmpty()) {
      throw RefusedException.of(ErrorCode.INTERNAL, "The leader does not say which key ranges a prefix or a path stands"
          + " for. Name key ranges, or the bucket.");
    }
    JobSpec resolved = spec.toBuilder().setTargets(JobSubmission.withoutPrefixOrPath(found)).build();
    // A prefix may fit where its key ranges do not, and a dry run asks no leader about a job.
    JobSpecRules.check(resolved);
    return resolved;
  }

  /** Stops a job: no turn begins, and a running turn ends before its next step. */
  public JobJson cancel(String jobId) throws IOException {
    return change(jobId, checked -> Command.newBuilder().setCancel(
        CancelJobs.newBuilder().setJobId(checked).setEndUser(endUser)));
  }

  /**
   * Changes the limits of a job. Each OM uses them from its next step.
   *
   * @throws RefusedException if a limit is invalid, or the job has ended
   */
  public JobJson update(String jobId, JobUpdateJson update) throws IOException {
    JobLimits limits = JobRequestCheck.check(update, Instant.now());
    return change(jobId, checked -> Command.newBuilder().setUpdateJob(
        UpdateJob.newBuilder().setJobId(checked).setLimits(limits).setEndUser(endUser)));
  }

  /** Pauses a job: no turn begins, and a running turn stops before its next step until the job is resumed. */
  public JobJson pause(String jobId) throws IOException {
    return change(jobId, checked -> Command.newBuilder().setPauseJob(
        PauseJob.newBuilder().setJobId(checked).setEndUser(endUser)));
  }

  public JobJson resume(String jobId) throws IOException {
    return change(jobId, checked -> Command.newBuilder().setResumeJob(
        ResumeJob.newBuilder().setJobId(checked).setEndUser(endUser)));
  }

  private JobJson change(String jobId, Function<String, Command.Builder> command) throws IOException {
    String checked = JobRequestCheck.jobId(jobId);
    requireAddOn();
    return send(command.apply(checked)).stream().findFirst().orElseThrow(() -> RefusedException.unknownJob(checked));
  }

  /** Stops every job that has not ended, and returns these jobs in their new state. */
  public JobListJson cancelAll() throws IOException {
    requireAddOn();
    List<JobJson> jobs = send(Command.newBuilder().setCancel(CancelJobs.newBuilder().setEndUser(endUser)));
    return new JobListJson().totalCount((long) jobs.size()).jobs(jobs).unanswered(Collections.emptyList());
  }

  /** @throws RefusedException BAD_REQUEST if the pause is too long */
  public static void checkPause(long forSeconds) throws RefusedException {
    ServiceRules.check(PauseService.newBuilder().setForSeconds(forSeconds).build());
  }

  /** Pauses the automatic service and cancels its open round; 0 seconds pause it until {@link #resumeService}. */
  public ServiceListJson pauseService(long forSeconds) throws IOException {
    checkPause(forSeconds);
    return changeService(Command.newBuilder().setPauseService(
        PauseService.newBuilder().setForSeconds(forSeconds).setEndUser(endUser)));
  }

  /** Resumes the automatic service after a pause, or after it stopped because its rounds had no gain. */
  public ServiceListJson resumeService() throws IOException {
    return changeService(Command.newBuilder().setResumeService(ResumeService.newBuilder().setEndUser(endUser)));
  }

  private ServiceListJson changeService(Command.Builder command) throws IOException {
    requireAddOn();
    send(command);
    try {
      return reads.service(new Query());
    } catch (RefusedException e) {
      throw new RefusedException(e.getCode(), "The ring has taken it in, but the leader does not show the service: "
          + e.getMessage(), e).withNextStep(e.getNextStep());
    }
  }

  private void requireAddOn() throws IOException {
    requireAddOn(lookup.membersNow().leader());
  }

  /**
   * Refuses a leader without the add-on, because this leader would commit the command to the Ratis log and do nothing.
   * Accepts a leader that does not answer.
   */
  private void requireAddOn(RingNode leader) throws IOException {
    try {
      reader.read(leader, RingReader.NODES, NodeListJson.class);
    } catch (RefusedException e) {
      if (e.getCode() == ErrorCode.ADD_ON_MISSING) {
        throw e;
      }
      LOG.debug("Whether {} has the add-on is not known, so the command is sent", leader, e);
    }
  }

  /** @return the jobs that the command changed, after the change */
  private List<JobJson> send(Command.Builder command) throws RefusedException {
    try {
      Answer answer = rpc.submit(command).orElseThrow(() -> RefusedException.of(ErrorCode.ADD_ON_MISSING,
          "The leader runs without the range compaction add-on and did nothing."));
      List<JobJson> touched = new ArrayList<>();
      for (JobRecord record : answer.getJobsList()) {
        touched.add(JobModel.of(record));
      }
      return touched;
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new RefusedException(ErrorCode.INTERNAL,
          "The leader took the command, but its answer cannot be understood. Is its add-on newer?", e);
    } catch (IOException e) {
      throw RpcErrors.translate(e);
    }
  }
}
