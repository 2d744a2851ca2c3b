// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceListJson;

/** Reads of LSM trees and of the automatic service. */
interface RingReads extends TreeReads {
  /** The automatic service of each OM, see {@code GET /service}. */
  ServiceListJson service(Query query) throws IOException;
}
