// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.AdoptJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.AskOpenJobs;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings this OM and every new leader to one mind about the open jobs. An OM that ran without the add-on has missed
 * what became of jobs meanwhile; so every OM, once it has started and for each new leader, asks the leader which jobs
 * are open. The question is in the log: both sides answer it at the same place, and wherever they differ this OM tells
 * what it knows, or what it has just learnt. Whoever is told less than it knows tells what it knows.
 */
public final class JobHandover implements CompactionLoop.Round {
  private static final Logger LOG = LoggerFactory.getLogger(JobHandover.class);
  private static final long RETRY_MS = 1000;
  private static final long MAX_PAUSE_MS = 60_000;

  private final JobRegistry registry;
  private final Supplier<Optional<Long>> term;
  private final RingSubmitter submitter;
  private final LongSupplier steadyMillis;
  private final Set<String> refused = new HashSet<>();
  private final AtomicLong pause = new AtomicLong();
  private final Doubling unheard = new Doubling();
  private Optional<List<JobRecord>> leaders = Optional.empty();
  private String asked = "";
  private String without = "";
  private volatile long askedAt;
  private volatile String agreed = "";

  /**
   * @param term a number that changes with every leader; empty while there is none
   * @param steadyMillis a clock that never jumps, milliseconds
   */
  public JobHandover(JobRegistry registry, Supplier<Optional<Long>> term, RingSubmitter submitter,
      LongSupplier steadyMillis) {
    this.registry = registry;
    this.term = term;
    this.submitter = submitter;
    this.steadyMillis = steadyMillis;
  }

  /** @return the round, left out while this OM and the present leader have not agreed on the open jobs */
  public CompactionLoop.Round before(CompactionLoop.Round round) {
    return () -> {
      if (epoch().filter(agreed::equals).isPresent()) {
        round.run();
      }
    };
  }

  @Override
  public void run() {
    try {
      tellContradicting();
      Optional<String> current = epoch();
      if (current.isPresent() && !current.get().equals(agreed) && !current.get().equals(without)) {
        agree(current.get());
      }
      unheard.succeeded();
    } catch (IOException e) {
      if (unheard.failed()) {
        LOG.warn("Cannot tell the ring which compaction jobs are open, will try again: {}", e.getMessage());
      }
    }
  }

  /**
   * What an agreement is worth something for: the leader that there is, the database that the records are in. Empty
   * while there is none or they cannot be read.
   */
  private Optional<String> epoch() {
    return registry.fault().isPresent() ? Optional.empty()
        : term.get().map(leader -> leader + "/" + registry.loads());
  }

  private void tellContradicting() throws IOException {
    Deque<JobRecord> untold = new ArrayDeque<>(registry.takeContradicting());
    try {
      while (!untold.isEmpty()) {
        told(untold.peek());
        untold.remove();
      }
    } finally {
      registry.noteContradicting(untold);
    }
  }

  private void agree(String current) throws IOException {
    if (!current.equals(asked)) {
      asked = current;
      leaders = Optional.empty();
      pause.set(0);
    }
    if (!leaders.isPresent() && steadyMillis.getAsLong() - askedAt >= pause.get()) {
      askedAt = steadyMillis.getAsLong();
      pause.compareAndSet(0, RETRY_MS);
      leaders = Optional.of(ask());
    }
    Optional<List<JobRecord>> own = registry.answer();
    if (leaders.isPresent() && own.isPresent()) {
      List<JobRecord> theirs = leaders.get();
      leaders = Optional.empty();
      settle(current, byId(theirs), byId(own.get()));
    }
  }

  /** @return the jobs that are open on the leader; none when it cannot tell */
  private List<JobRecord> ask() throws IOException {
    String questionId = UUID.randomUUID().toString();
    registry.expect(questionId);
    Command.Builder question =
        Command.newBuilder().setAskOpen(AskOpenJobs.newBuilder().setQuestionId(questionId));
    try {
      return submitter.submit(question);
    } catch (OMException e) {
      requireRefusal(e);
      // The add-on of the leader is older. It can only be told.
      registry.answerNow();
      return Collections.emptyList();
    }
  }

  private void settle(String current, Map<String, JobRecord> theirs, Map<String, JobRecord> ours) throws IOException {
    Set<String> open = new LinkedHashSet<>(theirs.keySet());
    open.addAll(ours.keySet());
    refused.retainAll(open);
    boolean same = true;
    for (String jobId : open) {
      Optional<JobRecord> held = registry.image().find(jobId);
      boolean gone = !held.isPresent() && !theirs.containsKey(jobId);
      if (gone || Objects.equals(theirs.get(jobId), ours.get(jobId))) {
        continue;
      }
      JobRecord known = held.orElseGet(() -> theirs.get(jobId));
      Optional<JobRecord> answer = told(known);
      if (!answer.isPresent()) {
        without = current;
        return;
      }
      same &= refused.contains(jobId) || held.isPresent() && JobRecordRules.same(known, answer.get());
    }
    if (same) {
      agreed = current;
    } else {
      pause.updateAndGet(last -> Math.min(2 * last, MAX_PAUSE_MS));
    }
  }

  private static Map<String, JobRecord> byId(List<JobRecord> jobs) {
    Map<String, JobRecord> byId = new LinkedHashMap<>();
    jobs.forEach(job -> byId.put(job.getSpec().getJobId(), job));
    return byId;
  }

  /** @return the job as the leader has it then; empty when the leader runs without the add-on */
  private Optional<JobRecord> told(JobRecord job) throws IOException {
    String jobId = job.getSpec().getJobId();
    try {
      List<JobRecord> answer = submitter.submit(Command.newBuilder().setAdopt(AdoptJob.newBuilder().setJob(job)));
      refused.remove(jobId);
      return answer.stream().filter(told -> told.getSpec().getJobId().equals(jobId)).findFirst();
    } catch (OMException e) {
      requireRefusal(e);
      if (refused.add(jobId)) {
        LOG.warn("The leader does not take what this OM knows of compaction job {}: {}", jobId, e.getMessage());
      }
      return Optional.of(job);
    }
  }

  private static void requireRefusal(OMException e) throws OMException {
    if (e.getResult() != ResultCodes.INVALID_REQUEST && e.getResult() != ResultCodes.PERMISSION_DENIED) {
      throw e;
    }
  }
}
