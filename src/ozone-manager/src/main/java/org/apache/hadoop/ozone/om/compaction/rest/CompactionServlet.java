// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.error.HttpStatus;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code GET} and {@code HEAD /compaction/v1/...} as in openapi.yaml, for one OM. Every answer is JSON, also an
 * error. The number of concurrent requests for the database and for jobs is limited.
 */
public final class CompactionServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(CompactionServlet.class);
  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  /** Answers take two seconds on a machine that has time for them, and clients wait for nearly five. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final transient RequestPermits databaseReads;
  private final transient RequestPermits jobReads;
  private final transient Supplier<Optional<CompactionReads>> reads;

  /** For OM's HTTP server. The servlet finds its OM in the server's context. */
  public CompactionServlet() {
    databaseReads = new RequestPermits(Limits.READS_AT_ONCE, PATIENCE);
    jobReads = new RequestPermits(Limits.READS_AT_ONCE, PATIENCE);
    reads = () -> CompactionReads.of(getServletContext().getAttribute(OzoneConsts.OM_CONTEXT_ATTRIBUTE));
  }

  CompactionServlet(CompactionReads reads, RequestPermits databaseReads, RequestPermits jobReads) {
    this.databaseReads = databaseReads;
    this.jobReads = jobReads;
    this.reads = () -> Optional.of(reads);
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
    if ("OPTIONS".equals(request.getMethod())) {
      // Hadoop's clients authenticate with an OPTIONS request and expect status 200. The answer holds no data.
      response.setHeader("Allow", ALLOWED);
      return;
    }
    try {
      answer(request, response);
    } catch (RefusedException e) {
      refuse(response, e);
    } catch (DatabaseUnavailableException e) {
      refuse(response, RefusedException.of(ErrorCode.BUSY, e.getMessage()));
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Request {} failed", request.getPathInfo(), e);
      refuse(response, RefusedException.of(ErrorCode.INTERNAL, "The OM could not answer; its log says why."));
    }
  }

  private void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RefusedException {
    CompactionReads of = reads.get().orElseThrow(() -> RefusedException.of(ErrorCode.ADD_ON_DISABLED,
        "Range compaction does not run in this OM: it is not up yet or going down, or its log says why the add-on could"
        + " not be installed."));
    of.readers().check(request);
    Endpoint endpoint = Endpoint.of(request.getPathInfo());
    // Jetty leaves out the body of an answer to HEAD, so that it is GET's with the same headers.
    if (!"GET".equals(request.getMethod()) && !"HEAD".equals(request.getMethod())) {
      response.setHeader("Allow", ALLOWED);
      throw RefusedException.of(ErrorCode.METHOD_NOT_ALLOWED, "An OM serves reads only, by GET.")
          .withNextStep("Jobs are submitted and cancelled with 'ozone admin om compaction', or in Recon.");
    }
    Parameters query = new Parameters(request.getQueryString(), endpoint.parameters());
    if (endpoint.load() == Endpoint.Load.LIGHT) {
      write(response, HttpServletResponse.SC_OK, endpoint.answer(of, query));
      return;
    }
    RequestPermits permits = endpoint.load() == Endpoint.Load.DATABASE ? databaseReads : jobReads;
    if (!permits.take()) {
      response.setHeader("Retry-After", "1");
      throw RefusedException.of(ErrorCode.BUSY,
          "This OM is answering as many such requests as it takes at a time: try again in a moment.");
    }
    try {
      write(response, HttpServletResponse.SC_OK, endpoint.answer(of, query));
    } finally {
      permits.giveBack();
    }
  }

  private static void refuse(HttpServletResponse response, RefusedException refusal) throws IOException {
    write(response, HttpStatus.of(refusal.getCode()), refusal.toApiError());
  }

  private static void write(HttpServletResponse response, int status, Object body) throws IOException {
    byte[] json = CompactionJson.bytes(body);
    response.setStatus(status);
    response.setContentType("application/json");
    response.setCharacterEncoding("UTF-8");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }
}
