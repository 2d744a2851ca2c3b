// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.ozone.admin.om.compaction.option.WaitTime;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.CompactionException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code service pause}: keeps the automatic service from compacting. */
@Command(name = "pause",
    description = "Keep the automatic service from compacting: it begins no round, and an open one is cancelled",
    footer = {
        "  ozone admin om compaction service pause",
        "  ozone admin om compaction service pause --for 7d"
    })
class PauseServiceSubcommand extends RingSubcommand {
  @Option(names = "--for", paramLabel = "TIME", converter = WaitTime.class,
      description = "How long, such as 24h or 7d. Default: until 'service resume'")
  private Duration time;

  @Override
  void check() throws CompactionException {
    RingCommands.checkPause(seconds());
  }

  private long seconds() {
    return time == null ? 0 : time.getSeconds();
  }

  @Override
  int run(Ring ring) throws IOException {
    ServiceList services = ring.commands().pauseService(seconds());
    print(services, rendering().services(services));
    return report(services.getUnanswered());
  }
}
