// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.util.Optional;
import org.apache.hadoop.ozone.om.OzoneManagerStarter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of {@code ozone om} with range compaction. Replaces the stock starter because OM cannot load plug-ins;
 * upstream, a plug-in point between creating and starting the OM would replace this class. In an Ozone that the add-on
 * does not fit, it starts the stock OM and says why, so this class uses nothing of Ozone but its starter.
 */
public final class CompactionOzoneManagerStarter {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionOzoneManagerStarter.class);

  private CompactionOzoneManagerStarter() {
  }

  /** Runs {@code ozone om}; its options are those of {@code --help}. */
  public static void main(String[] args) throws Exception {
    Optional<String> misfit = HostCheck.misfit(CompactionOzoneManagerStarter.class.getClassLoader());
    if (misfit.isPresent()) {
      LOG.error(IncompatibilityMessage.of(misfit.get()));
      OzoneManagerStarter.main(args);
    } else {
      OmStarter.run(args);
    }
  }
}
