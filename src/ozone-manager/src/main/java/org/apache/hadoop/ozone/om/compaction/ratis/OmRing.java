// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ratis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.om.compaction.job.RingHealth;
import org.apache.hadoop.ozone.om.ratis.OzoneManagerRatisServer;
import org.apache.ratis.proto.RaftProtos.CommitInfoProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;

/** Tells the health of the ring, as this OM's Ratis server knows it. Only a leader knows the state of its followers. */
public final class OmRing implements Supplier<Optional<RingHealth>> {
  private final OzoneManager om;

  public OmRing(OzoneManager om) {
    this.om = om;
  }

  /** @return empty while this OM does not lead or is not ready to lead */
  @Override
  public Optional<RingHealth> get() {
    OzoneManagerRatisServer ratis = om.getOmRatisServer();
    if (ratis == null || !om.isLeaderReady()) {
      return Optional.empty();
    }
    RaftServer.Division division = ratis.getServerDivision();
    RoleInfoProto role = division.getInfo().getRoleInfoProto();
    if (role == null || !role.hasLeaderInfo()) {
      return Optional.empty();
    }
    Map<String, Long> silence = new HashMap<>();
    for (ServerRpcProto follower : role.getLeaderInfo().getFollowerInfoList()) {
      silence.put(follower.getId().getId().toStringUtf8(), follower.getLastRpcElapsedTimeMs());
    }
    Map<String, Long> commits = new HashMap<>();
    for (CommitInfoProto commit : division.getCommitInfos()) {
      commits.put(commit.getServer().getId().toStringUtf8(), commit.getCommitIndex());
    }
    String self = om.getOMNodeId();
    long committed = commits.getOrDefault(self, 0L);
    List<RingHealth.Member> members = new ArrayList<>();
    for (RaftPeer peer : division.getRaftConf().getCurrentPeers(RaftPeerRole.FOLLOWER)) {
      String nodeId = peer.getId().toString();
      members.add(RingHealth.Member.voter(nodeId, silence.getOrDefault(nodeId, 0L), lag(nodeId, commits, committed)));
    }
    for (RaftPeer peer : division.getRaftConf().getCurrentPeers(RaftPeerRole.LISTENER)) {
      String nodeId = peer.getId().toString();
      members.add(
          RingHealth.Member.listener(nodeId, silence.getOrDefault(nodeId, 0L), lag(nodeId, commits, committed)));
    }
    return Optional.of(new RingHealth(self, members));
  }

  /** @return the Raft term; empty if no leader is known */
  public Optional<Long> term() {
    OzoneManagerRatisServer ratis = om.getOmRatisServer();
    RaftServer.Division division = ratis == null ? null : ratis.getServerDivision();
    return division == null || division.getInfo().getLeaderId() == null ? Optional.empty()
        : Optional.of(division.getInfo().getCurrentTerm());
  }

  private static long lag(String nodeId, Map<String, Long> commits, long committed) {
    return Math.max(0, committed - commits.getOrDefault(nodeId, committed));
  }
}
