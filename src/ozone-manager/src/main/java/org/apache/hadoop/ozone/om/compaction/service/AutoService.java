// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.ServiceChoiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHoldJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceModeJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceStateJson;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlannedRange;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.TargetMemory;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.rule.WeeklyWindows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The automatic service of one OM. While the OM leads, the service plans all tables every few minutes. It submits a job
 * if a job is due and the mode allows it. Thread-safe.
 */
public final class AutoService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoService.class);

  private static final Set<ServiceStateJson> NOT_DECIDING =
      EnumSet.of(ServiceStateJson.OFF, ServiceStateJson.FAULTY, ServiceStateJson.FOLLOWING);

  private final LeadingOm om;
  private final ServiceConfig config;
  private final WeeklyWindows windows;
  private final boolean canCompact;
  private final NodePlanner planner;
  private final BlockReasons blocks;
  private final Clock clock;
  private final ScheduledExecutorService thread;
  private final LongAdder looks = new LongAdder();
  private final LongAdder rounds = new LongAdder();
  private volatile Look last;

  /** The findings and decisions of the last planning. */
  private static final class Look {
    private final ServiceJson told;
    private final ServiceFigures figures;
    private final Optional<String> round;

    /**
     * @param told  the service's state, without the reasons of {@link BlockReasons}
     * @param round job id of the job that was submitted; empty if none was
     */
    Look(ServiceJson told, ServiceFigures figures, Optional<String> round) {
      this.told = told;
      this.figures = figures;
      this.round = round;
    }
  }

  /** Creates a service that does nothing until {@link #start}. */
  public AutoService(LeadingOm om, ServiceConfig config, CompactionConfig jobs, NodePlanner planner,
      Clock clock) {
    this.om = om;
    this.config = config;
    this.windows = config.getWindows();
    this.canCompact = jobs.isEnabled();
    this.planner = planner;
    this.blocks = new BlockReasons(om, windows);
    this.clock = clock;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, om.nodeId() + "-compaction-service");
      daemon.setDaemon(true);
      return daemon;
    });
  }

  Duration interval() {
    return config.getInterval();
  }

  /**
   * Starts the service, unless it is switched off or a setting is invalid.
   *
   * @param firstLook delay of the first planning; later plannings follow at the configured interval
   */
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
    thread.scheduleWithFixedDelay(this::round, firstLook.toMillis(), interval().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Ends the cooldown of all ranges, because other settings may make ranges in cooldown worth compacting. */
  void forgetRests() {
    planner.cooldown().forget();
  }

  private boolean isOn() {
    return config.isEnabled() && canCompact;
  }

  private boolean isFaulty() {
    return !config.getProblems().isEmpty();
  }

  private void round() {
    if (om.isOver()) {
      close();
      return;
    }
    try {
      if (om.ring().isPresent()) {
        ServicePlan plan = ServicePlan.of(planner, Targets.newBuilder().addAllExclude(config.getExclude()).build());
        // All decisions use the same time, because the window could close between two readings of the clock.
        long now = clock.millis();
        RoundDecision decision = decide(plan, now);
        if (thread.isShutdown()) {
          return;
        }
        letRest(plan, decision);
        ServiceJson told = told(plan, decision);
        Optional<String> round = config.getMode() == ServiceConfig.Mode.COMPACT && !decision.block().isPresent()
            && !blocks.at(now).isPresent() ? begin(plan, decision, told, now) : Optional.empty();
        round.ifPresent(jobId -> rounds.increment());
        last = new Look(told.looksAgain(JobModel.timestamp(clock.millis() + interval().toMillis())),
            ServiceFigures.of(plan, decision), round);
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

  private RoundDecision decide(ServicePlan plan, long now) {
    return new RoundPolicy(config.getDailyBytes(), windows).decide(plan.candidates(), past(now), now);
  }

  /**
   * Puts ranges that may exceed their share of the daily budget into cooldown. The service's turns on this OM skip
   * ranges in cooldown.
   */
  private void letRest(ServicePlan plan, RoundDecision decision) {
    for (int i = 0; i < plan.ranges().size(); i++) {
      if (decision.choices().get(plan.flushes().size() + i) == ServiceChoiceJson.TOO_DEAR) {
        PlannedRange range = plan.ranges().get(i);
        planner.cooldown().rest(range.table(), range.range(),
            "It may " + ServiceModel.tooDear(range.cost().budgetBytes(), config.getDailyBytes()));
      }
    }
  }

  private List<PastRound> past(long now) {
    return RoundMemory.of(om.jobs().jobs(), now);
  }

  private ServiceJson told(ServicePlan plan, RoundDecision decision) {
    return new ServiceModel(planner, config.getDailyBytes())
        .tell(base().looked(JobModel.timestamp(clock.millis())), plan, decision);
  }

  /**
   * Submits a job.
   *
   * @param told gets a sentence if the ring refuses the job
   * @return the job's id; empty if the ring refused the job
   */
  private Optional<String> begin(ServicePlan plan, RoundDecision decision, ServiceJson told, long now) {
    List<String> nodeIds = om.ring().map(RingHealth::getMembers).orElse(Collections.emptyList()).stream()
        .map(RingHealth.Member::getNodeId).collect(Collectors.toList());
    boolean flush = plan.isFlushed(decision.choices());
    JobSpec round = RoundSpec.of(UUID.randomUUID().toString(), decision,
        RoundMemory.carried(om.jobs().jobs(), now), nodeIds, config.getExclude(),
        config.getMaxWriteRate(), blocks.end(now)).setFlush(flush).build();
    try {
      om.submit(round);
      LOG.info("The compaction service has submitted round {} for {} tombstones in SST files{}", round.getJobId(),
          decision.predictedTombstones(), flush ? " and for others in memory" : "");
      return Optional.of(round.getJobId());
    } catch (IOException e) {
      LOG.warn("The ring refused a round of the compaction service: {}", e.getMessage());
      told.message("The ring refused a round (" + e.getMessage() + "); the next look tries again.");
      return Optional.empty();
    }
  }

  /** Returns the state that the last planning found, and the reason why no job begins now, if any. Does not block. */
  ServiceJson current() {
    Look known = last;
    ServiceJson now = base();
    switch (now.getState()) {
      case OFF:
        return now.message(canCompact ? "The service is switched off: set " + ServiceConfig.ENABLED
            + " to true on all OMs, and reconfigure ('ozone admin reconfig') or restart them. It then only observes,"
            + " until " + ServiceConfig.MODE + " is 'compact'." : CompactionConfig.switchedOff(om.nodeId()));
      case FAULTY:
        return now.message("The service did not start, as settings cannot be used: correct them, and reconfigure"
            + " ('ozone admin reconfig') or restart this OM.");
      case FOLLOWING:
        return now.message(om.nodeId() + " does not lead the ring, or is prepared for an upgrade: the leader decides.");
      default:
        if (known == null) {
          return blocked(now.message("It has not looked yet: it does so every " + interval().getSeconds() + " s."));
        }
        ServiceModel.addLook(now, known.told);
        known.round.flatMap(om.jobs()::find).map(ServiceModel::round)
            .ifPresent(round -> now.message(ServiceModel.ended(round)));
        return blocked(now);
    }
  }

  /** Returns figures of the last planning; empty if this OM does not lead or has not planned yet. */
  Optional<ServiceFigures> figures() {
    Look known = last;
    return known == null || !om.ring().isPresent() ? Optional.empty() : Optional.of(known.figures);
  }

  /** The number of times that the service has planned since its start. */
  long looks() {
    return looks.sum();
  }

  /** The number of jobs that the service has submitted since its start. */
  long rounds() {
    return rounds.sum();
  }

  /** Adds the reason why no job may begin now, if {@link BlockReasons} has one. Then sets the service's state. */
  private ServiceJson blocked(ServiceJson service) {
    blocks.at(clock.millis()).ifPresent(block -> ServiceModel.hold(service, block));
    return service.state(state(service.getHold()));
  }

  /**
   * Plans some targets now, and returns what a job would do with them.
   *
   * @param targets valid targets that name a bucket
   */
  ServiceJson lookAt(Targets targets) throws DatabaseUnavailableException {
    ServicePlan plan = ServicePlan.of(planner, targets.toBuilder().addAllExclude(config.getExclude()).build());
    ServiceJson service = told(plan, decide(plan, clock.millis()));
    String planned = service.getRangesChosen() > 0 && service.getHold() == null ? service.getMessage() : null;
    blocked(service);
    if (planned != null && service.getHold() != null) {
      // Who asks about a bucket wants to know about that bucket, whatever else is open.
      service.message(service.getMessage() + " Without that: " + planned);
    }
    ServiceModel.tellLeftOut(service, plan.plan());
    if (service.getRanges().isEmpty()) {
      service.message(service.getMessage() + ' ' + ServiceModel.noRange(targets.getBuckets(0),
          new TargetMemory(plan.plan().statistics(), targets).tombstones()));
    }
    Optional<String> pattern = Exclusion.of(config.getExclude()).patternFor(targets.getBuckets(0));
    if (pattern.isPresent()) {
      return service.message(targets.getBuckets(0) + " is excluded by '" + pattern.get() + "' of "
          + ServiceConfig.EXCLUDE + ": no round takes it.");
    }
    return NOT_DECIDING.contains(service.getState())
        ? service.message("Were the service to decide here: " + service.getMessage()) : service;
  }

  private ServiceJson base() {
    JobImage jobs = om.jobs();
    Instant now = clock.instant();
    boolean paused = blocks.isPaused(now.toEpochMilli());
    return new ServiceJson().nodeId(om.nodeId()).state(state(null))
        .pausedBy(paused ? jobs.service().getPausedBy() : null)
        .pausedUntil(paused && jobs.service().getPausedUntilMs() != 0
            ? JobModel.timestamp(jobs.service().getPausedUntilMs()) : null)
        .mode(ServiceModeJson.valueOf(config.getMode().name())).windows(windows.toString())
        .windowsOpen(windows.opens(now).map(Instant::toEpochMilli).map(JobModel::timestamp).orElse(null))
        .daysOff(windows.excepted(now).orElse(null))
        .exclude(config.getExclude())
        .dailyBytes(config.getDailyBytes())
        .spentBytes(RoundBudget.spent(past(now.toEpochMilli()), now.toEpochMilli()))
        .lastRound(RoundMemory.last(jobs.jobs()).map(ServiceModel::round).orElse(null))
        .problems(config.getProblems()).rangesChosen(0).rangesLeftOut(0).ranges(new ArrayList<>());
  }

  private ServiceStateJson state(ServiceHoldJson hold) {
    if (!isOn()) {
      return ServiceStateJson.OFF;
    }
    if (isFaulty()) {
      return ServiceStateJson.FAULTY;
    }
    if (!om.ring().isPresent()) {
      return ServiceStateJson.FOLLOWING;
    }
    if (blocks.isPaused(clock.millis())) {
      return ServiceStateJson.PAUSED;
    }
    if (config.getMode() == ServiceConfig.Mode.OBSERVE) {
      return ServiceStateJson.OBSERVING;
    }
    switch (hold == null ? ServiceHoldJson.NOTHING_TO_DO : hold) {
      case NOTHING_TO_DO:
        return ServiceStateJson.IDLE;
      case ROUND_OPEN:
        return ServiceStateJson.RUNNING;
      case PAUSED:
        return ServiceStateJson.PAUSED;
      case STOOD_DOWN:
        return ServiceStateJson.STOOD_DOWN;
      default:
        return ServiceStateJson.HELD;
    }
  }

  /**
   * Stops the service without waiting for a running planning. The planning ends by itself within seconds, or as soon as
   * the database is closed.
   */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
