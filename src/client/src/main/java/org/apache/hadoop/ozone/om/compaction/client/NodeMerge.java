// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.client.members.RingMembers;
import org.apache.hadoop.ozone.om.compaction.client.transport.Answers;
import org.apache.hadoop.ozone.om.compaction.client.transport.RingNode;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;

/** Lists all members of the ring, each with its own report or the reason why there is none. */
final class NodeMerge {
  private NodeMerge() {
  }

  static NodeListJson merge(RingMembers members, Answers<NodeListJson> answers) {
    return new NodeListJson().totalCount((long) members.all().size())
        .membersAgeMillis(members.age() == null ? null : members.age().toMillis())
        .nodes(nodes(members, members.all(), answers));
  }

  /** The nodes with their reports, in the order of the members; {@code asked} are those that were asked. */
  static List<NodeJson> nodes(RingMembers members, List<RingNode> asked, Answers<NodeListJson> answers) {
    List<NodeJson> nodes = new ArrayList<>();
    for (RingNode member : asked) {
      RefusedException reason = answers.failed().get(member);
      NodeJson node = reason == null ? own(members, member, answers.given().get(member)) : silent(member, reason);
      nodes.add(node.nodeId(member.getNodeId()).host(member.getHost()));
    }
    return nodes;
  }

  private static NodeJson own(RingMembers members, RingNode member, NodeListJson answer) {
    if (answer.getNodes().isEmpty()) {
      return silent(member, RefusedException.of(ErrorCode.INTERNAL, "OM " + member + " says nothing of itself."));
    }
    NodeJson node = answer.getNodes().get(0);
    boolean leaderKnows = member.getRole() != NodeRoleJson.UNKNOWN && members.age() == null;
    return node.reachable(true).role(leaderKnows ? member.getRole() : node.getRole());
  }

  /** A node without a report. */
  private static NodeJson silent(RingNode member, RefusedException reason) {
    return new NodeJson()
        .role(member.getRole())
        .reachable(reason.getCode() != ErrorCode.UNREACHABLE)
        .problem(Answers.problem(member, reason));
  }
}
