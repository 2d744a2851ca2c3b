// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.fault;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneClientFactory;
import org.apache.hadoop.ozone.om.compaction.dist.RingSite;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;

/** The mode before an upgrade, in which a ring takes no requests. */
final class PrepareMode {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  private PrepareMode() {
  }

  /** Prepares all OMs, which have the add-on. */
  static void begin(ProcessRing ring) throws IOException {
    try (OzoneClient client = client(ring)) {
      of(client).prepareOzoneManager(LIMIT.toSeconds(), 1);
    }
    ProcessRing.await("every OM prepared").until(() -> {
      for (String node : ProcessRing.NODES) {
        if (!ring.isPrepared(node)) {
          return false;
        }
      }
      return true;
    });
  }

  static void end(ProcessRing ring) throws IOException {
    try (OzoneClient client = client(ring)) {
      of(client).cancelOzoneManagerPrepare();
    }
  }

  private static OzoneClient client(ProcessRing ring) throws IOException {
    return OzoneClientFactory.getRpcClient(RingSite.SERVICE, ring.clientConf());
  }

  private static OzoneManagerProtocol of(OzoneClient client) {
    return client.getObjectStore().getClientProxy().getOzoneManagerClient();
  }
}
