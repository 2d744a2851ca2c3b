// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import java.io.InputStream;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Json;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;
import org.apache.hadoop.ozone.recon.api.compaction.filter.Write;

/**
 * {@code GET /api/v1/om/compaction/jobs}: jobs, newest first. {@code POST /api/v1/om/compaction/jobs}: submits one.
 */
@Path("/om/compaction/jobs")
@AdminOnly
public class JobsEndpoint extends RingEndpoint {
  @GET
  public Response jobs() throws IOException {
    return read(QueryRules.JOBS, Ring::jobs);
  }

  @POST
  @Write
  public Response trigger(InputStream body, @Context UriInfo uri) throws IOException {
    query(QueryRules.NONE);
    Job job = ring().trigger(JobRequestBody.read(body), endUser());
    return Json.accepted(job).location(uri.getAbsolutePathBuilder().path(job.getJobId()).build()).build();
  }
}
