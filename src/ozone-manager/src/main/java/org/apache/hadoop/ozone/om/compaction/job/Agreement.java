// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.Collections;
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
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Hello;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.OpenJob;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TakeEnd;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.apache.hadoop.ozone.om.exceptions.OMException.ResultCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares this OM's open jobs with the leader's before this OM compacts. Each of the two OMs takes the jobs that are
 * open on it when it applies the command {@code Hello}.
 * <ul>
 * <li>If a job has ended on one of the two OMs, the other OM ends the job, too.
 * <li>A job whose records differ, or that only this OM knows, is ended on all OMs.
 * <li>If only the leader knows a job, this OM's turn of the job is skipped.
 * </ul>
 */
public final class Agreement implements CompactionLoop.Task {
  private static final Logger LOG = LoggerFactory.getLogger(Agreement.class);
  private static final long RETRY_MS = 1000;
  private static final long MAX_PAUSE_MS = 60_000;

  private final String self;
  private final JobRegistry registry;
  private final Supplier<Optional<Long>> term;
  private final RingSubmitter submitter;
  private final LongSupplier steadyMillis;
  private final AtomicLong pause = new AtomicLong();
  private final LogThrottle unheard = new LogThrottle();
  private Optional<Answer> leaders = Optional.empty();
  private Set<String> disputed = Collections.emptySet();
  private String greetedIn = "";
  private String withoutAddOnIn = "";
  private volatile long greetedAt;
  private volatile String agreedIn = "";

  /**
   * @param term         a number that changes with every leader; empty while there is no leader
   * @param steadyMillis a monotonic clock, in milliseconds
   */
  public Agreement(String self, JobRegistry registry, Supplier<Optional<Long>> term, RingSubmitter submitter,
      LongSupplier steadyMillis) {
    this.self = self;
    this.registry = registry;
    this.term = term;
    this.submitter = submitter;
    this.steadyMillis = steadyMillis;
  }

  /** @return a wrapper that skips {@code task} until this OM and the present leader agree on the open jobs */
  public CompactionLoop.Task onceAgreed(CompactionLoop.Task task) {
    return () -> {
      if (epoch().filter(agreedIn::equals).isPresent()) {
        task.run();
      }
    };
  }

  @Override
  public void run() {
    try {
      Optional<String> current = epoch();
      if (current.isPresent() && !current.get().equals(agreedIn) && !current.get().equals(withoutAddOnIn)) {
        agree(current.get());
      }
    } catch (IOException e) {
      if (unheard.failed()) {
        LOG.warn("Cannot compare the open compaction jobs with the leader's, will try again: {}", e.getMessage());
      }
    }
  }

  /** Changes with the leader or the loaded database; empty without a leader, or if the records cannot be read. */
  private Optional<String> epoch() {
    return registry.fault().isPresent() ? Optional.empty()
        : term.get().map(leader -> leader + "/" + registry.loads());
  }

  private void agree(String current) throws IOException {
    if (!current.equals(greetedIn)) {
      greetedIn = current;
      leaders = Optional.empty();
      disputed = Collections.emptySet();
      pause.set(0);
    }
    if (!leaders.isPresent() && steadyMillis.getAsLong() - greetedAt >= pause.get()) {
      greetedAt = steadyMillis.getAsLong();
      pause.updateAndGet(last -> Math.max(RETRY_MS, Math.min(2 * last, MAX_PAUSE_MS)));
      leaders = sayHello();
      if (!leaders.isPresent()) {
        withoutAddOnIn = current;
        unheard.succeeded();
      }
    }
    Optional<List<OpenJob>> own = registry.openAtHello();
    if (leaders.isPresent() && own.isPresent()) {
      Answer theirs = leaders.get();
      leaders = Optional.empty();
      boolean same = settle(theirs, byId(own.get()));
      unheard.succeeded();
      if (same) {
        agreedIn = current;
      }
    }
  }

  /** @return the leader's answer; empty if the leader runs without the add-on */
  private Optional<Answer> sayHello() throws IOException {
    String helloId = UUID.randomUUID().toString();
    registry.expectHello(helloId);
    Hello.Builder hello = Hello.newBuilder().setNodeId(self).setHelloId(helloId)
        .addAllDisputedJobIds(disputed);
    JobImage image = registry.image();
    if (image.service().getUpdatedIndex() > 0) {
      hello.setService(image.service());
    }
    image.openJobs().forEach(job -> hello.addOpenJobIds(job.getSpec().getJobId()));
    return submitter.submit(Command.newBuilder().setHello(hello));
  }

  /** Settles each difference of the open jobs; false if jobs have to be compared again before this OM acts. */
  private boolean settle(Answer theirs, Map<String, ByteString> ours) throws IOException {
    Map<String, ByteString> leading = byId(theirs.getOpenJobsList());
    Map<String, JobRecord> ended = theirs.getJobsList().stream()
        .collect(Collectors.toMap(job -> job.getSpec().getJobId(), job -> job, (a, b) -> a));
    disputed = new LinkedHashSet<>();
    boolean same = true;
    for (Map.Entry<String, ByteString> job : ours.entrySet()) {
      if (!Objects.equals(leading.get(job.getKey()), job.getValue())) {
        same = false;
        if (ended.containsKey(job.getKey())) {
          send(Command.newBuilder().setTakeEnd(TakeEnd.newBuilder().setJob(ended.get(job.getKey()))));
        } else {
          disputed.add(job.getKey());
        }
      }
    }
    for (String jobId : leading.keySet()) {
      if (!ours.containsKey(jobId)) {
        same &= settleMissing(jobId);
      }
    }
    return same;
  }

  /** Settles a job open only on the leader at the Hello; true if this OM does not know it, false to compare again. */
  private boolean settleMissing(String jobId) throws IOException {
    Optional<JobRecord> held = registry.image().find(jobId);
    if (held.isPresent()) {
      if (Transitions.ended(held.get())) {
        send(Command.newBuilder().setTakeEnd(TakeEnd.newBuilder().setJob(JobImage.withoutSpec(held.get()))));
      }
      return false;
    }
    send(Command.newBuilder().setEndTurns(EndTurns.newBuilder().setJobId(jobId).addNodeIds(self)
        .setState(TurnState.TURN_SKIPPED).setReason(TurnReason.NO_ADD_ON).setMessage(self + " ran without the add-on"
            + " when this job was submitted and does not know it. Retry the job.")));
    return true;
  }

  private void send(Command.Builder command) throws IOException {
    try {
      submitter.submit(command);
    } catch (OMException e) {
      if (e.getResult() != ResultCodes.INVALID_REQUEST && e.getResult() != ResultCodes.PERMISSION_DENIED) {
        throw e;
      }
      LOG.warn("The leader does not take what this OM knows of a compaction job: {}", e.getMessage());
    }
  }

  private static Map<String, ByteString> byId(List<OpenJob> jobs) {
    Map<String, ByteString> byId = new LinkedHashMap<>();
    jobs.forEach(job -> byId.put(job.getJobId(), job.getDigest()));
    return byId;
  }
}
