// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;
import picocli.CommandLine.Command;

/** {@code service resume}: ends a pause, and has a service that stood down begin anew. */
@Command(name = "resume",
    description = "Let the automatic service go on, whether it is paused or has stood down",
    footer = "  ozone admin om compaction service resume")
class ResumeServiceSubcommand extends RingSubcommand {
  @Override
  int run(Ring ring) throws IOException {
    ServiceList services = ring.commands().resumeService();
    print(services, rendering().services(services));
    return report(services.getUnanswered());
  }
}
