// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.OzoneSecurityUtil;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ApiErrorJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.recon.api.compaction.answer.Errors;
import org.eclipse.jetty.http.BadMessageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first filter on the add-on's paths. Answers uncaught exceptions in JSON, and adds a JSON body to refusals that
 * have none.
 */
public final class JsonErrorFilter implements Filter {
  private static final Logger LOG = LoggerFactory.getLogger(JsonErrorFilter.class);
  private static final Set<String> METHODS = new HashSet<>(Arrays.asList("GET", "HEAD", "POST"));
  private static final Pattern COMMANDS = Pattern.compile(
      ".*/(jobs/[^/]+/(cancel|update|pause|resume|retry)|service/(pause|resume))/?");
  private static final Pattern JOBS = Pattern.compile(".*/jobs/?");

  @Override
  public void init(FilterConfig config) {
    // Nothing to prepare.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest asked = (HttpServletRequest) request;
    BareErrors answer = new BareErrors((HttpServletResponse) response);
    if (METHODS.contains(asked.getMethod()) || isHandshake(asked)) {
      try {
        chain.doFilter(request, answer);
      } catch (IOException | ServletException | RuntimeException e) {
        if (answer.isCommitted()) {
          throw e;
        }
        // Handles errors that occur before Jersey has found the endpoint, such as a refused body or a malformed query.
        // Jersey answers later errors itself.
        RefusedException refusal = Errors.causeOf(e, RefusedException.class);
        BadMessageException misread = Errors.causeOf(e, BadMessageException.class);
        if (refusal != null) {
          answer.explain(refusal);
        } else if (misread != null) {
          answer.sendError(misread.getCode());
        } else {
          LOG.error("{} {} failed", asked.getMethod(), asked.getRequestURI(), e);
          answer.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        }
      }
    } else {
      answer.sendError(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
    }
    if (answer.getStatus() == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
      answer.setHeader("Allow", allowed(asked.getRequestURI()));
    }
    answer.explain();
  }

  /** True for the OPTIONS request with which Hadoop's clients authenticate. */
  private static boolean isHandshake(HttpServletRequest asked) {
    return "OPTIONS".equals(asked.getMethod()) && OzoneSecurityUtil.isHttpSecurityEnabled(
        ReconParts.of(asked.getServletContext()).getInstance(OzoneConfiguration.class));
  }

  /** The methods that a path allows, whole or relative to the add-on's root. */
  private static String allowed(String path) {
    if (COMMANDS.matcher(path).matches()) {
      return "POST";
    }
    return JOBS.matcher(path).matches() ? "GET, HEAD, POST" : "GET, HEAD";
  }

  @Override
  public void destroy() {
    // Nothing to release.
  }

  /** Delays errors until the end of the request, to give them a JSON body if they have none. */
  private static final class BareErrors extends HttpServletResponseWrapper {
    private BareErrors(HttpServletResponse response) {
      super(response);
    }

    @Override
    public void sendError(int status) {
      resetBuffer();
      setContentType("text/plain");
      setStatus(status);
    }

    @Override
    public void sendError(int status, String message) {
      sendError(status);
    }

    void explain() throws IOException {
      // Hadoop sets type text/plain even if no body follows, so this type does not show that there is a body.
      boolean explained = getContentType() != null && getContentType().startsWith("application/json");
      if (getStatus() >= HttpServletResponse.SC_BAD_REQUEST && !isCommitted() && !explained) {
        write(Errors.of(getStatus()));
      }
    }

    void explain(RefusedException refusal) throws IOException {
      setStatus(Errors.status(refusal.getCode()));
      write(Errors.presentable(refusal.toApiError()));
    }

    private void write(ApiErrorJson error) throws IOException {
      resetBuffer();
      byte[] body = CompactionJson.bytes(error);
      setContentType("application/json");
      setContentLength(body.length);
      getOutputStream().write(body);
    }
  }
}
