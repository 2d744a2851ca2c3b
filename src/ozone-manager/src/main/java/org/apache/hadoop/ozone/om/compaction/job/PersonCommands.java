// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.CancelJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.PauseService;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ResumeJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.SubmitJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.UpdateJob;
import org.apache.hadoop.ozone.om.compaction.rule.JobDifference;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.rule.JobSpecRules;
import org.apache.hadoop.ozone.om.compaction.rule.RetryRules;
import org.apache.hadoop.ozone.om.compaction.rule.ServiceRules;

/**
 * Carries out submits, of people and of the service, and what people change of jobs and of the service. Pure functions,
 * like {@link JobCommands#apply}.
 */
final class PersonCommands {
  private final JobImage image;

  PersonCommands(JobImage image) {
    this.image = image;
  }

  JobDelta submit(SubmitJob submit, String caller, long now, long index) throws RefusedException {
    JobSpec spec = submit.getSpec();
    JobSpecRules.check(spec);
    JobRecord known = image.find(spec.getJobId()).orElse(null);
    if (known != null) {
      JobSpec submitted = JobLimitRules.with(known.getSpec(), known.getSubmittedLimits());
      if (RetryRules.isSame(submitted, spec)) {
        RetryRules.checkKnown(known);
        return JobDelta.unchanged(image, known);
      }
      JobSpec first = JobSpecRules.asked(submitted);
      JobSpec again = JobSpecRules.asked(spec);
      if (first.equals(again)) {
        return JobDelta.unchanged(image, known);
      }
      throw RefusedException.ofJob(ErrorCode.JOB_ID_TAKEN, spec.getJobId(), "Job " + spec.getJobId()
          + " exists and asks for something else, " + JobDifference.of(first, again) + ".")
          .withNextStep("Give a new --job-id, or look at it with 'ozone admin om compaction status " + spec.getJobId()
          + "'.");
    }
    JobRecord created = JobEdits.created(submit, caller, now, index);
    if (spec.hasRound()) {
      requireTurnOfRound(spec, now);
      return JobDelta.changed(image, Collections.singletonList(created));
    }
    requireRoom();
    requireOwnKeys(spec, now);
    List<JobRecord> touched = new ArrayList<>();
    touched.add(created);
    String by = requester(submit.getEndUser(), caller);
    JobConflicts.inTheWay(image.openJobs(), spec, now)
        .forEach(other -> touched.add(JobEdits.preempted(other, by, spec.getJobId(), now, index)));
    return JobDelta.changed(image, touched);
  }

  private void requireTurnOfRound(JobSpec round, long now) throws RefusedException {
    if (ServiceEdits.isPaused(image.service(), now)) {
      throw RefusedException.of(ErrorCode.BUSY, image.service().getPausedBy() + " has paused the service.");
    }
    Optional<JobRecord> first = JobConflicts.aheadOfRound(image.openJobs(), round);
    if (first.isPresent()) {
      throw RefusedException.ofJob(ErrorCode.JOB_OVERLAPS, first.get().getSpec().getJobId(), "Job "
          + first.get().getSpec().getJobId() + " is open or begins before this round has to end: it goes first.");
    }
  }

  private void requireOwnKeys(JobSpec spec, long now) throws RefusedException {
    List<JobRecord> inTheWay = JobConflicts.inTheWay(image.openJobsOfPeople(), spec, now);
    if (!inTheWay.isEmpty() && !spec.getPreempt()) {
      JobSpec first = inTheWay.get(0).getSpec();
      String other = first.getJobId();
      throw RefusedException.ofJob(ErrorCode.JOB_OVERLAPS, other,
          "Job " + other + " " + JobConflicts.sharedKeys(first, spec) + ".")
          .withNextStep("Wait for it with 'ozone admin om compaction status " + other + " --wait'"
          + (spec.getRetryOf().isEmpty() ? ", or say --preempt (over REST \"preempt\": true) for it to be cancelled in"
          + " favour of this one." : ", then retry."));
    }
  }

  private static String requester(String endUser, String caller) {
    return endUser.isEmpty() ? caller : JobRecordRules.cut(endUser);
  }

  JobDelta cancel(CancelJobs cancel, String caller, long now, long index) throws RefusedException {
    String by = requester(cancel.getEndUser(), caller);
    if (cancel.getJobId().isEmpty()) {
      return JobDelta.changed(image, image.openJobs().stream().map(job -> JobEdits.cancelled(job, by, now, index))
          .collect(Collectors.toList()));
    }
    JobRecord job = image.require(cancel.getJobId());
    if (Transitions.ended(job)) {
      if (job.getState() == JobState.JOB_CANCELLED) {
        return JobDelta.unchanged(image, job);
      }
      throw RefusedException.ofJob(ErrorCode.JOB_ENDED, cancel.getJobId(), "Job " + cancel.getJobId()
          + " has ended already. Nothing is left to cancel.")
          .withNextStep("See 'ozone admin om compaction status " + cancel.getJobId() + "'.");
    }
    return JobDelta.changed(image, Collections.singletonList(JobEdits.cancelled(job, by, now, index)));
  }

  JobDelta update(UpdateJob update, String caller, long now, long index) throws RefusedException {
    JobRecord job = requireChangeable(update.getJobId());
    JobLimitRules.check(update.getLimits());
    JobSpec spec = JobLimitRules.checked(job.getSpec(), update.getLimits());
    if (spec.equals(job.getSpec()) || job.getUpdatedIndex() >= index) {
      return JobDelta.unchanged(image, job);
    }
    if (spec.getNotBeforeMs() != job.getSpec().getNotBeforeMs() && Transitions.begun(job)) {
      throw RefusedException.ofParameter("notBefore", "Job " + update.getJobId() + " has begun already.")
          .withNextStep("Pause it with 'ozone admin om compaction pause " + update.getJobId() + "' instead.");
    }
    JobRecordRules.checkChanger(job, caller);
    String by = requester(update.getEndUser(), caller);
    List<JobRecord> touched = new ArrayList<>();
    touched.add(JobEdits.updated(job, spec, by, caller, now, index));
    JobConflicts.inTheWay(image.openRounds(), spec, now)
        .forEach(round -> touched.add(JobEdits.preempted(round, by, update.getJobId(), now, index)));
    return JobDelta.changed(image, touched);
  }

  JobDelta pauseJob(PauseJob pause, String caller, long now, long index) throws RefusedException {
    JobRecord job = requireChangeable(pause.getJobId());
    return Transitions.paused(job) || job.getUpdatedIndex() >= index ? JobDelta.unchanged(image, job)
        : JobDelta.changed(image, Collections.singletonList(
            JobEdits.paused(job, requester(pause.getEndUser(), caller), now, index)));
  }

  JobDelta resumeJob(ResumeJob resume, String caller, long now, long index) throws RefusedException {
    JobRecord job = requireChangeable(resume.getJobId());
    if (!Transitions.paused(job) || job.getUpdatedIndex() >= index) {
      return JobDelta.unchanged(image, job);
    }
    JobRecordRules.checkChanger(job, caller);
    return JobDelta.changed(image, Collections.singletonList(JobEdits.resumed(job, caller, now, index)));
  }

  private JobRecord requireChangeable(String jobId) throws RefusedException {
    JobRecord job = image.require(jobId);
    if (Transitions.ended(job) || !job.getCancelledBy().isEmpty()) {
      throw RefusedException.ofJob(ErrorCode.JOB_ENDED, jobId, "Job " + jobId
          + (Transitions.ended(job) ? " has ended already." : " is being cancelled.")
          + " Nothing about it can be changed.")
          .withNextStep("See 'ozone admin om compaction status " + jobId + "'.");
    }
    if (job.getSpec().hasRound()) {
      throw RefusedException.of(ErrorCode.BAD_REQUEST, "Job " + jobId + " is a round of the service, which has its own"
          + " limits.").withNextStep("Pause the service with 'ozone admin om compaction service pause', or cancel the"
          + " round with 'ozone admin om compaction cancel " + jobId + "'.");
    }
    return job;
  }

  JobDelta pauseService(PauseService pause, String caller, long now, long index) throws RefusedException {
    ServiceRules.check(pause);
    String by = requester(pause.getEndUser(), caller);
    List<JobRecord> rounds = image.openRounds().stream()
        .map(job -> JobEdits.givenWay(job, by, "Gives way, as " + by + " has paused the service.", now, index))
        .collect(Collectors.toList());
    return JobDelta.of(image, ServiceEdits.paused(image.service(), by, pause.getForSeconds(), now, index), rounds);
  }

  JobDelta resumeService(long now, long index) {
    return JobDelta.of(image, ServiceEdits.resumed(image.service(), now, index), Collections.emptyList());
  }

  private void requireRoom() throws RefusedException {
    int open = image.openJobsOfPeople().size();
    if (open >= JobImage.MAX_OPEN) {
      throw RefusedException.of(ErrorCode.TOO_MANY_JOBS, open + " jobs are open already, which is the most.")
          .withNextStep("Look at them with 'ozone admin om compaction status'.");
    }
  }
}
