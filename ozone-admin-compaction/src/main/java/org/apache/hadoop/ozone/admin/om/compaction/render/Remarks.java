// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.Remark;

/** Remarks of OMs, one on each line, with the node id where there are several OMs. */
final class Remarks {
  private Remarks() {
  }

  /** @param nodeIds of all rows that are shown, repeated for each row */
  static String text(List<Remark> remarks, Stream<String> nodeIds) {
    boolean severalNodes = Stream.concat(nodeIds, remarks.stream().map(Remark::getNodeId)).distinct().count() > 1;
    StringBuilder text = new StringBuilder();
    for (Remark remark : remarks) {
      text.append(Lines.of((severalNodes ? remark.getNodeId() + ": " : "") + remark.getMessage())).append('\n');
    }
    return text.toString();
  }
}
