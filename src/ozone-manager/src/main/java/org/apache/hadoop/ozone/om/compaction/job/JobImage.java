// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import com.google.common.hash.Hashing;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.GrantTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.LeaderMoved;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.MoveLeader;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.OpenJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.RecallTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReturnTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;

/**
 * All job records at one log index. Immutable; {@link #apply} is a pure function of the records, the command, the
 * caller's name and the log index, so every OM arrives at the same image.
 */
public final class JobImage {
  /** Limit of jobs that have not ended; another one is refused. */
  static final int MAX_OPEN = 32;
  /** Limit of ended jobs; the one that ended first is deleted first. Rounds of the service are counted separately. */
  static final int MAX_ENDED = 100;
  /** Limit of ended rounds. Later rounds carry those of their figures that still count. */
  static final int MAX_ENDED_ROUNDS = 200;

  /** An ended job is not updated any more. */
  private static final Comparator<JobRecord> ENDED_FIRST = Comparator.comparingLong(JobRecord::getUpdatedIndex)
      .thenComparing(job -> job.getSpec().getJobId());
  private static final Comparator<JobRecord> OLDEST_FIRST = Comparator.comparingLong(JobRecord::getCreatedIndex)
      .thenComparing(job -> job.getSpec().getJobId());

  private final Map<String, JobRecord> jobs;
  private final ServiceRecord service;

  private JobImage(Map<String, JobRecord> jobs, ServiceRecord service) {
    this.jobs = jobs;
    this.service = service;
  }

  /** @param records in any order */
  public static JobImage of(Collection<JobRecord> records) {
    return of(records, ServiceRecord.getDefaultInstance());
  }

  /**
   * @param records in any order
   * @param service the default instance if nobody has changed the automatic service
   */
  public static JobImage of(Collection<JobRecord> records, ServiceRecord service) {
    Map<String, JobRecord> jobs = new LinkedHashMap<>();
    records.stream().sorted(OLDEST_FIRST).forEach(job -> jobs.put(job.getSpec().getJobId(), job));
    return new JobImage(jobs, service);
  }

  /** @return all jobs, oldest first */
  public Collection<JobRecord> jobs() {
    return Collections.unmodifiableCollection(jobs.values());
  }

  /** @return pauses and resumptions of the automatic service */
  public ServiceRecord service() {
    return service;
  }

  /** @return jobs that have not ended, oldest first */
  public List<JobRecord> openJobs() {
    return jobs.values().stream().filter(job -> !Transitions.ended(job)).collect(Collectors.toList());
  }

  /** @return the open jobs' digests; they equal another OM's if both hold the same records */
  List<OpenJob> openDigests() {
    return openJobs().stream().map(job -> OpenJob.newBuilder().setJobId(job.getSpec().getJobId())
        .setDigest(ByteString.copyFrom(Hashing.sha256().hashBytes(withoutSpec(job).toByteArray()).asBytes())).build())
        .collect(Collectors.toList());
  }

  /**
   * @return the record with its spec, which may be half a megabyte, reduced to the job's id and limits. The record
   *     holds the index of the entry that created it, which determines the rest of the spec
   */
  static JobRecord withoutSpec(JobRecord job) {
    return job.toBuilder().setSpec(JobLimitRules.with(JobSpec.newBuilder().setJobId(job.getSpec().getJobId()).build(),
        JobLimitRules.of(job.getSpec()))).build();
  }

  /** @param jobId UUID in canonical form */
  public Optional<JobRecord> find(String jobId) {
    return Optional.ofNullable(jobs.get(jobId));
  }

  /**
   * Applies one command.
   *
   * @param command of a version that this code knows
   * @param caller name of the user who sent the request
   * @param index position in the log; a job that this index has already changed is left alone
   * @throws RefusedException if the command cannot be carried out; nothing changes then
   */
  public JobDelta apply(Command command, String caller, long index) throws RefusedException {
    String by = JobRecordRules.cut(caller);
    long now = command.getSentAtMs();
    PersonCommands people = new PersonCommands(this);
    switch (command.getBodyCase()) {
      case SUBMIT:
        return people.submit(command.getSubmit(), by, now, index);
      case CANCEL:
        return people.cancel(command.getCancel(), by, now, index);
      case GRANT_TURN:
        return grant(command.getGrantTurn(), by, now, index);
      case START_TURN:
        return editTurn(command.getStartTurn().getJobId(), command.getStartTurn().getNodeId(), now, index,
            turn -> TurnEdits.started(turn, command.getStartTurn().getIncarnation(), now));
      case REPORT_PROGRESS:
        return progress(command.getReportProgress(), now, index);
      case RECALL_TURN:
        return recall(command.getRecallTurn(), now, index);
      case RETURN_TURN:
        return takeBack(command.getReturnTurn(), now, index);
      case END_TURNS:
        return endTurns(command.getEndTurns(), now, index);
      case HELLO:
        return hello(command.getHello(), now, index);
      case TAKE_END:
        return takeEnd(command.getTakeEnd().getJob(), index);
      case PAUSE_SERVICE:
        return people.pauseService(command.getPauseService(), by, now, index);
      case UPDATE_JOB:
        return people.update(command.getUpdateJob(), by, now, index);
      case PAUSE_JOB:
        return people.pauseJob(command.getPauseJob(), by, now, index);
      case RESUME_JOB:
        return people.resumeJob(command.getResumeJob(), by, now, index);
      case MOVE_LEADER:
        return moveLeader(command.getMoveLeader(), now, index);
      case LEADER_MOVED:
        return leaderMoved(command.getLeaderMoved(), now, index);
      case RESUME_SERVICE:
        return with(ServiceEdits.resumed(service, now, index), Collections.emptyList());
      case BODY_NOT_SET:
      default:
        throw RefusedException.of(ErrorCode.BAD_REQUEST, "The request names nothing to do."
            + " Use a client of this add-on's version.");
    }
  }

  /** A leader may grant a turn before it has applied a pause. */
  private JobDelta grant(GrantTurn grant, String caller, long now, long index) throws RefusedException {
    JobRecord job = require(grant.getJobId());
    return Transitions.paused(job) ? unchanged(job)
        : editTurn(grant.getJobId(), grant.getNodeId(), now, index, turn -> TurnEdits.granted(turn, caller, now));
  }

  private JobDelta moveLeader(MoveLeader move, long now, long index) throws RefusedException {
    JobRecord job = require(move.getJobId());
    return edited(job, LeaderMoves.asked(job, move, now, index));
  }

  private JobDelta leaderMoved(LeaderMoved moved, long now, long index) throws RefusedException {
    JobRecord job = require(moved.getJobId());
    return edited(job, LeaderMoves.ended(job, moved, now, index));
  }

  private JobDelta edited(JobRecord job, JobRecord edited) {
    return edited == job ? unchanged(job) : changed(Collections.singletonList(edited));
  }

  private JobDelta progress(ReportProgress report, long now, long index) throws RefusedException {
    TurnFigures figures = JobRecordRules.checked(report.getFigures());
    return editTurn(report.getJobId(), report.getNodeId(), now, index,
        turn -> TurnEdits.reported(turn, figures, now));
  }

  /** Ends jobs that are disputed and open here. A job that has ended stays as it is and is returned to the sender. */
  private JobDelta hello(Hello hello, long now, long index) {
    List<JobRecord> touched = new ArrayList<>();
    for (String jobId : new LinkedHashSet<>(hello.getDisputedJobIdsList())) {
      find(jobId).filter(job -> !Transitions.ended(job) && job.getUpdatedIndex() < index)
          .ifPresent(job -> touched.add(JobEdits.settled(job.toBuilder(), now, index,
              turn -> TurnEdits.disputed(turn, hello.getNodeId(), now))));
    }
    hello.getOpenJobIdsList().stream().distinct().map(jobs::get)
        .filter(job -> job != null && Transitions.ended(job)).forEach(touched::add);
    return with(ServiceEdits.later(service, hello.getService(), index), touched);
  }

  /** Creates no job: only one that is open here ends as it has ended elsewhere. */
  private JobDelta takeEnd(JobRecord told, long index) throws RefusedException {
    JobRecord known = require(told.getSpec().getJobId());
    if (Transitions.ended(known)) {
      return unchanged(known);
    }
    JobSpec spec = JobLimitRules.with(known.getSpec(), JobLimitRules.of(told.getSpec()));
    JobSpecRules.check(spec);
    JobRecord ended = told.toBuilder().setSpec(spec).build();
    JobRecordRules.checkEnded(ended, index);
    // The origin of the job is taken from the record here, not from the sender.
    return changed(Collections.singletonList(ended.toBuilder().setRequestedBy(known.getRequestedBy())
        .setEndUser(known.getEndUser()).setCreatedAtMs(known.getCreatedAtMs())
        .setCreatedIndex(known.getCreatedIndex()).build()));
  }

  private JobDelta recall(RecallTurn recall, long now, long index) throws RefusedException {
    String message = JobRecordRules.cut(recall.getMessage());
    return editTurn(recall.getJobId(), recall.getNodeId(), now, index, turn -> TurnEdits.recalled(turn, message));
  }

  private JobDelta takeBack(ReturnTurn returned, long now, long index) throws RefusedException {
    JobRecord job = require(returned.getJobId());
    TurnFigures figures = JobRecordRules.checked(returned.getFigures());
    return edited(job, now, index, turn -> {
      if (!turn.getNodeId().equals(returned.getNodeId())) {
        return turn;
      }
      TurnRecord counted = returned.hasFigures() ? turn.toBuilder().setFigures(figures).build() : turn;
      return Transitions.allowed(turn.getState(), TURN_WAITING)
          ? TurnEdits.returned(counted, returned.getMessage(), job.getCancelledBy(), now) : turn;
    });
  }

  private JobDelta endTurns(EndTurns end, long now, long index) throws RefusedException {
    JobRecord job = require(end.getJobId());
    JobRecordRules.checkEnd(end.getState(), end.getReason());
    TurnFigures figures = JobRecordRules.checked(end.getFigures());
    return edited(job, now, index, turn -> {
      if (!end.getNodeIdsList().contains(turn.getNodeId()) || !Transitions.allowed(turn.getState(), end.getState())) {
        return turn;
      }
      TurnRecord ended = TurnEdits.ended(turn, end.getState(), end.getReason(), end.getMessage(), now);
      return end.hasFigures() ? ended.toBuilder().setFigures(figures).build() : ended;
    });
  }

  private JobDelta editTurn(String jobId, String nodeId, long now, long index, UnaryOperator<TurnRecord> edit)
      throws RefusedException {
    return edited(require(jobId), now, index, turn -> turn.getNodeId().equals(nodeId) ? edit.apply(turn) : turn);
  }

  private JobDelta edited(JobRecord job, long now, long index, UnaryOperator<TurnRecord> edit) {
    if (job.getUpdatedIndex() >= index) {
      return unchanged(job);
    }
    JobRecord edited = JobEdits.settled(job.toBuilder(), now, index, edit);
    return edited.getTurnsList().equals(job.getTurnsList()) ? unchanged(job)
        : changed(Collections.singletonList(edited));
  }

  JobRecord require(String jobId) throws RefusedException {
    JobRecord job = jobs.get(jobId);
    if (job == null) {
      throw RefusedException.ofJob(ErrorCode.UNKNOWN_JOB, jobId, "There is no job " + jobId
          + ". List the jobs with 'ozone admin om compaction status'.");
    }
    return job;
  }

  JobDelta unchanged(JobRecord job) {
    return new JobDelta(this, Collections.emptyList(), Collections.emptyList(), Collections.singletonList(job),
        Optional.empty());
  }

  JobDelta changed(List<JobRecord> touched) {
    return with(service, touched);
  }

  JobDelta with(ServiceRecord nextService, List<JobRecord> touched) {
    List<JobRecord> written = new ArrayList<>();
    Map<String, JobRecord> next = new LinkedHashMap<>(jobs);
    for (JobRecord job : touched) {
      JobRecord before = next.put(job.getSpec().getJobId(), job);
      if (before != job) {
        written.add(job);
      }
    }
    List<String> removed = beyondMemory(next.values());
    removed.forEach(next::remove);
    written.removeIf(job -> removed.contains(job.getSpec().getJobId()));
    return new JobDelta(of(next.values(), nextService), written, removed, touched,
        nextService == service ? Optional.empty() : Optional.of(nextService));
  }

  private static List<String> beyondMemory(Collection<JobRecord> jobs) {
    List<JobRecord> ended = jobs.stream().filter(Transitions::ended).sorted(ENDED_FIRST).collect(Collectors.toList());
    List<String> beyond = beyond(ended, job -> !job.getSpec().hasRound(), MAX_ENDED);
    beyond.addAll(beyond(ended, job -> job.getSpec().hasRound(), MAX_ENDED_ROUNDS));
    return beyond;
  }

  private static List<String> beyond(List<JobRecord> endedFirst, Predicate<JobRecord> which, int most) {
    List<String> ids = endedFirst.stream().filter(which).map(job -> job.getSpec().getJobId())
        .collect(Collectors.toList());
    return new ArrayList<>(ids.subList(0, Math.max(0, ids.size() - most)));
  }
}
