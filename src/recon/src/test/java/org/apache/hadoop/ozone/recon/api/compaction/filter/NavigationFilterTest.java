// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.DefaultServlet;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exactly one script is added to Recon's page, and nothing else changes. */
class NavigationFilterTest {
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";
  private static final String PAGE = "<html><body></body></html>";
  @TempDir
  private Path files;

  /** Refuses a request with a query. */
  public static final class ReconsOwn implements Filter {
    @Override
    public void init(FilterConfig config) {
      // Nothing to prepare.
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      HttpServletResponse answer = (HttpServletResponse) response;
      answer.setHeader("X-Frame-Options", "SAMEORIGIN");
      if (((HttpServletRequest) request).getQueryString() == null) {
        chain.doFilter(request, response);
      } else {
        answer.sendError(HttpServletResponse.SC_FORBIDDEN);
      }
    }

    @Override
    public void destroy() {
      // Nothing to release.
    }
  }

  @Test
  void scriptIsInsertedBeforeTheEndOfTheBody() {
    byte[] page = "<html><body>ü</body></html>".getBytes(StandardCharsets.UTF_8);
    assertThat(NavigationFilter.withScript(page)).get()
        .isEqualTo(("<html><body>ü" + TAG + "</body></html>").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void otherBytesAreKept() {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    for (int b = 0; b < 256; b++) {
      page.write(b);
    }
    page.writeBytes("</body>".getBytes(StandardCharsets.US_ASCII));
    byte[] changed = NavigationFilter.withScript(page.toByteArray()).orElseThrow();
    assertThat(changed).hasSize(page.size() + TAG.length())
        .startsWith(Arrays.copyOf(page.toByteArray(), 256));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html></html>", "<body></BODY>", "</body></body>", "{\"message\": \"none\"}"})
  void pageWithoutExactlyOneBodyEndIsLeftToTheServer(String text) throws Exception {
    assertThat(NavigationFilter.withScript(text.getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(get("/index.html", text)).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n" + text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html"})
  void filePassesTheFiltersBeforeAndGetsTheScript(String path) throws Exception {
    String answer = get(path, PAGE);
    assertThat(answer).startsWith("HTTP/1.1 200").contains("X-Frame-Options: SAMEORIGIN\r\n", "Content-Type: text/html")
        .endsWith("\r\n\r\n<html><body>" + TAG + "</body></html>");
    assertThat(get("/other.html", PAGE)).startsWith("HTTP/1.1 404");
    assertThat(get(path + "?refuse", PAGE)).startsWith("HTTP/1.1 403").doesNotContain(TAG);
  }

  /** @param page file at {@code /index.html} of a server with another filter, as Recon has */
  private String get(String path, String page) throws Exception {
    Files.writeString(files.resolve("index.html"), page);
    ServletContextHandler context = new ServletContextHandler();
    context.setResourceBase(files.toString());
    context.setWelcomeFiles(new String[] {"index.html"});
    context.addServlet(DefaultServlet.class, "/");
    context.addFilter(ReconsOwn.class, "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addFilter(NavigationFilter.class, NavigationFilter.PAGE,
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.FORWARD));
    Server server = new Server();
    LocalConnector connector = new LocalConnector(server);
    server.addConnector(connector);
    server.setHandler(context);
    server.start();
    try {
      return connector.getResponse("GET " + path + " HTTP/1.1\r\nHost: recon\r\nConnection: close\r\n\r\n");
    } finally {
      server.stop();
    }
  }
}
