// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.service;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.OMConfigKeys;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.conf.ServiceConfig;
import org.apache.hadoop.ozone.om.compaction.http.ServiceView;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.lsm.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.lsm.KnownSeeks;
import org.apache.hadoop.ozone.om.compaction.lsm.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.Service;
import org.apache.hadoop.ozone.om.compaction.model.ServiceHold;
import org.apache.hadoop.ozone.om.compaction.model.ServiceMode;
import org.apache.hadoop.ozone.om.compaction.model.ServiceState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The automatic service of one OM: while that leads it looks at its tables every few minutes, decides whether a round
 * is due, and shows what it would compact. One daemon thread of its own. Thread-safe.
 */
public final class AutoService implements ServiceView, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AutoService.class);

  private final Surroundings surroundings;
  private final ServiceConfig config;
  private final boolean canCompact;
  private final ServiceSettings settings;
  private final RangeLook look;
  private final Clock clock;
  private final ScheduledExecutorService thread;
  private volatile Service last;

  /** What the service sees of its OM. */
  public interface Surroundings {
    /** The OM's node id. */
    String nodeId();

    /** True once the OM has stopped. */
    boolean isOver();

    /** The ring; empty while this OM does not lead, or is prepared for an upgrade. */
    Optional<RingHealth> ring();

    /** Whether a job is open. */
    boolean isJobOpen();

    /** Whether Ozone's own compaction service, which compacts whole tables, is switched on. */
    boolean isStockServiceOn();
  }

  /** Does nothing before {@link #start}. */
  public AutoService(Surroundings surroundings, ServiceConfig config, CompactionConfig jobs, NodePlanner planner,
      KnownSeeks seeks, Clock clock) {
    this.surroundings = surroundings;
    this.config = config;
    this.canCompact = jobs.isEnabled();
    this.settings = ServiceSettings.of(config, jobs);
    this.look = new RangeLook(planner, seeks, settings);
    this.clock = clock;
    this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread daemon = new Thread(task, surroundings.nodeId() + "-compaction-service");
      daemon.setDaemon(true);
      return daemon;
    });
  }

  /** The first look is after one interval: an OM that has just started has other things to do. */
  public void start() {
    if (!isOn()) {
      return;
    }
    if (isFaulty()) {
      LOG.error("The compaction service does not start: {}. Correct it and restart this OM.",
          String.join("; ", config.getProblems()));
      return;
    }
    LOG.info("The compaction service observes every {} s", config.getInterval().getSeconds());
    thread.scheduleWithFixedDelay(this::round, settings.intervalMillis(), settings.intervalMillis(),
        TimeUnit.MILLISECONDS);
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
        Service looked = decided(look.look(Targets.getDefaultInstance(), RangeLook.THOROUGH));
        last = looked.looksAgain(JobModel.timestamp(clock.millis() + settings.intervalMillis()));
      } else {
        last = null;
      }
    } catch (DatabaseUnavailableException e) {
      LOG.debug("The compaction service does not look, as this OM has no open database: {}", e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("The compaction service could not look; it tries again in {} s", config.getInterval().getSeconds(), e);
    }
  }

  private Service decided(RangeLook.Seen seen) {
    long now = clock.millis();
    Decision decision = new RoundPolicy(settings).decide(seen.candidates(), Collections.emptyList(), none -> 0, now);
    Optional<Decision> held = held(decision);
    return ServiceModel.tell(base().looked(JobModel.timestamp(now)), seen, held.orElse(decision));
  }

  /** What of this OM and its ring holds rounds up, whatever is to be compacted. */
  private Optional<Decision> held(Decision decision) {
    if (surroundings.isStockServiceOn()) {
      return held(ServiceHold.STOCK_SERVICE, "Ozone's own compaction service is on ("
          + OMConfigKeys.OZONE_OM_COMPACTION_SERVICE_ENABLED + "), which compacts whole tables: switch one of the two"
          + " off.", decision);
    }
    if (surroundings.isJobOpen()) {
      return held(ServiceHold.JOB_OPEN, "A job is open: what somebody has asked for goes first.", decision);
    }
    Optional<String> unhealthy = surroundings.ring().flatMap(ring -> ring.unhealthy(Collections.emptySet()));
    return unhealthy.isPresent() ? held(ServiceHold.RING_UNHEALTHY, "The ring is not healthy: " + unhealthy.get()
        + '.', decision) : Optional.empty();
  }

  private static Optional<Decision> held(ServiceHold hold, String message, Decision decision) {
    return Optional.of(Decision.hold(hold, message, decision.verdicts()));
  }

  @Override
  public Service current() {
    Service known = last;
    if (!canCompact) {
      return base().message("Range compaction is switched off on " + surroundings.nodeId()
          + " (ozone.om.range.compaction.enabled).");
    }
    if (!config.isEnabled()) {
      return base().message("The service is switched off: set " + ServiceConfig.ENABLED
          + " to true on all OMs and restart them. It only observes then.");
    }
    if (isFaulty()) {
      return base().message("The service did not start, as settings cannot be used: correct them and restart this OM.");
    }
    if (!surroundings.ring().isPresent()) {
      return base().message(surroundings.nodeId() + " does not lead the ring, or is prepared for an upgrade: the"
          + " leader decides.");
    }
    return known != null ? known : base().message("It has not looked yet: it does so every "
        + config.getInterval().getSeconds() + " s, first after as long.");
  }

  @Override
  public Service lookAt(Targets targets) throws DatabaseUnavailableException {
    RangeLook.Seen seen = look.look(targets, RangeLook.QUICK);
    Service service = decided(seen);
    ServiceModel.tellLeftOut(service, seen);
    return service.getState() == ServiceState.OBSERVING ? service
        : service.message("Were the service to decide here: " + service.getMessage());
  }

  private Service base() {
    return new Service().nodeId(surroundings.nodeId()).state(state()).mode(ServiceMode.valueOf(config.getMode().name()))
        .windows(settings.windows().toString()).dailyBytes(settings.dailyBytes()).problems(config.getProblems())
        .rangesChosen(0).rangesLeftOut(0).ranges(new ArrayList<>());
  }

  private ServiceState state() {
    if (!isOn()) {
      return ServiceState.OFF;
    }
    if (isFaulty()) {
      return ServiceState.FAULTY;
    }
    return surroundings.ring().isPresent() ? ServiceState.OBSERVING : ServiceState.FOLLOWING;
  }

  /** Does not wait for a look under way: it ends by itself within seconds, or with the database. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
