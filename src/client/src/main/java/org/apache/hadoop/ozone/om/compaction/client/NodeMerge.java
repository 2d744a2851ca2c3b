// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.NodeRole;

/** Every member of the ring, with what it said of itself or why it said nothing. */
final class NodeMerge {
  private NodeMerge() {
  }

  static NodeList merge(List<RingNode> members, Answers<NodeList> answers) {
    NodeList merged = new NodeList().totalCount((long) members.size());
    for (RingNode member : members) {
      CompactionException reason = answers.failed().get(member);
      Node node = reason == null ? own(member, answers.given().get(member)) : silent(member, reason);
      merged.addNodesItem(node.nodeId(member.getNodeId()).host(member.getHost()));
    }
    return merged;
  }

  private static Node own(RingNode member, NodeList answer) {
    if (answer.getNodes().isEmpty()) {
      return silent(member, new CompactionException(ErrorCode.INTERNAL, "OM " + member + " says nothing of itself."));
    }
    Node node = answer.getNodes().get(0);
    return node.reachable(true).role(member.getRole() == NodeRole.UNKNOWN ? node.getRole() : member.getRole());
  }

  /** An OM that answers, but not as one with the add-on, is reachable all the same. */
  private static Node silent(RingNode member, CompactionException reason) {
    return new Node()
        .role(member.getRole())
        .reachable(reason.getCode() != ErrorCode.UNREACHABLE)
        .problem(Answers.problem(member, reason));
  }
}
