// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.http;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;

/** {@code /nodes}: this OM. */
final class NodesEndpoint implements Endpoint {
  @Override
  public Set<String> parameters() {
    return Collections.emptySet();
  }

  @Override
  public boolean isHeavy() {
    return false;
  }

  @Override
  public Reply answer(CompactionReads reads, Query query) {
    List<String> warnings = reads.headWarnings().now();
    return Reply.of(new NodeList().totalCount(1L)
        .addNodesItem(reads.node().describe().warnings(warnings.isEmpty() ? null : warnings)));
  }
}
