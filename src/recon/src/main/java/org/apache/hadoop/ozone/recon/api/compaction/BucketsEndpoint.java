// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** {@code GET /api/v1/om/compaction/buckets}: tombstones per bucket and table, worst first. */
@Path("/om/compaction/buckets")
@AdminOnly
public class BucketsEndpoint extends RingEndpoint {
  @GET
  public Response buckets() throws IOException {
    return read(QueryRules.BUCKETS, Ring::buckets);
  }
}
