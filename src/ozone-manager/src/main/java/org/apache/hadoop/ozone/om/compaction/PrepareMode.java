// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.ozone.om.OzoneManager;
import org.apache.hadoop.ozone.protocol.proto.OzoneManagerProtocolProtos.PrepareStatusResponse.PrepareStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OM's prepare mode, in which OM accepts no writes until it is upgraded. In an Ozone without prepare mode, {@link
 * #isOn} returns false.
 */
final class PrepareMode {
  private static final Logger LOG = LoggerFactory.getLogger(PrepareMode.class);
  /** True if this Ozone was found to have no prepare mode. */
  private static final AtomicBoolean GONE = new AtomicBoolean();

  private final OzoneManager om;

  PrepareMode(OzoneManager om) {
    this.om = om;
  }

  /** True if the OM is preparing for an upgrade or is prepared; false in an Ozone without prepare mode. */
  boolean isOn() {
    if (GONE.get()) {
      return false;
    }
    try {
      return om.getPrepareState().getState().getStatus() != PrepareStatus.NOT_PREPARED;
    } catch (LinkageError e) {
      sayThatItIsGone(e);
      return false;
    }
  }

  /**
   * Ends the OM's prepare mode; does nothing in an Ozone without prepare mode. To be called before the OM is started.
   */
  void end() throws IOException {
    try {
      om.getPrepareState().cancelPrepare();
    } catch (LinkageError e) {
      sayThatItIsGone(e);
    }
  }

  private void sayThatItIsGone(LinkageError e) {
    if (GONE.compareAndSet(false, true)) {
      LOG.warn("This version of Ozone has no prepare mode that range compaction knows, so it does not wait for one: {}",
          e.toString());
    }
  }
}
