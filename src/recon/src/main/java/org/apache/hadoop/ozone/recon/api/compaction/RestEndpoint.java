// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction;

import java.io.IOException;
import java.io.InputStream;
import java.security.Principal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.HttpHeaders;
import javax.ws.rs.core.Response;
import javax.ws.rs.core.UriInfo;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.RingCommands;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobUpdateJson;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.rule.ServiceRules;
import org.apache.hadoop.ozone.recon.api.compaction.answer.JarFile;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Json;
import org.apache.hadoop.ozone.recon.api.compaction.filter.AdminOnly;

/** The operations of openapi.yaml below {@code /api/v1/om/compaction}. */
@Path("/om/compaction")
@AdminOnly
public class RestEndpoint {
  /** Parameters of Hadoop's authentication, which runs before the endpoints. They are no parameters of openapi.yaml. */
  private static final Set<String> AUTHENTICATION =
      new HashSet<>(Arrays.asList("user.name", "doas", "doAs", "delegation"));

  @Inject
  private ReconRing ring;
  @Context
  private HttpServletRequest request;

  @GET
  @Path("/nodes")
  public Response nodes() throws IOException {
    return read("nodes", QueryRules.NONE, (asked, none) -> asked.nodes());
  }

  @GET
  @Path("/places")
  public Response places() throws IOException {
    return read("places", QueryRules.PLACES, Ring::places);
  }

  @GET
  @Path("/buckets")
  public Response buckets() throws IOException {
    return read("buckets", QueryRules.BUCKETS, Ring::buckets);
  }

  @GET
  @Path("/ranges")
  public Response ranges() throws IOException {
    return read("ranges", QueryRules.RANGES, Ring::ranges);
  }

  @GET
  @Path("/sst-files")
  public Response sstFiles() throws IOException {
    return read("sst-files", QueryRules.SST_FILES, Ring::sstFiles);
  }

  @GET
  @Path("/jobs")
  public Response jobs() throws IOException {
    return read("jobs", QueryRules.JOBS, Ring::jobs);
  }

  @POST
  @Path("/jobs")
  public Response trigger(InputStream body, @Context UriInfo uri) throws IOException {
    query(QueryRules.NONE);
    return submitted(ring.trigger(JobRequestBody.read(body), endUser()), uri);
  }

  private static Response submitted(JobJson job, UriInfo uri) {
    return Json.accepted(job).location(
        uri.getBaseUriBuilder().path(RestEndpoint.class).path("jobs").path(job.getJobId()).build()).build();
  }

  @GET
  @Path("/jobs/{jobId}")
  public Response job(@PathParam("jobId") String jobId) throws IOException {
    String id = JobRequestCheck.jobId(jobId);
    return read("job " + id, QueryRules.NONE, (asked, none) -> asked.job(id));
  }

  @POST
  @Path("/jobs/{jobId}/cancel")
  public Response cancel(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.cancel(jobId));
  }

  @POST
  @Path("/jobs/{jobId}/update")
  public Response update(@PathParam("jobId") String jobId, InputStream body) throws IOException {
    query(QueryRules.NONE);
    JobUpdateJson update = JobRequestBody.readUpdate(body);
    return write(commands -> commands.update(jobId, update));
  }

  @POST
  @Path("/jobs/{jobId}/pause")
  public Response pause(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.pause(jobId));
  }

  @POST
  @Path("/jobs/{jobId}/resume")
  public Response resume(@PathParam("jobId") String jobId) throws IOException {
    query(QueryRules.NONE);
    return write(commands -> commands.resume(jobId));
  }

  @POST
  @Path("/jobs/{jobId}/retry")
  public Response retry(@PathParam("jobId") String jobId, @Context UriInfo uri) throws IOException {
    query(QueryRules.NONE);
    String endUser = endUser();
    return submitted(ring.write(asked -> asked.commandsOf(endUser).retry(jobId)), uri);
  }

  /** Serves the state of the automatic service, or what it would do with one bucket. */
  @GET
  @Path("/service")
  public Response service() throws IOException {
    return read("service", QueryRules.SERVICE, Ring::service);
  }

  @POST
  @Path("/service/pause")
  public Response pauseService() throws IOException {
    String seconds = query(QueryRules.SERVICE_PAUSE).get(ServiceRules.FOR_SECONDS);
    return write(commands -> commands.pauseService(seconds == null ? 0 : Long.parseLong(seconds)));
  }

  @POST
  @Path("/service/resume")
  public Response resumeService() throws IOException {
    query(QueryRules.NONE);
    return write(RingCommands::resumeService);
  }

  /** Serves openapi.yaml itself. */
  @GET
  @Path("/openapi.yaml")
  public Response contract() throws IOException {
    return JarFile.answer(CompactionJson.class, "/org/apache/hadoop/ozone/om/compaction/openapi.yaml",
        "application/yaml", request);
  }

  /**
   * Serves the script that adds the entry to Recon's navigation. Users who must not see the page get an error, and so
   * no entry.
   */
  @GET
  @Path("/navigation.js")
  public Response navigation() throws IOException {
    return JarFile.answer(RestEndpoint.class, "/org/apache/hadoop/ozone/recon/api/compaction/navigation.js",
        "text/javascript; charset=utf-8", request);
  }

  private interface Read<T> {
    T of(Ring asked, Query query) throws IOException;
  }

  /** Answers with a read of the ring; {@code resource} distinguishes reads that have the same query. */
  private <T> Response read(String resource, QueryRules rules, Read<T> read) throws IOException {
    Query query = query(rules);
    return Json.answer(ring.read(resource + query, asked -> read.of(asked, query)),
        request.getHeader(HttpHeaders.IF_NONE_MATCH));
  }

  private interface Change<T> {
    T by(RingCommands commands) throws IOException;
  }

  /** Answers a request with the result of a command: the jobs or the service after the change. */
  private <T> Response write(Change<T> change) throws IOException {
    // Read here, because ring.write runs the command in another thread, in which the request is not available.
    String endUser = endUser();
    return Json.accepted(ring.write(asked -> change.by(asked.commandsOf(endUser)))).build();
  }

  /** Returns the query of the request, without the parameters of Hadoop's authentication if a user is authenticated. */
  private Query query(QueryRules rules) throws RefusedException {
    String raw = request.getQueryString();
    if (raw != null && request.getAuthType() != null) {
      raw = Arrays.stream(raw.split("&"))
          .filter(pair -> !AUTHENTICATION.contains(pair.split("=", 2)[0]))
          .collect(Collectors.joining("&"));
    }
    return Query.parse(raw, rules);
  }

  /** The name of Recon's user; null if the user is not authenticated. */
  private String endUser() {
    Principal user = request.getAuthType() == null ? null : request.getUserPrincipal();
    return user == null ? null : user.getName();
  }
}
