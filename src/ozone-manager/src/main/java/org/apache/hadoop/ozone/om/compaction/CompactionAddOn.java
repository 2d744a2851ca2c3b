// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.utils.IOUtils;
import org.apache.hadoop.ozone.audit.AuditLogger;
import org.apache.hadoop.ozone.audit.AuditLoggerType;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.InstalledRocksDb;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.guard.CompactionGuard;
import org.apache.hadoop.ozone.om.compaction.job.Administrators;
import org.apache.hadoop.ozone.om.compaction.job.Agreement;
import org.apache.hadoop.ozone.om.compaction.job.CommandCheck;
import org.apache.hadoop.ozone.om.compaction.job.CompactionLoop;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.LeaderTurns;
import org.apache.hadoop.ozone.om.compaction.job.NodeTurns;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.compaction.metrics.CompactionMetrics;
import org.apache.hadoop.ozone.om.compaction.metrics.GaugesLoop;
import org.apache.hadoop.ozone.om.compaction.metrics.GaugesReader;
import org.apache.hadoop.ozone.om.compaction.metrics.MetricsSources;
import org.apache.hadoop.ozone.om.compaction.model.ServiceJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.planning.WorthCompacting;
import org.apache.hadoop.ozone.om.compaction.ratis.CompactionAudit;
import org.apache.hadoop.ozone.om.compaction.ratis.CompactionRequestHandler;
import org.apache.hadoop.ozone.om.compaction.ratis.JobRecordTable;
import org.apache.hadoop.ozone.om.compaction.ratis.LeadershipTransfer;
import org.apache.hadoop.ozone.om.compaction.ratis.OmRing;
import org.apache.hadoop.ozone.om.compaction.rest.CompactionHttpInitializer;
import org.apache.hadoop.ozone.om.compaction.rest.CompactionReads;
import org.apache.hadoop.ozone.om.compaction.rest.OmNode;
import org.apache.hadoop.ozone.om.compaction.rest.Readers;
import org.apache.hadoop.ozone.om.compaction.rest.ServiceModel;
import org.apache.hadoop.ozone.om.compaction.rpc.OmRpc;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.apache.hadoop.ozone.om.compaction.service.AutoService;
import org.apache.hadoop.ozone.om.compaction.service.ReconfigurableService;
import org.apache.hadoop.ozone.om.compaction.service.ServiceMetrics;
import org.apache.hadoop.ozone.om.compaction.slow.SlowPlaces;
import org.apache.hadoop.ozone.om.compaction.turn.NodeCompaction;
import org.apache.hadoop.ozone.om.compaction.turn.PressureReader;
import org.apache.hadoop.ozone.om.compaction.turn.TurnClock;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates, connects, starts and stops the parts of range compaction in one OM. Install the add-on after
 * {@link OzoneManager#createOm} and before {@link OzoneManager#start}.
 */
public final class CompactionAddOn implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionAddOn.class);

  private final JobRegistry registry;
  private final CompactionRequestHandler requestHandler;
  private final LeaderTurns leaderTurns;
  private final CompactionLoop leaderLoop;
  private final CompactionLoop nodeLoop;
  private final CompactionLoop guardLoop;
  private final OmRpc ringRpc;
  private final CompactionReads reads;
  private final OzoneManager om;
  private final CompactionConfig config;
  private final CompactionMetrics metrics = new CompactionMetrics();
  private final MetricsSources sources = new MetricsSources();
  private final GaugesLoop gauges;
  private final ReconfigurableService<ServiceJson> service;
  private final ExactCounts exactCounts;

  private CompactionAddOn(OzoneManager om) {
    this.om = om;
    config = CompactionConfig.from(om.getConfiguration());
    Administrators administrators =
        new OmAdministrators(om::isAdminAuthorizationEnabled, om::isAdmin, om::getOmAdminGroups);
    registry = new JobRegistry(new JobRecordTable(om::getMetadataManager));
    ringRpc = OmRpc.ofOm(om.getConfiguration(), currentUser());
    OmRing ring = new OmRing(om);
    PrepareMode prepare = new PrepareMode(om);
    Supplier<Optional<RingHealth>> ringToLead = () -> prepare.isOn() ? Optional.empty() : ring.get();
    CommandCheck check = new CommandCheck(config, registry, administrators, om::getMetadataManager, ring,
        InstalledRocksDb.loaded());
    requestHandler = new CompactionRequestHandler(om, registry, check,
        new CompactionAudit(new AuditLogger(AuditLoggerType.OMLOGGER)), metrics::requestRefused);
    exactCounts = ExactCounts.atRate(config.getExactReadRate());
    WorthCompacting rule = new WorthCompacting(new SlowPlaces(), Clock.systemUTC());
    NodePlanner planner = new NodePlanner(new LsmReader(om::getMetadataManager), exactCounts, config, rule);
    PressureReader pressure = new PressureReader(om::getMetadataManager, prepare::isOn);
    NodeCompaction compaction = new NodeCompaction(planner, exactCounts, pressure, config, TurnClock.SYSTEM);
    NodeTurns nodeTurns = new NodeTurns(om.getOMNodeId(), config, registry, ringRpc::submit, administrators,
        compaction::run, metrics);
    // Some versions of Ozone lack transferLeadership. A method reference would fail here. A lambda fails only when
    // called.
    leaderTurns = new LeaderTurns(config, registry, ringToLead, ringRpc::submit, administrators, new LeadershipTransfer(
        om.getOMNodeId() + "-compaction-move-leader", nodeId -> om.transferLeadership(nodeId),
        LeadershipTransfer.LIMIT));
    CompactionGuard guard = new CompactionGuard(om::getMetadataManager);
    guardLoop = new CompactionLoop(om.getOMNodeId() + "-compaction-guard", registry, guard::look, om::isStopped);
    OmNode node = new OmNode(om, config, registry, leaderTurns, nodeTurns, pressure, guard);
    LeadingOmAdapter surroundings = new LeadingOmAdapter(om, registry, ringToLead, ringRpc::submit);
    service = new ReconfigurableService<>(om.getConfiguration(), settings -> {
      rule.use(settings);
      return new AutoService<>(surroundings, settings, config, planner, Clock.systemUTC(), ServiceModel::ranges);
    });
    reads = new CompactionReads(node, planner, service, Readers.of(om, config));
    String self = om.getOMNodeId();
    registry.onTurnEnd((nodeId, state) -> {
      if (nodeId.equals(self)) {
        metrics.turnEnded(state);
      }
    });
    metrics.watch(() -> registry.image().jobs(), () -> registry.image().openJobs().size(), leaderTurns::waits, planner);
    gauges = new GaugesLoop(om.getOMNodeId() + "-compaction-gauges", new GaugesReader(planner),
        config.getMetricsInterval(), om::isStopped);
    Agreement agreement = new Agreement(om.getOMNodeId(), registry, ring::term, ringRpc::submit,
        TurnClock.SYSTEM::elapsedMillis);
    nodeLoop = new CompactionLoop(om.getOMNodeId() + "-compaction-turn", registry, agreement.onceAgreed(nodeTurns),
        om::isStopped);
    leaderLoop = new CompactionLoop(om.getOMNodeId() + "-compaction-lead", registry, () -> {
      agreement.run();
      leaderTurns.run();
    }, om::isStopped);
  }

  /** Adds the servlet to {@code conf} and calls {@link CompactionGuard#prepare}; call this before the OM is created. */
  public static void configure(OzoneConfiguration conf) {
    CompactionHttpInitializer.addTo(conf);
    CompactionGuard.prepare(conf);
  }

  /**
   * Installs the add-on into an OM that is not started yet.
   *
   * @return the add-on; close it before the OM is stopped
   * @throws RuntimeException if the add-on cannot be installed, or any Error; the OM then works as without it
   */
  public static CompactionAddOn install(OzoneManager om) {
    CompactionAddOn addOn = null;
    try {
      addOn = new CompactionAddOn(om);
      addOn.start();
    } catch (Throwable e) {
      // Any error: such as OutOfMemoryError, which is also thrown where the host lets the OM start no further thread.
      abandon(addOn, om, e);
      throw e;
    }
    return addOn;
  }

  /** {@code why} stays what the caller hears of, whatever fails here. */
  private static void abandon(CompactionAddOn addOn, OzoneManager om, Throwable why) {
    try {
      try {
        IOUtils.closeQuietly(addOn);
      } finally {
        new CompactionGuard(om::getMetadataManager).abandon(om.getOMNodeId() + "-compaction-guard", om::isStopped);
      }
    } catch (Throwable e) {
      why.addSuppressed(e);
    }
  }

  /**
   * Starts all threads and registers all metrics. Sets the request handler last, because jobs that it accepts need all
   * other parts.
   */
  private void start() {
    if (CompactionGuard.isPrepared()) {
      guardLoop.start();
    }
    sources.register("RangeCompaction", "Range compaction in this OM", metrics);
    if (config.areTablesMeasured()) {
      sources.register("RangeCompactionGauges", "Tombstones in this OM's tables", gauges);
      gauges.start();
    }
    sources.register("RangeCompactionService", "The automatic service of range compaction",
        new ServiceMetrics(service, Clock.systemUTC()));
    CompactionReads.register(om, reads);
    nodeLoop.start();
    leaderLoop.start();
    service.start();
    letReconfigure();
    om.getOmRatisServer().getOmStateMachine().setHandler(requestHandler);
  }

  private void letReconfigure() {
    try {
      service.register(om.getReconfigurationHandler(), config);
    } catch (LinkageError e) {
      LOG.warn("This version of Ozone does not let an add-on be reconfigured: settings of range compaction need a"
          + " restart of the OM", e);
    }
  }

  private static UserGroupInformation currentUser() {
    try {
      return UserGroupInformation.getCurrentUser();
    } catch (IOException e) {
      // Cannot happen, as an OM logs in before it is created.
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Interrupts the threads without waiting for them. A running compactRange ends when it is done, or when OM closes the
   * database.
   */
  @Override
  public void close() {
    CompactionReads.unregister(om);
    leaderLoop.close();
    nodeLoop.close();
    guardLoop.close();
    exactCounts.close();
    IOUtils.closeQuietly(service, gauges, sources, ringRpc);
  }
}
