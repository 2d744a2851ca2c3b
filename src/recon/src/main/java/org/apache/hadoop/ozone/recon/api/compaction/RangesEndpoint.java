// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/ranges}: the ranges that a job would compact, best first, and what they cost. */
@Path("/om/compaction/ranges")
@AdminOnly
public class RangesEndpoint extends RingEndpoint {
  @GET
  public Response ranges() throws IOException {
    return read(QueryRules.RANGES, Ring::ranges);
  }
}
