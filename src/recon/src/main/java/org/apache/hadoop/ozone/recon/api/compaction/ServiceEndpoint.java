// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;

/** {@code GET /api/v1/om/compaction/service}: the automatic service, or what it makes of one bucket. */
@Path("/om/compaction/service")
@AdminOnly
public class ServiceEndpoint extends RingEndpoint {
  @GET
  public Response service() throws IOException {
    return answer(ring().service(query(QueryRules.SERVICE)));
  }
}
