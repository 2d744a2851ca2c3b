// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;
import org.apache.hadoop.ozone.recon.api.compaction.filter.Write;

/**
 * {@code GET /api/v1/om/compaction/jobs/JOB}: one job with its turns.
 * {@code POST /api/v1/om/compaction/jobs/JOB/cancel}: stops it.
 */
@Path("/om/compaction/jobs/{jobId}")
@AdminOnly
public class JobEndpoint extends RingEndpoint {
  @GET
  public Response job(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    String id = JobRequestCheck.jobId(jobId);
    return answer(ring().read("job " + id, ring -> ring.job(id)));
  }

  @POST
  @Path("/cancel")
  @Write
  public Response cancel(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.cancel(jobId));
  }
}
