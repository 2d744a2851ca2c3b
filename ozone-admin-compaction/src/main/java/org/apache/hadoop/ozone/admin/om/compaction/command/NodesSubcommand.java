// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.WaitTime;
import org.apache.hadoop.ozone.admin.om.compaction.render.Progress;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.admin.om.compaction.ring.RingCheck;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code nodes}: shows the OMs of the ring, the version of the add-on on each, and the load that would delay a
 * compaction.
 */
@Command(name = "nodes",
    description = "Show the OMs of the ring: role, add-on, pressure and running job",
    exitCodeList = {
        ExitCode.SOME_SILENT_HELP, ExitCode.ALL_SILENT_HELP, ExitCode.USAGE_HELP, ExitCode.GAVE_UP_WAITING_HELP
    },
    footer = {
        "  ozone admin om compaction nodes",
        "  ozone admin om compaction nodes --wait --node-id om1 --timeout 30m"
    })
class NodesSubcommand extends RowsSubcommand {
  @Option(names = "--wait", description = "Wait until every OM answers with the add-on and has applied what the ring"
      + " has committed: then the next one can be restarted")
  private boolean wait;

  @Option(names = "--timeout", paramLabel = "TIME", converter = WaitTime.class,
      description = "Wait no longer than this, such as 90s, 10m or 1h30m. Default: as long as it takes")
  private Duration timeout;

  @Option(names = "--node-id", paramLabel = "ID|all", description = "With --wait: the OMs to wait for, comma separated,"
      + " or all. Default: all")
  private List<String> nodeIds = new ArrayList<>();

  @Override
  void check() throws RefusedException {
    super.check();
    WaitOptions.check(wait, timeout);
    if (!wait && !nodeIds.isEmpty()) {
      throw RefusedException.ofParameter("nodeIds",
          "It says for whom --wait waits: give --wait too, or leave it out.");
    }
  }

  @Override
  int run(Ring ring) throws IOException {
    return wait ? untilWhole(ring) : show(ring.nodes());
  }

  private int show(NodeListJson nodes) {
    print(nodes, NodeJson.class, nodes.getNodes(), rendering().nodes(nodes));
    return nodes.getNodes().stream().anyMatch(NodeJson::getReachable) ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private int untilWhole(Ring ring) throws IOException {
    Progress progress = progress();
    RingCheck check = new RingCheck(CommaList.items(nodeIds));
    NodeListJson last = new Polling(surroundings(), timeout).until(new NodeListJson().totalCount(0L), ring::nodes,
        nodes -> check.missing(nodes).isEmpty(),
        nodes -> progress.show("waits: " + String.join(", ", check.missing(nodes))));
    progress.show("");
    show(last);
    List<String> missing = check.missing(last);
    if (missing.isEmpty()) {
      return ExitCode.DONE;
    }
    say("Gave up waiting: " + String.join(", ", missing) + ". Restart no other OM before that is mended.");
    return ExitCode.GAVE_UP_WAITING;
  }
}
