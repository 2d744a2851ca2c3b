// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.guard.CompactionGuard;
import org.apache.hadoop.ozone.om.compaction.job.JobImage;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.LeaderTurns;
import org.apache.hadoop.ozone.om.compaction.job.NodeTurns;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.WaitJson;
import org.apache.hadoop.ozone.om.compaction.turn.PressureGauges;
import org.apache.hadoop.ozone.om.ratis.OzoneManagerRatisServer;
import org.apache.hadoop.ozone.util.OzoneVersionInfo;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes this OM and its jobs to the HTTP endpoints. On the leader, also tells what each job waits for. */
public final class OmNode implements NodeView {
  private static final Logger LOG = LoggerFactory.getLogger(OmNode.class);

  private final OzoneManager om;
  private final CompactionConfig config;
  private final JobRegistry registry;
  private final LeaderTurns leaderTurns;
  private final NodeTurns nodeTurns;
  private final PressureGauges.Source pressure;
  private final CompactionGuard guard;

  public OmNode(OzoneManager om, CompactionConfig config, JobRegistry registry, LeaderTurns leaderTurns,
      NodeTurns nodeTurns, PressureGauges.Source pressure, CompactionGuard guard) {
    this.om = om;
    this.config = config;
    this.registry = registry;
    this.leaderTurns = leaderTurns;
    this.nodeTurns = nodeTurns;
    this.pressure = pressure;
    this.guard = guard;
  }

  @Override
  public String nodeId() {
    return om.getOMNodeId();
  }

  @Override
  public NodeJson describe() {
    NodeJson node = new NodeJson().nodeId(nodeId()).host(om.getNodeDetails().getHostName()).role(role()).reachable(true)
        .addOnVersion(version()).ozoneVersion(OzoneVersionInfo.OZONE_VERSION_INFO.getVersion())
        .runningJob(nodeTurns.runningJob().orElse(null)).appliedIndex(appliedIndex())
        .committedIndex(committedIndex()).guardedTables(guard.tables().isEmpty() ? null : guard.tables());
    CompactionGuard.refusal(om.getConfiguration()).ifPresent(node::addWarningsItem);
    registry.checkpointWarning(nodeId()).ifPresent(node::addWarningsItem);
    installing().ifPresent(node::addWarningsItem);
    if (!config.isEnabled()) {
      node.problem(new ProblemJson().nodeId(nodeId()).code(ErrorCode.ADD_ON_DISABLED)
          .message(CompactionConfig.switchedOff(nodeId())));
    }
    registry.fault().ifPresent(fault -> node.problem(
        new ProblemJson().nodeId(nodeId()).code(ErrorCode.INTERNAL).message(fault)));
    try {
      pressure.read().ifPresent(gauges -> node.pressure(PressureModel.of(gauges, config.getDiskReserve())));
    } catch (IOException e) {
      LOG.warn("The pressure on {} cannot be read: {}", nodeId(), e.getMessage());
    }
    return node;
  }

  /**
   * Returns the index of the last log entry that OM has written to its database. Null if this OM has no Ratis server.
   */
  private Long appliedIndex() {
    OzoneManagerRatisServer ratis = om.getOmRatisServer();
    return ratis == null ? null : ratis.getLastAppliedTermIndex().getIndex();
  }

  /**
   * Returns the highest committed log index that this OM knows; a follower knows it from the leader's last message.
   * Null while no leader is known.
   */
  private Long committedIndex() {
    RaftServer.Division division = division();
    return division == null || division.getInfo().getLeaderId() == null ? null
        : Collections.max(division.getCommitInfos(), Comparator.comparing(CommitInfoProto::getCommitIndex))
            .getCommitIndex();
  }

  /** Ozone 2.2.0 can wait for itself there, for ever (HDDS-16155): such an OM answers as one that is well. */
  private Optional<String> installing() {
    OzoneManagerRatisServer ratis = om.getOmRatisServer();
    return ratis != null && ratis.getOmStateMachine().getLifeCycleState().isPausingOrPaused()
        ? Optional.of("It installs a checkpoint of another OM and applies nothing meanwhile. If this lasts for minutes,"
            + " restart it.") : Optional.empty();
  }

  private RaftServer.Division division() {
    OzoneManagerRatisServer ratis = om.getOmRatisServer();
    return ratis == null ? null : ratis.getServerDivision();
  }

  private NodeRoleJson role() {
    RaftServer.Division division = division();
    if (division == null) {
      return NodeRoleJson.UNKNOWN;
    }
    switch (division.getInfo().getCurrentRole()) {
      case LEADER:
        return NodeRoleJson.LEADER;
      case LISTENER:
        return NodeRoleJson.LISTENER;
      default:
        return NodeRoleJson.FOLLOWER;
    }
  }

  /** From the jar's manifest; "development" for classes from a build directory, which has none. */
  private static String version() {
    String version = OmNode.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public Optional<String> jobsFault() {
    return registry.fault();
  }

  @Override
  public JobImage jobs() {
    return registry.image();
  }

  @Override
  public Optional<WaitJson> waitingFor(String jobId) {
    return leaderTurns.waitingFor(jobId).map(wait -> JobModel.wait(wait.getReason(), wait.getMessage()));
  }
}
