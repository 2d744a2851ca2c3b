// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.job;

import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_CANCELLED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_FAILED;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_RUNNING;
import static org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnState.TURN_WAITING;

import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetrics;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Command;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobLimits;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ReportProgress;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnReason;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.TurnRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.WaitReason;
import org.apache.hadoop.ozone.om.compaction.rule.JobLimitRules;
import org.apache.hadoop.ozone.om.compaction.turn.TurnContext;
import org.apache.hadoop.ozone.om.compaction.turn.TurnOutcome;
import org.apache.hadoop.ozone.om.compaction.turn.UnreportedBytes;
import org.apache.hadoop.ozone.om.exceptions.OMException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn that runs on this OM. A thread of its own reports the figures to the ring. The turn stops itself if the ring
 * is unreachable, because the leader may then start another OM's turn.
 */
final class LiveTurn implements TurnContext, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveTurn.class);
  private static final long MAX_HEARTBEAT_MS = 10_000;
  /**
   * Maximum delay before new figures of the turn are reported, in milliseconds. Applies even if the heartbeat interval
   * is longer, because a crash loses unreported figures.
   */
  private static final long NEWS_MS = 2_000;

  private final String jobId;
  private final String self;
  private final CompactionConfig config;
  private final long timeoutNanos;
  private final JobRegistry registry;
  private final RingSubmitter submitter;
  private final Administrators administrators;
  private final CompactionMetrics metrics;
  private final ScheduledExecutorService heartbeats;
  private final TurnFigures earlier;
  private final LogThrottle unheard = new LogThrottle();
  private final AtomicBoolean newsToReport = new AtomicBoolean();
  private volatile TurnFigures figures;
  /** The job in the leader's last answer. It shows changes that this OM may not have applied yet. */
  private volatile Optional<JobRecord> leadersJob = Optional.empty();
  private volatile long lastHeard = System.nanoTime();

  /**
   * @param begun          this OM's turn as it begins, with its figures from before a recall or restart
   * @param administrators who may change the job while it runs here
   * @param heartbeats     one thread, which ends with the turn
   */
  LiveTurn(String jobId, TurnRecord begun, CompactionConfig config, JobRegistry registry, RingSubmitter submitter,
      Administrators administrators, CompactionMetrics metrics, ScheduledExecutorService heartbeats) {
    this.jobId = jobId;
    this.earlier = begun.getFigures();
    this.figures = earlier;
    this.self = begun.getNodeId();
    this.config = config;
    this.timeoutNanos = config.getNodeUnreachableTimeout().toNanos();
    this.registry = registry;
    this.submitter = submitter;
    this.administrators = administrators;
    this.metrics = metrics;
    this.heartbeats = heartbeats;
    long heartbeat = Math.max(1, Math.min(MAX_HEARTBEAT_MS, TimeUnit.NANOSECONDS.toMillis(timeoutNanos) / 4));
    heartbeats.scheduleWithFixedDelay(this::report, heartbeat, heartbeat, TimeUnit.MILLISECONDS);
  }

  /** Makes the thread that reports a turn of an OM. */
  static ScheduledExecutorService thread(String self) {
    return Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, self + "-compaction-report");
      thread.setDaemon(true);
      return thread;
    });
  }

  String jobId() {
    return jobId;
  }

  TurnFigures figures() {
    return figures;
  }

  @Override
  public TurnFigures earlier() {
    return earlier;
  }

  /** The limits in the newer of two records: this OM's own record, and the one in the leader's last answer. */
  @Override
  public JobLimits limits() {
    return records().max(Comparator.comparingLong(JobRecord::getUpdatedIndex))
        .map(job -> JobLimitRules.of(job.getSpec())).orElse(JobLimits.getDefaultInstance());
  }

  private Stream<JobRecord> records() {
    return Stream.of(registry.image().find(jobId), leadersJob).filter(Optional::isPresent).map(Optional::get);
  }

  @Override
  public void progress(TurnFigures latest) {
    boolean news = !withoutTimes(latest).equals(withoutTimes(figures));
    boolean waited = figures.getWaitReason() != WaitReason.WAIT_NONE;
    boolean wrote = UnreportedBytes.written(latest) > UnreportedBytes.written(figures);
    figures = latest;
    if (wrote && isLimited()) {
      // This job has a limit of written bytes. The turn begins its next step only after the ring has recorded the bytes
      // written so far.
      heartbeats.execute(this::report);
    } else if (news && newsToReport.compareAndSet(false, true)) {
      // A turn that has waited is reported at once, because a crash counts only if the record says that the turn works.
      heartbeats.schedule(this::reportNews, waited ? 0 : NEWS_MS, TimeUnit.MILLISECONDS);
    }
  }

  /** Reports the figures if no other report has sent the new figures meanwhile. */
  private void reportNews() {
    if (newsToReport.get()) {
      report();
    }
  }

  private boolean isLimited() {
    return limits().getMaxTotalBytes() > 0;
  }

  @Override
  public boolean isRecorded() {
    return !isLimited() || records().flatMap(job -> job.getTurnsList().stream())
        .filter(turn -> turn.getNodeId().equals(self))
        .anyMatch(turn -> UnreportedBytes.written(turn.getFigures()) >= UnreportedBytes.written(figures));
  }

  /** Returns the figures without those that change all the time while a turn waits; heartbeats report these. */
  private static TurnFigures withoutTimes(TurnFigures figures) {
    return figures.toBuilder().clearWaitedMs().clearWaitingFor().clearOwedBytes().build();
  }

  @Override
  public void waited(WaitReason reason, long millis) {
    metrics.waited(reason, millis);
  }

  @Override
  public Optional<TurnOutcome> stop() {
    Optional<TurnOutcome> decided = decided(registry.image().find(jobId));
    Optional<JobRecord> leaders = leadersJob;
    if (!decided.isPresent() && leaders.isPresent()) {
      decided = decided(leaders);
    }
    if (decided.isPresent()) {
      return decided;
    }
    if (!config.isEnabled()) {
      return Optional.of(TurnOutcome.of(TURN_FAILED, TurnReason.NO_ADD_ON, CompactionConfig.switchedOff(self)));
    }
    if (System.nanoTime() - lastHeard <= timeoutNanos) {
      return Optional.empty();
    }
    Optional<String> fault = registry.fault();
    if (fault.isPresent()) {
      return Optional.of(TurnOutcome.of(TURN_FAILED, TurnReason.COMPACTION_FAILED, fault.get()));
    }
    return Optional.of(TurnOutcome.of(TURN_FAILED, TurnReason.UNREACHABLE, self + " could not reach the leader for "
        + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s and stopped. Retry the job."));
  }

  /** @return the outcome that the job's record demands; empty if the turn may continue */
  private Optional<TurnOutcome> decided(Optional<JobRecord> job) {
    Optional<TurnRecord> own = job.flatMap(known -> known.getTurnsList().stream()
        .filter(turn -> turn.getNodeId().equals(self) && turn.getState() == TURN_RUNNING).findFirst());
    if (own.filter(turn -> turn.getReason() == TurnReason.PREEMPTED).isPresent()) {
      return Optional.of(TurnOutcome.of(TURN_CANCELLED, TurnReason.PREEMPTED, own.get().getMessage()));
    }
    if (job.isPresent() && !job.get().getCancelledBy().isEmpty()) {
      return Optional.of(TurnOutcome.of(TURN_CANCELLED, TurnReason.CANCEL_REQUESTED,
          "Cancelled by " + job.get().getCancelledBy() + '.'));
    }
    if (!own.isPresent()) {
      return Optional.of(TurnOutcome.of(TURN_CANCELLED, TurnReason.CANCEL_REQUESTED, "The ring has ended this turn."));
    }
    Optional<String> nonAdmin = AdminCheck.nonAdminChanger(job.get(), administrators);
    if (nonAdmin.filter(administrators::isUnknown).isPresent()) {
      // The turn goes back, as it must not go on by what a stranger may have changed. The leader grants it again as
      // soon as it knows the user itself; a grant that this OM does not take up, as it still does not, ends as any
      // other.
      return Optional.of(TurnOutcome.of(TURN_WAITING, TurnReason.RECALLED, "No group of " + nonAdmin.get()
          + ", who has changed the job, could be looked up on " + self + ", so whether that is an Ozone administrator"
          + " is not known. The turn waits for that, or ends; then retry the job."));
    }
    if (nonAdmin.isPresent()) {
      return Optional.of(TurnOutcome.of(TURN_FAILED, TurnReason.NOT_AUTHORISED, nonAdmin.get()
          + " has changed the job and is not an Ozone administrator on " + self + '.'));
    }
    return own.filter(turn -> turn.getReason() == TurnReason.RECALLED)
        .map(turn -> TurnOutcome.of(TURN_WAITING, TurnReason.RECALLED, turn.getMessage()));
  }

  private void report() {
    newsToReport.set(false);
    try {
      Optional<Answer> answer = submitter.submit(Command.newBuilder().setReportProgress(ReportProgress.newBuilder()
          .setJobId(jobId).setNodeId(self).setFigures(figures)));
      answer.flatMap(this::job).ifPresent(job -> leadersJob = Optional.of(job));
      heard();
    } catch (OMException refused) {
      // A refusal shows that the leader is alive, so it counts as contact. A ring prepared for an upgrade refuses
      // reports, but turns go on.
      heard();
    } catch (Throwable e) {
      // An exception would end the heartbeats. The next heartbeat tries again; stop() ends the turn if heartbeats fail
      // for too long.
      if (!heartbeats.isShutdown() && unheard.failed()) {
        LOG.warn("Compaction job {}: cannot report the figures of the turn, will try again", jobId, e);
      }
    }
  }

  private Optional<JobRecord> job(Answer answer) {
    return answer.getJobsList().stream().filter(job -> job.getSpec().getJobId().equals(jobId)).findFirst();
  }

  /**
   * Notes that the ring has answered now. While this OM cannot read its records, answers do not keep the turn alive.
   */
  private void heard() {
    unheard.succeeded();
    if (!registry.fault().isPresent()) {
      lastHeard = System.nanoTime();
    }
  }

  @Override
  public void close() {
    heartbeats.shutdownNow();
  }
}
