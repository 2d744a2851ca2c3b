// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code service}: what the automatic service is at. */
@Command(name = "service",
    description = "Show the automatic service: what it would compact now, and why, or why not",
    footer = {
        "  ozone admin om compaction service",
        "  ozone admin om compaction service pause --for 24h",
        "  ozone admin om compaction service resume"
    },
    subcommands = {PauseServiceSubcommand.class, ResumeServiceSubcommand.class})
class ServiceSubcommand extends RingSubcommand {
  @Option(names = "--node-id", paramLabel = "ID|all",
      description = "OMs to ask, comma separated, or all. Default: the leader, which decides")
  private List<String> nodeIds = new ArrayList<>();

  @Override
  int run(Ring ring) throws IOException {
    List<String> asked = CommaList.items(nodeIds);
    ServiceList services = ring.service(new Query().nodeId(asked.isEmpty() ? null : String.join(",", asked)));
    print(services, rendering().services(services));
    return report(services.getUnanswered());
  }
}
