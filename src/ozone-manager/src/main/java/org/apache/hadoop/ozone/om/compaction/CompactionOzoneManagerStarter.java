// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.util.Optional;
import org.apache.hadoop.ozone.om.OzoneManagerStarter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of {@code ozone om} with range compaction. This class must load in any Ozone, so it uses no class of Ozone
 * but {@link OzoneManagerStarter}.
 */
public final class CompactionOzoneManagerStarter {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionOzoneManagerStarter.class);

  private CompactionOzoneManagerStarter() {
  }

  /** Runs {@code ozone om}, with the options that its {@code --help} lists. */
  public static void main(String[] args) throws Exception {
    Optional<String> misfit = misfit();
    if (misfit.isPresent()) {
      LOG.error(IncompatibilityMessage.of(misfit.get()));
      OzoneManagerStarter.main(args);
    } else {
      OmStarter.run(args);
    }
  }

  /** The reason why this Ozone does not fit, or could not be checked; empty if it fits. */
  private static Optional<String> misfit() {
    try {
      return HostCheck.misfit(CompactionOzoneManagerStarter.class.getClassLoader());
    } catch (Throwable e) {
      // The stock OM starts whatever the check meets, such as a jar that cannot be read.
      return Optional.of("it could not be checked: " + e);
    }
  }
}
