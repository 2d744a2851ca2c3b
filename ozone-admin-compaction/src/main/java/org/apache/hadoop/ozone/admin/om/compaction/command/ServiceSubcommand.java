// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.admin.om.compaction.option.CommaList;
import org.apache.hadoop.ozone.admin.om.compaction.option.WaitTime;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code service}: shows the automatic service; its subcommands pause and resume it. */
@Command(name = "service",
    description = "Show the automatic service: what it would compact now, and why, or why not",
    footer = {
        "  ozone admin om compaction service",
        "  ozone admin om compaction service pause --for 24h",
        "  ozone admin om compaction service resume"
    },
    subcommands = {ServiceSubcommand.Pause.class, ServiceSubcommand.Resume.class})
class ServiceSubcommand extends RingSubcommand {
  @Option(names = "--node-id", paramLabel = "ID|all",
      description = "OMs to ask, comma separated, or all. Default: the leader, which decides")
  private List<String> nodeIds = new ArrayList<>();

  @Override
  int run(Ring ring) throws IOException {
    return show(ring.service(new Query().nodeId(CommaList.joined(nodeIds))));
  }

  @Command(name = "pause",
      description = "Keep the automatic service from compacting: it begins no round, and an open one is cancelled",
      footer = {
          "  ozone admin om compaction service pause",
          "  ozone admin om compaction service pause --for 7d"
      })
  static final class Pause extends RingSubcommand {
    @Option(names = "--for", paramLabel = "TIME", converter = WaitTime.class,
        description = "How long, such as 24h or 7d. Default: until 'service resume'")
    private Duration time;

    @Override
    void check() throws RefusedException {
      RingCommands.checkPause(seconds());
    }

    private long seconds() {
      return time == null ? 0 : time.getSeconds();
    }

    @Override
    int run(Ring ring) throws IOException {
      return show(ring.commands().pauseService(seconds()));
    }
  }

  /**
   * {@code service resume}: ends a pause of the automatic service, or restarts it after it stopped because its
   * rounds had no gain.
   */
  @Command(name = "resume",
      description = "Let the automatic service go on, whether it is paused or has stood down",
      footer = "  ozone admin om compaction service resume")
  static final class Resume extends RingSubcommand {
    @Override
    int run(Ring ring) throws IOException {
      return show(ring.commands().resumeService());
    }
  }
}
