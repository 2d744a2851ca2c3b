// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;

/**
 * Renders remarks of OMs, one per line. The line names the OMs if the output is about several OMs and the remark does
 * not name its OM itself.
 */
final class Remarks {
  private Remarks() {
  }

  /** @param nodeIds the OM of each row that is shown, with repetitions */
  static String text(List<RemarkJson> remarks, Stream<String> nodeIds) {
    boolean severalNodes = Stream.concat(nodeIds, remarks.stream().map(RemarkJson::getNodeId)).distinct().count() > 1;
    Map<String, List<String>> nodesByMessage = new LinkedHashMap<>();
    remarks.forEach(remark -> nodesByMessage.computeIfAbsent(remark.getMessage(), message -> new ArrayList<>())
        .add(remark.getNodeId()));
    StringBuilder text = new StringBuilder();
    nodesByMessage.forEach((message, nodes) -> text.append(Lines.of(
        (severalNodes && !names(message, nodes) ? String.join(", ", nodes) + ": " : "") + message)).append('\n'));
    return text.toString();
  }

  private static boolean names(String message, List<String> nodes) {
    List<String> words = Arrays.asList(message.split("[\\s.,:;]+"));
    return words.containsAll(nodes);
  }
}
