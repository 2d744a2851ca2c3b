// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import org.apache.hadoop.ozone.admin.om.OmAddressOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.ShellText;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import picocli.CommandLine.Mixin;

/** What the subcommands share that talk to a ring: which one. */
abstract class RingSubcommand extends CompactionSubcommand {
  @Mixin
  private OmAddressOptions.OptionalServiceIdMixin address;

  /** @return the exit code */
  abstract int run(Ring ring) throws IOException;

  @Override
  final int run() throws IOException {
    try (Ring ring = surroundings().ring(getOzoneConf(), rootCommand().getUser(), address.getServiceID())) {
      return run(ring);
    }
  }

  /** For the same ring. */
  @Override
  String command(String words) {
    String service = address.getServiceID();
    return super.command(words)
        + (service == null || words.isEmpty() ? "" : " --service-id " + ShellText.quote(service));
  }
}
