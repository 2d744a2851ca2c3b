// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** {@code /nodes}: this OM. */
final class NodesEndpoint implements Endpoint {
  @Override
  public QueryRules parameters() {
    return QueryRules.NONE;
  }

  @Override
  public boolean isHeavy() {
    return false;
  }

  @Override
  public Reply answer(CompactionReads reads, Parameters query) {
    Node node = reads.node().describe();
    reads.headWarnings().now().forEach(node::addWarningsItem);
    return Reply.of(new NodeList().totalCount(1L).addNodesItem(node));
  }
}
