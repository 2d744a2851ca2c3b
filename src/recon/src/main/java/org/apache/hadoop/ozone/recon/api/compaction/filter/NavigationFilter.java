// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import com.google.common.io.ByteStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;

/**
 * Sends Recon's start page with a script that adds our entry to the navigation. Runs after Recon's own filters, so
 * refused users do not get the page.
 */
public final class NavigationFilter implements Filter {
  public static final String PAGE = "/index.html";
  private static final String END = "</body>";
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";

  @Override
  public void init(FilterConfig config) {
    // Nothing to prepare.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<byte[]> page = "GET".equals(((HttpServletRequest) request).getMethod()) ? page(request)
        : Optional.empty();
    if (page.isPresent()) {
      response.setContentType("text/html");
      response.setContentLength(page.get().length);
      response.getOutputStream().write(page.get());
    } else {
      chain.doFilter(request, response);
    }
  }

  private static Optional<byte[]> page(ServletRequest request) throws IOException {
    try (InputStream file = request.getServletContext().getResourceAsStream(PAGE)) {
      return file == null ? Optional.empty() : withScript(ByteStreams.toByteArray(file));
    }
  }

  /** The page with the script; empty if {@code </body>} does not occur exactly once. */
  static Optional<byte[]> withScript(byte[] page) {
    // ISO 8859-1 maps each byte to a character and back, so pages in any encoding keep their bytes.
    String text = new String(page, StandardCharsets.ISO_8859_1);
    int end = text.indexOf(END);
    return end < 0 || text.indexOf(END, end + 1) >= 0 ? Optional.empty()
        : Optional.of((text.substring(0, end) + TAG + text.substring(end)).getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void destroy() {
    // Nothing to release.
  }
}
