// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/**
 * Limits the threads and the time for slow request bodies. Jersey's own filters would be too late, because Jersey reads
 * the body of a form before its filters run.
 */
public final class BodyFilter implements Filter {
  /**
   * Maximum number of bodies that are read at once; Recon refuses more. Each occupies one of the server's 200 threads.
   */
  private static final int BODIES_AT_ONCE = 8;

  private final Semaphore places = new Semaphore(BODIES_AT_ONCE);

  @Override
  public void init(FilterConfig config) {
    // Nothing to prepare.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    EndPoint connection = Request.getBaseRequest(request).getHttpChannel().getEndPoint();
    BoundedBody body = new BoundedBody(request.getInputStream(), connection, places);
    try {
      chain.doFilter(new WithBody((HttpServletRequest) request, body), response);
    } finally {
      body.end();
    }
  }

  @Override
  public void destroy() {
    // Nothing to release.
  }

  /** A request whose body is a {@link BoundedBody}. */
  private static final class WithBody extends HttpServletRequestWrapper {
    private final ServletInputStream body;

    private WithBody(HttpServletRequest request, ServletInputStream body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      return body;
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }
  }
}
