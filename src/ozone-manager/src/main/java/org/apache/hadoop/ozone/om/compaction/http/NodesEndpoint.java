// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.List;
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
    List<String> warnings = reads.headWarnings().now();
    return Reply.of(new NodeList().totalCount(1L)
        .addNodesItem(reads.node().describe().warnings(warnings.isEmpty() ? null : warnings)));
  }
}
