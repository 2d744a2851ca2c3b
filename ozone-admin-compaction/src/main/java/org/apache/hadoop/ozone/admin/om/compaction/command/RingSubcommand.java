// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.ozone.admin.om.OmAddressOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.ShellText;
import org.apache.hadoop.ozone.admin.om.compaction.ring.NearestName;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Polling;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;
import picocli.CommandLine.Mixin;

/** Base of the subcommands that connect to a ring: adds {@code --service-id}. */
abstract class RingSubcommand extends CompactionSubcommand {
  @Mixin
  private OmAddressOptions.OptionalServiceIdMixin address;
  private Optional<String> nearestName = Optional.empty();

  /** @return the exit code */
  abstract int run(Ring ring) throws IOException;

  @Override
  int run() throws IOException {
    try (Ring ring = surroundings().ring(getOzoneConf(), rootCommand().getUser(), address.getServiceID())) {
      return withNearestName(ring, () -> run(ring));
    }
  }

  /**
   * Runs a read or a command and returns its exit code. If a name is unknown, the error shows the most similar existing
   * name.
   */
  final int withNearestName(TreeReads reads, Polling.Poll<Integer> run) throws IOException {
    try {
      return run.get();
    } catch (RefusedException e) {
      nearestName = NearestName.question(e, reads);
      throw e;
    }
  }

  @Override
  void explain(RefusedException error) {
    nearestName.ifPresent(this::say);
  }

  /** Shows the automatic service as the result, and returns the exit code. */
  final int show(ServiceListJson services) {
    print(services, rendering().services(services));
    return report(services.getUnanswered());
  }

  /** Prints how to go on with an ended job where it did not succeed, unless another job does so already. */
  final void hintRetry(JobJson job) {
    if (job.getRetriedBy() == null && !job.getRetryNodeIds().isEmpty()) {
      hintCommand("It did not succeed on " + String.join(", ", job.getRetryNodeIds()) + ". To go on there:",
          command("retry " + job.getJobId()));
    }
  }

  /** Adds the service id, so that the printed command goes to the same ring. */
  @Override
  String command(String words) {
    String service = address.getServiceID();
    return super.command(words)
        + (service == null || words.isEmpty() ? "" : " --service-id " + ShellText.quote(service));
  }
}
