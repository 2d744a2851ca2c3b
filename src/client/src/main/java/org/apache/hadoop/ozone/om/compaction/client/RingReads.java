// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.model.ServiceList;

/** Reads of a ring that {@link RingCommands} need: its plan, for a prefix or a path, and its service. */
interface RingReads extends TreeReads {
  /** The automatic service of each OM, as {@code GET /service}. */
  ServiceList service(Query query) throws IOException;
}
