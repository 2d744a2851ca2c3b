// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;

/** Adds one script to Recon's page, which adds our entry to the navigation. Leaves unknown pages unchanged. */
public final class NavigationFilter implements Filter {
  @Override
  public void init(FilterConfig config) {
    // Nothing to prepare.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest asked = (HttpServletRequest) request;
    if (!"GET".equals(asked.getMethod())) {
      chain.doFilter(request, response);
      return;
    }
    HeldPage page = new HeldPage((HttpServletResponse) response);
    chain.doFilter(new WholePage(asked), page);
    page.release();
  }

  @Override
  public void destroy() {
    // Nothing to release.
  }

  /** Requests the whole page: no range, no compression, no conditional request. */
  private static final class WholePage extends HttpServletRequestWrapper {
    private static final Set<String> HIDDEN = new HashSet<>(Arrays.asList("range", "if-range", "if-none-match",
        "if-modified-since", "if-match", "if-unmodified-since", "accept-encoding"));

    private WholePage(HttpServletRequest request) {
      super(request);
    }

    private static boolean isHidden(String name) {
      return HIDDEN.contains(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public String getHeader(String name) {
      return isHidden(name) ? null : super.getHeader(name);
    }

    @Override
    public long getDateHeader(String name) {
      return isHidden(name) ? -1 : super.getDateHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
      return isHidden(name) ? Collections.emptyEnumeration() : super.getHeaders(name);
    }
  }
}
