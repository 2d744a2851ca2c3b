// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.ServiceRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;
import org.apache.hadoop.ozone.recon.api.compaction.filter.Write;

/**
 * {@code GET /api/v1/om/compaction/service}: the automatic service, or its decision on one bucket. {@code POST
 * .../service/pause} and {@code /resume}: pauses and resumes it.
 */
@Path("/om/compaction/service")
@AdminOnly
public class ServiceEndpoint extends RingEndpoint {
  @GET
  public Response service() throws IOException {
    return read(QueryRules.SERVICE, Ring::service);
  }

  @POST
  @Path("/pause")
  @Write
  public Response pause() throws IOException {
    String seconds = query(QueryRules.SERVICE_PAUSE).get(ServiceRules.FOR_SECONDS);
    return write(commands -> commands.pauseService(seconds == null ? 0 : Long.parseLong(seconds)));
  }

  @POST
  @Path("/resume")
  @Write
  public Response resume() throws IOException {
    query(QueryRules.NONE);
    return write(RingCommands::resumeService);
  }
}
