// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionEnvelope;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;

/** The changes by one command, which OM writes in the database batch that also holds its transaction info. */
public final class JobDelta {
  /** Maximum number of ended jobs that are kept, rounds aside; beyond it, those that ended first are deleted. */
  static final int MAX_ENDED = 100;
  /**
   * Maximum number of ended rounds that are kept. The daily budget does not need older ones, because each round's
   * record contains the number of bytes that earlier rounds wrote.
   */
  static final int MAX_ENDED_ROUNDS = 200;

  /** Ended jobs are not updated any more, so the index of the last update gives the order in which they ended. */
  private static final Comparator<JobRecord> ENDED_FIRST = Comparator.comparingLong(JobRecord::getUpdatedIndex)
      .thenComparing(job -> job.getSpec().getJobId());

  private final JobImage image;
  private final List<JobRecord> written;
  private final List<String> removed;
  private final List<JobRecord> touched;
  private final Optional<ServiceRecord> service;

  /**
   * @param touched the jobs that the command concerns, as they are after it; the answer to the sender is made of them
   */
  private JobDelta(JobImage image, List<JobRecord> written, List<String> removed, List<JobRecord> touched,
      Optional<ServiceRecord> service) {
    this.image = image;
    this.service = service;
    this.written = Collections.unmodifiableList(written);
    this.removed = Collections.unmodifiableList(removed);
    this.touched = Collections.unmodifiableList(touched);
  }

  /** Returns a delta that changes nothing. The command's sender gets the unchanged {@code job}. */
  static JobDelta unchanged(JobImage image, JobRecord job) {
    return new JobDelta(image, Collections.emptyList(), Collections.emptyList(), Collections.singletonList(job),
        Optional.empty());
  }

  /** Returns a delta that writes {@code touched}: the jobs that the command concerns, as they are after it. */
  static JobDelta changed(JobImage image, List<JobRecord> touched) {
    return of(image, image.service(), touched);
  }

  /** Writes the jobs and the service's record if they have changed; {@code touched} are as for {@link #changed}. */
  static JobDelta of(JobImage image, ServiceRecord nextService, List<JobRecord> touched) {
    List<JobRecord> written = new ArrayList<>();
    Map<String, JobRecord> next = new LinkedHashMap<>();
    image.jobs().forEach(job -> next.put(job.getSpec().getJobId(), job));
    for (JobRecord job : touched) {
      JobRecord before = next.put(job.getSpec().getJobId(), job);
      if (before != job) {
        written.add(job);
      }
    }
    JobImage all = JobImage.of(next.values(), nextService);
    List<String> removed = beyondMemory(all);
    written.removeIf(job -> removed.contains(job.getSpec().getJobId()));
    return new JobDelta(all.without(removed), written, removed, touched,
        nextService == image.service() ? Optional.empty() : Optional.of(nextService));
  }

  /** The turns that have ended, and had not in the image to which the command was applied. */
  List<TurnRecord> turnsEndedSince(JobImage before) {
    List<TurnRecord> ended = new ArrayList<>();
    for (JobRecord job : written) {
      Set<String> endedBefore = before.find(job.getSpec().getJobId()).map(JobDelta::endedTurns)
          .orElse(Collections.emptyMap()).keySet();
      endedTurns(job).forEach((nodeId, turn) -> {
        if (!endedBefore.contains(nodeId)) {
          ended.add(turn);
        }
      });
    }
    return ended;
  }

  private static Map<String, TurnRecord> endedTurns(JobRecord job) {
    return job.getTurnsList().stream().filter(turn -> Transitions.ended(turn.getState()))
        .collect(Collectors.toMap(TurnRecord::getNodeId, turn -> turn, (first, second) -> first));
  }

  private static List<String> beyondMemory(JobImage all) {
    List<String> beyond = new ArrayList<>(beyond(all.jobsOfPeople(), MAX_ENDED));
    beyond.addAll(beyond(all.rounds(), MAX_ENDED_ROUNDS));
    return beyond;
  }

  private static List<String> beyond(List<JobRecord> jobs, int most) {
    List<String> endedFirst = jobs.stream().filter(Transitions::ended).sorted(ENDED_FIRST)
        .map(job -> job.getSpec().getJobId()).collect(Collectors.toList());
    return endedFirst.subList(0, Math.max(0, endedFirst.size() - most));
  }

  JobImage getImage() {
    return image;
  }

  public List<JobRecord> getWritten() {
    return written;
  }

  /** @return the new record of the automatic service; empty if it has not changed */
  public Optional<ServiceRecord> getService() {
    return service;
  }

  /** @return ids of jobs whose records are deleted; may be empty */
  public List<String> getRemoved() {
    return removed;
  }

  /** Holds only what the sender of this command reads, because Ratis keeps answers on every OM for a while. */
  public Answer answerTo(Command command) {
    Answer.Builder answer = Answer.newBuilder().setVersion(CompactionEnvelope.VERSION);
    switch (command.getBodyCase()) {
      case SUBMIT:
      case CANCEL:
      case UPDATE_JOB:
      case PAUSE_JOB:
      case RESUME_JOB:
      case PAUSE_SERVICE:
        return answer.addAllJobs(touched).build();
      case START_TURN:
      case REPORT_PROGRESS:
        touched.forEach(job -> answer.addJobs(JobImage.withoutSpec(job)));
        return answer.build();
      case HELLO:
        touched.forEach(job -> answer.addJobs(JobImage.withoutSpec(job)));
        return answer.addAllOpenJobs(image.openDigests()).build();
      default:
        return answer.build();
    }
  }
}
