// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import java.io.InputStream;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Response;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdate;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;
import org.apache.hadoop.ozone.recon.api.compaction.filter.Write;

/**
 * {@code GET /api/v1/om/compaction/jobs/JOB}: one job with its turns.
 * {@code POST /api/v1/om/compaction/jobs/JOB/cancel}: stops it. {@code POST .../update}, {@code .../pause} and {@code
 * .../resume}: changes its limits, pauses and resumes it.
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

  @POST
  @Path("/update")
  @Write
  public Response update(@PathParam("jobId") String jobId, InputStream body) throws IOException {
    query(QueryRules.NONE);
    JobUpdate update = JobRequestBody.readUpdate(body);
    return write(commands -> commands.update(jobId, update));
  }

  @POST
  @Path("/pause")
  @Write
  public Response pause(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.pause(jobId));
  }

  @POST
  @Path("/resume")
  @Write
  public Response resume(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.resume(jobId));
  }
}
