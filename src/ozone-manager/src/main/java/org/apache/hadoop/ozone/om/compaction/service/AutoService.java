// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
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
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceMode;
import org.apache.hadoop.ozone.om.compaction.model.ServiceState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.text.Words;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The automatic service of one OM: while that leads it looks at its tables every few minutes, decides whether a round
 * is due, shows what it would compact, and submits that where it may act. One daemon thread of its own. Thread-safe.
 */
public final class AutoService implements ServiceView, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoService.class);

  private static final Set<ServiceState> NOT_DECIDING =
      EnumSet.of(ServiceState.OFF, ServiceState.FAULTY, ServiceState.FOLLOWING);

  private final Surroundings surroundings;
  private final ServiceConfig config;
  private final boolean canCompact;
  private final ServiceSettings settings;
  private final RangeLook look;
  private final Holds holds;
  private final Clock clock;
  private final ScheduledExecutorService thread;
  private final LongAdder looks = new LongAdder();
  private final LongAdder rounds = new LongAdder();
  private volatile Look last;

  /** What the last look came to. */
  private static final class Look {
    private final Service told;
    private final Judged judged;
    private final Optional<String> round;

    /**
     * @param told  without what holds rounds up whatever was seen: that is asked for anew
     * @param round job id of the round that the look began
     */
    Look(Service told, Judged judged, Optional<String> round) {
      this.told = told;
      this.judged = judged;
      this.round = round;
    }
  }

  /** What the service sees of its OM. */
  public interface Surroundings {
    /** The OM's node id. */
    String nodeId();

    /** True once the OM has stopped. */
    boolean isOver();

    /** The ring; empty while this OM does not lead, or is prepared for an upgrade. */
    Optional<RingHealth> ring();

    /** All jobs that are remembered. */
    JobImage jobs();

    /** Ids of the OMs that have said hello to this one. */
    Set<String> greeted();

    /** Has the ring take a job up. */
    void submit(JobSpec round) throws IOException;

    /** Whether Ozone's own compaction service, which compacts whole tables, is switched on. */
    boolean isStockServiceOn();
  }

  /** Does nothing before it is started. */
  public AutoService(Surroundings surroundings, ServiceConfig config, CompactionConfig jobs, NodePlanner planner,
      KnownSeeks seeks, Clock clock) {
    this.surroundings = surroundings;
    this.config = config;
    this.canCompact = jobs.isEnabled();
    this.settings = ServiceSettings.of(config, jobs);
    this.look = new RangeLook(planner, seeks, settings);
    this.holds = new Holds(surroundings, settings);
    this.clock = clock;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, surroundings.nodeId() + "-compaction-service");
      daemon.setDaemon(true);
      return daemon;
    });
  }

  Duration interval() {
    return Duration.ofMillis(settings.intervalMillis());
  }

  /** @param firstLook after as long; then each after an interval */
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
    thread.scheduleWithFixedDelay(this::round, firstLook.toMillis(), settings.intervalMillis(), TimeUnit.MILLISECONDS);
  }

  private boolean isOn() {
    return config.isEnabled() && canCompact;
  }

  private boolean isFaulty() {
    return !config.getProblems().isEmpty();
  }

  private void round() {
    if (surroundings.isOver()) {
      close();
      return;
    }
    try {
      if (surroundings.ring().isPresent()) {
        RangeLook.Seen seen = look.look(Targets.getDefaultInstance(), RangeLook.THOROUGH);
        Decision decision = decide(seen);
        if (thread.isShutdown()) {
          return;
        }
        Service told = told(seen, decision);
        Optional<String> round = config.getMode() == ServiceConfig.Mode.COMPACT && !decision.held().isPresent()
            && !holds.at(clock.millis()).isPresent() ? begin(decision, told) : Optional.empty();
        round.ifPresent(jobId -> rounds.increment());
        last = new Look(told.looksAgain(JobModel.timestamp(clock.millis() + settings.intervalMillis())),
            Judged.of(decision.verdicts()), round);
        looks.increment();
      } else {
        last = null;
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("The compaction service does not look, as this OM has no open database: {}", e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      if (thread.isShutdown()) {
        return;
      }
      LOG.warn("The compaction service could not look; it tries again in {} s", config.getInterval().getSeconds(), e);
    }
  }

  private Decision decide(RangeLook.Seen seen) {
    long now = clock.millis();
    return new RoundPolicy(settings).decide(seen.candidates(), past(now), now);
  }

  private List<PastRound> past(long now) {
    return RoundMemory.of(surroundings.jobs().jobs(), now);
  }

  private Service told(RangeLook.Seen seen, Decision decision) {
    return ServiceModel.tell(base().looked(JobModel.timestamp(clock.millis())), seen, decision);
  }

  /**
   * @param told gets a sentence if the ring does not take the round
   * @return the round's job id, if the ring has taken it
   */
  private Optional<String> begin(Decision decision, Service told) {
    List<String> nodeIds = surroundings.ring().map(RingHealth::getMembers).orElse(Collections.emptyList()).stream()
        .map(RingHealth.Member::getNodeId).collect(Collectors.toList());
    JobSpec round = RoundSpec.of(UUID.randomUUID().toString(), decision,
        RoundMemory.carried(surroundings.jobs().jobs(), clock.millis()), look.thresholds(), nodeIds, settings,
        holds.end(clock.millis()));
    try {
      surroundings.submit(round);
      LOG.info("The compaction service has submitted round {} for {}", round.getJobId(),
          Words.count(round.getTargets().getKeyRangesCount(), "range"));
      return Optional.of(round.getJobId());
    } catch (IOException e) {
      LOG.warn("The ring does not take a round of the compaction service: {}", e.getMessage());
      told.message("The ring did not take a round (" + e.getMessage() + "); the next look tries again.");
      return Optional.empty();
    }
  }

  @Override
  public Service current() {
    Look known = last;
    if (!canCompact) {
      return base().message("Range compaction is switched off on " + surroundings.nodeId()
          + " (ozone.om.range.compaction.enabled).");
    }
    if (!config.isEnabled()) {
      return base().message("The service is switched off: set " + ServiceConfig.ENABLED
          + " to true on all OMs, and reconfigure ('ozone admin reconfig') or restart them. It then only observes,"
          + " until " + ServiceConfig.MODE + " is 'compact'.");
    }
    if (isFaulty()) {
      return base().message("The service did not start, as settings cannot be used: correct them, and reconfigure"
          + " ('ozone admin reconfig') or restart this OM.");
    }
    if (!surroundings.ring().isPresent()) {
      return base().message(surroundings.nodeId() + " does not lead the ring, or is prepared for an upgrade: the"
          + " leader decides.");
    }
    if (known == null) {
      return held(base().message("It has not looked yet: it does so every " + config.getInterval().getSeconds()
          + " s, first after as long since the OM started."));
    }
    Service now = ServiceModel.asOf(base(), known.told);
    known.round.flatMap(surroundings.jobs()::find).map(ServiceModel::round)
        .ifPresent(round -> now.message(ServiceModel.ended(round)));
    return held(now);
  }

  /** Of the last look; empty on an OM that does not lead or has not looked. */
  Optional<Judged> judged() {
    Look known = last;
    return known == null || !surroundings.ring().isPresent() ? Optional.empty() : Optional.of(known.judged);
  }

  /** Since it was started. */
  long looks() {
    return looks.sum();
  }

  /** That it has submitted since it was started. */
  long rounds() {
    return rounds.sum();
  }

  /** With what holds rounds up at this moment, and the state that this makes. */
  private Service held(Service service) {
    holds.at(clock.millis()).ifPresent(held -> ServiceModel.hold(service, held));
    return service.state(state(service.getHold()));
  }

  @Override
  public Service lookAt(Targets targets) throws DatabaseUnavailableException {
    RangeLook.Seen seen = look.look(targets, RangeLook.QUICK);
    Service service = held(told(seen, decide(seen)));
    ServiceModel.tellLeftOut(service, seen);
    return NOT_DECIDING.contains(service.getState())
        ? service.message("Were the service to decide here: " + service.getMessage()) : service;
  }

  private Service base() {
    JobImage jobs = surroundings.jobs();
    boolean paused = holds.isPaused(clock.millis());
    return new Service().nodeId(surroundings.nodeId()).state(state(null))
        .pausedBy(paused ? jobs.service().getPausedBy() : null)
        .pausedUntil(paused && jobs.service().getPausedUntilMs() != 0
            ? JobModel.timestamp(jobs.service().getPausedUntilMs()) : null)
        .mode(ServiceMode.valueOf(config.getMode().name())).windows(settings.windows().toString())
        .dailyBytes(settings.dailyBytes()).spentBytes(RoundBudget.spent(past(clock.millis()), clock.millis()))
        .lastRound(jobs.jobs().stream().filter(job -> job.getSpec().hasRound()).reduce((first, second) -> second)
            .map(ServiceModel::round).orElse(null))
        .problems(config.getProblems()).rangesChosen(0).rangesLeftOut(0).ranges(new ArrayList<>());
  }

  private ServiceState state(ServiceHold hold) {
    if (!isOn()) {
      return ServiceState.OFF;
    }
    if (isFaulty()) {
      return ServiceState.FAULTY;
    }
    if (!surroundings.ring().isPresent()) {
      return ServiceState.FOLLOWING;
    }
    if (config.getMode() == ServiceConfig.Mode.OBSERVE) {
      return ServiceState.OBSERVING;
    }
    switch (hold == null ? ServiceHold.NOTHING_TO_DO : hold) {
      case NOTHING_TO_DO:
        return ServiceState.IDLE;
      case ROUND_OPEN:
        return ServiceState.RUNNING;
      case PAUSED:
        return ServiceState.PAUSED;
      case STOOD_DOWN:
        return ServiceState.STOOD_DOWN;
      default:
        return ServiceState.HELD;
    }
  }

  /** Does not wait for a look under way: it ends by itself within seconds, or with the database. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
