// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/nodes}: the OMs of the ring, their role, add-on and pressure. */
@Path("/om/compaction/nodes")
@AdminOnly
public class NodesEndpoint extends RingEndpoint {
  @GET
  public Response nodes() throws IOException {
    return read(QueryRules.NONE, (ring, none) -> ring.nodes());
  }
}
