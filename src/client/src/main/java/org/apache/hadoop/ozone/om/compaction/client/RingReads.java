// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;

/** What commands have to read of the ring that they are sent to. */
interface RingReads extends TreeReads {
  /** The automatic service of each OM, as {@code GET /service}. */
  ServiceList service(Query query) throws IOException;
}
