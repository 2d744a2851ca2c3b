// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.ring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/**
 * Decides whether a rolling restart can go on with the next OM. All required OMs must answer with the add-on and know
 * a leader. At the first call in which all do, this class notes the ring's committed Ratis index. The OMs must have
 * applied the log up to this index.
 */
public final class RingCheck {
  private final Set<String> nodeIds;
  private Long due;

  /** @param nodeIds the OMs that have to answer; all OMs if empty or if it contains {@code all} */
  public RingCheck(Collection<String> nodeIds) {
    this.nodeIds = nodeIds.contains(QueryRules.ALL_NODES) ? Collections.emptySet() : new LinkedHashSet<>(nodeIds);
  }

  /**
   * Returns the reasons why no further OM can be restarted yet, such as "om2 does not answer"; empty if there are none.
   */
  public List<String> missing(NodeListJson nodes) {
    List<String> missing = new ArrayList<>();
    Set<String> unseen = new LinkedHashSet<>(nodeIds);
    List<NodeJson> waitedFor = new ArrayList<>();
    for (NodeJson node : nodes.getNodes()) {
      if (nodeIds.isEmpty() || unseen.remove(node.getNodeId())) {
        waitedFor.add(node);
        if (!Boolean.TRUE.equals(node.getReachable())) {
          missing.add(node.getNodeId() + " does not answer");
        } else if (node.getAddOnVersion() == null) {
          missing.add(node.getNodeId() + " does not answer with the add-on");
        } else if (node.getAppliedIndex() == null || node.getCommittedIndex() == null) {
          missing.add(node.getNodeId() + " knows of no leader");
        }
      }
    }
    unseen.forEach(nodeId -> missing.add("there is no OM " + nodeId));
    if (waitedFor.isEmpty() && unseen.isEmpty()) {
      missing.add("no OM is known");
    }
    return missing.isEmpty() ? behind(nodes, waitedFor) : missing;
  }

  private List<String> behind(NodeListJson nodes, List<NodeJson> waitedFor) {
    // Later commits do not count, because on a busy ring the command would wait forever.
    if (due == null) {
      due = nodes.getNodes().stream().map(NodeJson::getCommittedIndex).filter(Objects::nonNull).max(Long::compare)
          .orElseThrow(IllegalStateException::new);
    }
    List<String> behind = new ArrayList<>();
    for (NodeJson node : waitedFor) {
      if (node.getAppliedIndex() < due) {
        behind.add(node.getNodeId() + " is " + (due - node.getAppliedIndex()) + " log entries behind");
      }
    }
    return behind;
  }
}
