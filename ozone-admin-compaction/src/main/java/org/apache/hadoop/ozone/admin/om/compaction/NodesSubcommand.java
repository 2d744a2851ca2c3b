// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import picocli.CommandLine.Command;

/** {@code nodes}: who is in the ring, who can take part, and what a compaction would have to wait for there. */
@Command(name = "nodes", description = "Show the OMs of the ring: role, add-on, pressure and running job")
class NodesSubcommand extends RingSubcommand {
  @Override
  int run(Ring ring) throws IOException {
    NodeList nodes = ring.nodes();
    print(nodes, rendering().nodes(nodes));
    return ExitCode.DONE;
  }
}
