// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_SKIPPED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetrics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.EndTurns;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReturnTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.StartTurn;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.turn.TurnContext;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.compaction.turn.UnreportedBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs this OM's turns and reports their begin and end. A turn that a crash interrupted continues with a new plan. One
 * crash too many fails the turn: the eleventh in all, or an earlier one if it has removed no tombstone in between.
 */
public final class NodeTurns implements CompactionLoop.Task {
  private static final Logger LOG = LoggerFactory.getLogger(NodeTurns.class);
  /** Delay before a refused report is sent again, in milliseconds. */
  private static final long RETRY_MS = 1000;

  /** The work of one turn, see {@link org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction#run}. */
  public interface Work {
    /** @return the outcome of the turn; errors are returned as outcomes */
    TurnOutcome run(JobSpec spec, TurnContext context) throws InterruptedException;
  }

  private final String self;
  private final CompactionConfig config;
  private final JobRegistry registry;
  private final RingSubmitter submitter;
  private final Administrators administrators;
  private final Work work;
  private final CompactionMetrics metrics;
  private final String incarnation = UUID.randomUUID().toString();
  private final LogThrottle beginRefused = new LogThrottle();
  private final LogThrottle unknownAdministrator = new LogThrottle();
  private final UnreportedBytes unreported = new UnreportedBytes();
  private volatile LiveTurn live;
  /** Id of the job whose turn the leader has started; empty for none. Perhaps this OM has not applied the start yet. */
  private String startedJob = "";

  public NodeTurns(String self, CompactionConfig config, JobRegistry registry, RingSubmitter submitter,
      Administrators administrators, Work work, CompactionMetrics metrics) {
    this.self = self;
    this.config = config;
    this.registry = registry;
    this.submitter = submitter;
    this.administrators = administrators;
    this.work = work;
    this.metrics = metrics;
  }

  @Override
  public void run() throws InterruptedException {
    Optional<JobRecord> mine = registry.image().openJobs().stream()
        .filter(job -> turn(job).filter(Transitions::underWay).isPresent()).findFirst();
    if (mine.isPresent()) {
      take(mine.get());
    }
  }

  /** @return id of the job whose turn runs here now; empty if no turn runs */
  public Optional<String> runningJob() {
    LiveTurn now = live;
    return now == null ? Optional.empty() : Optional.of(now.jobId());
  }

  private void take(JobRecord job) throws InterruptedException {
    String jobId = job.getSpec().getJobId();
    if (!config.isEnabled()) {
      if (!awaitStart(jobId)) {
        return;
      }
      endUntouched(jobId, TurnOutcome.of(running(jobId) ? TURN_FAILED : TURN_SKIPPED, TurnReason.NO_ADD_ON,
          CompactionConfig.switchedOff(self)));
      return;
    }
    Optional<String> nonAdmin = turn(job).flatMap(turn -> AdminCheck.nonAdmin(job, turn, administrators));
    if (nonAdmin.filter(administrators::isUnknown).isPresent()) {
      if (unknownAdministrator.failed()) {
        LOG.warn("The turn of job {} does not begin, as no group of {} could be looked up; it is tried again", jobId,
            nonAdmin.get());
      }
      return;
    }
    unknownAdministrator.succeeded();
    if (nonAdmin.isPresent()) {
      endUntouched(jobId, TurnOutcome.of(TURN_FAILED, TurnReason.NOT_AUTHORISED,
          nonAdmin.get() + " is not an Ozone administrator on " + self + '.'));
      return;
    }
    Optional<TurnRecord> started = start(jobId);
    if (started.isPresent()) {
      UnreportedBytes bytes = job.getSpec().hasRound() ? unreported : new UnreportedBytes();
      runTurn(job.getSpec(), bytes,
          started.get().toBuilder().setFigures(bytes.with(started.get().getFigures())).build());
    }
  }

  private void runTurn(JobSpec spec, UnreportedBytes bytes, TurnRecord begun) throws InterruptedException {
    String jobId = spec.getJobId();
    startedJob = "";
    TurnOutcome outcome;
    TurnFigures figures;
    try (LiveTurn turn = new LiveTurn(jobId, begun, config, registry, submitter, administrators, metrics,
        LiveTurn.thread(self))) {
      live = turn;
      metrics.turnBegan(turn::figures, begun.getFigures());
      LOG.info("Compaction job {}: the turn of {} begins", jobId, self);
      outcome = work.run(spec, turn);
      figures = turn.figures();
    } finally {
      live = null;
    }
    end(jobId, outcome, figures);
    registry.image().find(jobId).flatMap(this::turn).ifPresent(turn -> bytes.over(figures, turn.getFigures()));
  }

  /** Asks the leader to start the turn, and waits until this OM has applied that; empty if it cannot begin now. */
  private Optional<TurnRecord> start(String jobId) throws InterruptedException {
    Optional<TurnRecord> started = askToStart(jobId);
    if (!started.isPresent()) {
      pauseUnless(() -> !open(jobId));
      return started;
    }
    pauseUnless(() -> running(jobId));
    return running(jobId) ? started : Optional.empty();
  }

  private Optional<TurnRecord> askToStart(String jobId) {
    try {
      Optional<Answer> answer = submitter.submit(Command.newBuilder()
          .setStartTurn(StartTurn.newBuilder().setJobId(jobId).setNodeId(self).setIncarnation(incarnation)));
      beginRefused.succeeded();
      Optional<TurnRecord> started = answer.map(Answer::getJobsList).orElse(Collections.emptyList()).stream()
          .filter(job -> job.getSpec().getJobId().equals(jobId)).filter(this::running).findFirst()
          .flatMap(this::turn);
      startedJob = started.isPresent() ? jobId : "";
      return started;
    } catch (IOException e) {
      if (beginRefused.failed()) {
        LOG.warn("Compaction job {}: cannot report that the turn begins, will try again: {}", jobId, e.getMessage());
      }
      return Optional.empty();
    }
  }

  /**
   * Waits until this OM has applied the start of its turn, if the leader has started it: SKIPPED, reported before that,
   * does not end a running turn. True if this OM has to end the turn, because range compaction is disabled; false if
   * the turn has ended, or range compaction is enabled again.
   */
  private boolean awaitStart(String jobId) throws InterruptedException {
    while (jobId.equals(startedJob) && open(jobId) && !running(jobId)) {
      pauseUnless(() -> running(jobId) || !open(jobId) || config.isEnabled());
      if (config.isEnabled()) {
        return false;
      }
    }
    return open(jobId);
  }

  /** Ends a turn without running it. Figures from before a restart of this OM stay in the record. */
  private void endUntouched(String jobId, TurnOutcome outcome) throws InterruptedException {
    report(jobId, outcome, EndTurns.newBuilder());
  }

  private void end(String jobId, TurnOutcome outcome, TurnFigures figures) throws InterruptedException {
    metrics.turnStopped(figures);
    if (outcome.getState() == TURN_WAITING) {
      LOG.info("Compaction job {}: the turn of {} waits again: {}", jobId, self, outcome.getMessage());
      report(jobId, Command.newBuilder().setReturnTurn(ReturnTurn.newBuilder().setJobId(jobId).setNodeId(self)
          .setMessage(outcome.getMessage()).setFigures(figures)), () -> !running(jobId));
    } else {
      report(jobId, outcome, EndTurns.newBuilder().setFigures(figures));
    }
  }

  private void report(String jobId, TurnOutcome outcome, EndTurns.Builder end) throws InterruptedException {
    LOG.info("Compaction job {}: the turn of {} ends {} {}", jobId, self, outcome.getState(), outcome.getMessage());
    report(jobId, Command.newBuilder().setEndTurns(end.setJobId(jobId).addNodeIds(self).setState(outcome.getState())
        .setReason(outcome.getReason()).setMessage(outcome.getMessage())), () -> !open(jobId));
  }

  /** Repeats a report until {@code done}: this OM has applied the report, or the turn was ended by the leader. */
  private void report(String jobId, Command.Builder command, BooleanSupplier done) throws InterruptedException {
    LogThrottle refused = new LogThrottle();
    while (!done.getAsBoolean()) {
      try {
        submitter.submit(command);
      } catch (IOException e) {
        if (refused.failed()) {
          LOG.warn("Compaction job {}: cannot report how the turn ended, will try again: {}", jobId, e.getMessage());
        }
      }
      pauseUnless(done);
    }
  }

  /**
   * Waits until {@code achieved} is true, at most RETRY_MS. Other changes of jobs do not end the delay, so that a
   * report is not repeated at once.
   */
  private void pauseUnless(BooleanSupplier achieved) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RETRY_MS);
    long seen = registry.changes();
    long left = RETRY_MS;
    while (!achieved.getAsBoolean() && left > 0) {
      registry.awaitChange(seen, left);
      seen = registry.changes();
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
  }

  private boolean running(String jobId) {
    return registry.image().find(jobId).filter(this::running).isPresent();
  }

  private boolean running(JobRecord job) {
    return turn(job).filter(turn -> turn.getState() == TURN_RUNNING).isPresent();
  }

  private boolean open(String jobId) {
    return registry.image().find(jobId).flatMap(this::turn).filter(turn -> !Transitions.ended(turn.getState()))
        .isPresent();
  }

  private Optional<TurnRecord> turn(JobRecord job) {
    return job.getTurnsList().stream().filter(turn -> turn.getNodeId().equals(self)).findFirst();
  }
}
