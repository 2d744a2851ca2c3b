// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client.members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** The OMs of a ring; selects the OMs that a request names. */
public final class RingMembers {
  private final List<RingNode> nodes;
  private final RefusedException noLeader;
  private final Duration age;

  /**
   * @param nodes sorted by node id
   * @param noLeader why the leader is unknown; null if it is known
   */
  RingMembers(List<RingNode> nodes, RefusedException noLeader) {
    this(nodes, noLeader, null);
  }

  private RingMembers(List<RingNode> nodes, RefusedException noLeader, Duration age) {
    this.nodes = Collections.unmodifiableList(nodes);
    this.noLeader = noLeader;
    this.age = age;
  }

  /** Returns the same members with the given {@link #age}. */
  RingMembers asOf(Duration ago) {
    return new RingMembers(nodes, noLeader, ago);
  }

  /** Age of the leader's list if no leader answers now; null if the list is current or from the configuration. */
  public Duration age() {
    return age;
  }

  public List<RingNode> all() {
    return nodes;
  }

  /** @throws RefusedException NO_LEADER if the members do not include a known leader */
  public RingNode leader() throws RefusedException {
    for (RingNode node : nodes) {
      if (node.isLeader()) {
        return node;
      }
    }
    throw noLeader != null ? noLeader
        : RefusedException.of(ErrorCode.NO_LEADER, "The ring has no leader at the moment.");
  }

  /**
   * @param nodeIds comma separated, {@code all}, or null for the leader
   * @throws RefusedException UNKNOWN_NODE, or NO_LEADER
   */
  public List<RingNode> select(String nodeIds) throws RefusedException {
    if (nodeIds == null) {
      return Collections.singletonList(leader());
    }
    List<String> ids = new ArrayList<>();
    for (String id : nodeIds.split(",", -1)) {
      ids.add(id.trim());
    }
    return select("nodeId", ids, nodes);
  }

  /**
   * Returns the ids of the OMs for a job's turns. The order is the same after a change of leader, so that a repeated
   * submission gives the same job.
   *
   * @param nodeIds ids of nodes; {@code all} among them stands for every node
   * @throws RefusedException UNKNOWN_NODE
   */
  public List<String> turns(List<String> nodeIds) throws RefusedException {
    return select("nodeIds", nodeIds, nodes).stream().map(RingNode::getNodeId).collect(Collectors.toList());
  }

  private static List<RingNode> select(String parameter, List<String> ids, List<RingNode> every)
      throws RefusedException {
    Map<String, RingNode> known = new LinkedHashMap<>();
    every.forEach(node -> known.put(node.getNodeId(), node));
    Map<String, RingNode> named = new LinkedHashMap<>();
    for (String id : ids) {
      if (QueryRules.ALL_NODES.equals(id)) {
        named.putAll(known);
      } else if (known.containsKey(id)) {
        named.put(id, known.get(id));
      } else {
        throw RefusedException.ofParameter(ErrorCode.UNKNOWN_NODE, parameter, "The ring has no OM '" + id + "'; it has "
            + String.join(", ", known.keySet()) + ".");
      }
    }
    return new ArrayList<>(named.values());
  }
}
