// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.job.ServiceEdits;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.ServiceRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.service.RoundDecision.Choice;
import org.apache.hadoop.ozone.om.compaction.service.Standing.State;
import org.apache.hadoop.ozone.om.compaction.text.LeftOut;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The automatic service of one OM. While the OM leads, the service looks at all tables every few minutes. It submits a
 * round if one is due and the mode allows it. Thread-safe.
 *
 * @param <T> the ranges of a plan, in the form of the readers
 */
public final class AutoService<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoService.class);

  private final LeadingOm om;
  private final ServiceConfig config;
  private final boolean canCompact;
  private final NodePlanner planner;
  private final RoundPolicy policy;
  private final Clock clock;
  private final BiFunction<ServicePlan, RoundDecision, T> toShow;
  private final ScheduledExecutorService thread;
  private final LongAdder looks = new LongAdder();
  private final LongAdder rounds = new LongAdder();
  private volatile Look<T> last;

  /**
   * Does nothing until {@link #start}; {@code toShow} describes a plan for readers before it ends with the database.
   */
  public AutoService(LeadingOm om, ServiceConfig config, CompactionConfig jobs, NodePlanner planner, Clock clock,
      BiFunction<ServicePlan, RoundDecision, T> toShow) {
    this.om = om;
    this.config = config;
    this.canCompact = jobs.isEnabled();
    this.planner = planner;
    this.policy = new RoundPolicy(config.getDailyBytes(), config.getWindows());
    this.clock = clock;
    this.toShow = toShow;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, om.nodeId() + "-compaction-service");
      daemon.setDaemon(true);
      return daemon;
    });
  }

  Duration interval() {
    return config.getInterval();
  }

  /** Starts the service unless it is off or a setting is invalid; the first look comes after {@code firstLook}. */
  void start(Duration firstLook) {
    if (!isOn()) {
      return;
    }
    if (isFaulty()) {
      LOG.error("The compaction service does not start: {}. Correct it, and reconfigure or restart this OM.",
          String.join("; ", config.getProblems()));
      return;
    }
    LOG.info("The compaction service looks every {} s, mode {}", config.getInterval().getSeconds(), config.getMode());
    thread.scheduleWithFixedDelay(this::lookAndDecide, firstLook.toMillis(), interval().toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Ends the cooldown of all ranges, because other settings may make ranges in cooldown worth compacting. */
  void forgetCooldown() {
    planner.cooldown().forget();
  }

  private boolean isOn() {
    return config.isEnabled() && canCompact;
  }

  private boolean isFaulty() {
    return !config.getProblems().isEmpty();
  }

  private void lookAndDecide() {
    if (om.isOver()) {
      close();
      return;
    }
    try {
      if (om.ring().isPresent()) {
        ServicePlan plan = plan(Targets.getDefaultInstance());
        Look<T> look = look(plan);
        if (thread.isShutdown()) {
          return;
        }
        coolDownTooDear(plan, look.decision());
        if (config.getMode() == ServiceConfig.Mode.COMPACT
            && !first(policy.heldUp(om, look.millis()), look.notDue()).isPresent()) {
          submitRound(plan, look);
        }
        look.next(clock.millis() + interval().toMillis());
        last = look;
        looks.increment();
      } else {
        last = null;
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("The compaction service does not look, as this OM has no open database: {}", e.getMessage());
    } catch (Throwable e) {
      // If an exception left this method, the executor would silently drop the task, and the service would never plan
      // again.
      if (thread.isShutdown()) {
        return;
      }
      LOG.warn("The compaction service could not look; it tries again in {} s", config.getInterval().getSeconds(), e);
    }
  }

  public ServicePlan plan(Targets targets) throws DatabaseUnavailableException {
    return ServicePlan.of(planner, targets.toBuilder().addAllExclude(config.getExclude()).build());
  }

  /** Decides what a round would do with a plan now; changes nothing. */
  public Look<T> look(ServicePlan plan) {
    // All decisions use the same time, because the window could close between two readings of the clock.
    long now = clock.millis();
    RoundDecision decision = policy.decide(plan.candidates(),
        plan.plan().ranges().resting().map(LeftOut::sentence).collect(Collectors.toList()), past(now), now);
    return new Look<>(plan, decision, toShow.apply(plan, decision), now);
  }

  /** Rests ranges that may exceed their share of the daily budget, so that turns of the service here skip them. */
  private void coolDownTooDear(ServicePlan plan, RoundDecision decision) {
    plan.ranges().forEach((range, candidate) -> {
      if (decision.choice(candidate) == Choice.TOO_DEAR) {
        planner.cooldown().rest(range.table(), range.range(),
            "It may " + policy.tooDear(range.cost().budgetBytes()));
      }
    });
  }

  private List<PastRound> past(long now) {
    return RoundMemory.of(om.jobs().rounds(), now);
  }

  /** Submits a round, and adds to the look what came of it. */
  private void submitRound(ServicePlan plan, Look<T> look) {
    List<String> nodeIds = om.ring().map(RingHealth::getMembers).orElse(Collections.emptyList()).stream()
        .map(RingHealth.Member::getNodeId).collect(Collectors.toList());
    RoundDecision decision = look.decision();
    boolean flush = plan.isFlushed(decision);
    JobImage jobs = om.jobs();
    JobSpec round = RoundSpec.of(UUID.randomUUID().toString(), decision,
        RoundMemory.carried(jobs.rounds(), look.millis()), nodeIds, config.getExclude(),
        config.getMaxWriteRate(), policy.end(jobs, look.millis())).setFlush(flush).build();
    try {
      om.submit(round);
      LOG.info("The compaction service has submitted round {} for {} tombstones in SST files{}", round.getJobId(),
          decision.predictedTombstones(), flush ? " and for others in memory" : "");
      look.began(round.getJobId());
      rounds.increment();
    } catch (IOException e) {
      LOG.warn("The ring refused a round of the compaction service: {}", e.getMessage());
      look.refused(RefusedException.parse(e.getMessage(), e)
          .map(refusal -> refusal.getCode() + ": " + refusal.sentence()).orElse(e.getMessage()));
    }
  }

  public String nodeId() {
    return om.nodeId();
  }

  public ServiceConfig config() {
    return config;
  }

  public JobImage jobs() {
    return om.jobs();
  }

  public Optional<JobRecord> lastRound() {
    return RoundMemory.last(om.jobs().rounds());
  }

  /** The bytes that rounds of the last 24 hours wrote on the OM that wrote most. */
  public long spentBytes() {
    long now = clock.millis();
    return RoundBudget.spent(past(now), now);
  }

  /** Who has paused the service, and until when; empty if nobody has. */
  public Optional<ServiceRecord> pause() {
    return Optional.of(om.jobs().service()).filter(service -> ServiceEdits.isPaused(service, clock.millis()));
  }

  /** The last look at everything; empty if this OM does not lead, or has not looked yet. */
  public Optional<Look<T>> last() {
    Look<T> known = last;
    return om.ring().isPresent() ? Optional.ofNullable(known) : Optional.empty();
  }

  Standing standing() {
    return standing(last().flatMap(Look::notDue));
  }

  /** @param notDue why no round was due at a look; empty if one was or if that is not known */
  public Standing standing(Optional<Hold> notDue) {
    Optional<Hold> heldUp = policy.heldUp(om, clock.millis());
    if (!isOn()) {
      return new Standing(State.OFF, canCompact ? "The service is switched off: set " + ServiceConfig.ENABLED
          + " to true on all OMs, and reconfigure ('ozone admin reconfig') or restart them. It then only observes,"
          + " until " + ServiceConfig.MODE + " is 'compact'." : CompactionConfig.switchedOff(om.nodeId()), heldUp);
    }
    if (isFaulty()) {
      return new Standing(State.FAULTY, "The service did not start, as settings cannot be used: correct them, and"
          + " reconfigure ('ozone admin reconfig') or restart this OM.", heldUp);
    }
    if (!om.ring().isPresent()) {
      return new Standing(State.FOLLOWING, om.nodeId()
          + " does not lead the ring, or is prepared for an upgrade: the leader decides.", heldUp);
    }
    return new Standing(deciding(first(heldUp, notDue)), null, heldUp);
  }

  /** Why no round begins: what holds rounds up, whatever there is to compact, goes before what a look found. */
  private static Optional<Hold> first(Optional<Hold> heldUp, Optional<Hold> notDue) {
    return heldUp.isPresent() ? heldUp : notDue;
  }

  private State deciding(Optional<Hold> hold) {
    if (pause().isPresent()) {
      return State.PAUSED;
    }
    if (config.getMode() == ServiceConfig.Mode.OBSERVE) {
      return State.OBSERVING;
    }
    switch (hold.map(Hold::reason).orElse(Hold.Reason.NOTHING_TO_DO)) {
      case NOTHING_TO_DO:
        return State.IDLE;
      case ROUND_OPEN:
        return State.RUNNING;
      case PAUSED:
        return State.PAUSED;
      case STOOD_DOWN:
        return State.STOOD_DOWN;
      default:
        return State.HELD;
    }
  }

  long looks() {
    return looks.sum();
  }

  long rounds() {
    return rounds.sum();
  }

  /** Does not wait for a running look, which ends within seconds, or as soon as the database is closed. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
