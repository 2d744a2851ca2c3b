// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.render;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeSlowListsJson;

/** Tells whether lists are slow on the OMs that the {@code list} command did not ask. */
final class OtherNodes {
  private OtherNodes() {
  }

  /**
   * Returns a line for each OM on which lists are slow, or can be, as not all of it is looked at; then a command
   * that shows the slow places. Adds a line about OMs that have not reported. Empty if all OMs have reported, have
   * looked everywhere, and none is slow.
   *
   * @param among   what the OM that was asked was asked for; nothing of that is known of the others
   * @param command makes the command line of a subcommand
   */
  static String text(List<NodeJson> others, Among among, UnaryOperator<String> command) {
    StringBuilder text = new StringBuilder();
    for (NodeJson node : others) {
      NodeSlowListsJson lists = node.getSlowLists();
      if (lists != null && lists.getCount() > 0) {
        text.append(Lines.of("On " + node.getNodeId() + " lists are slow at "
            + (lists.getCount() == 1 ? "one place" : Units.exactCount(lists.getCount()) + " places")
            + (lists.getComplete() ? "" : " or more") + ", up to "
            + Units.wait(lists.getSlowestMicros()) + (lists.getBucket() == null ? "" : " in " + lists.getBucket())
            + " (" + lists.getTable() + ").")).append('\n');
      } else if (lists != null && !lists.getComplete()) {
        text.append("On ").append(node.getNodeId()).append(" no list is slow where anybody has looked.\n");
      }
    }
    if (text.length() > 0) {
      text.insert(0, among == Among.EVERYTHING ? "" : "On other OMs, whatever these options select:\n");
      text.append("  ").append(command.apply("list --node-id all")).append('\n');
    }
    String silent = others.stream().filter(node -> node.getSlowLists() == null).map(NodeJson::getNodeId)
        .collect(Collectors.joining(", "));
    if (!silent.isEmpty()) {
      text.append(Lines.of("Not known of " + silent + ", which did not tell within half a second: "
          + command.apply("nodes"))).append('\n');
    }
    return text.length() == 0 ? "" : "\n" + text;
  }
}
