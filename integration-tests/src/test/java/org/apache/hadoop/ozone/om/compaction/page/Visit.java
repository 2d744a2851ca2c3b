// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Tracing;
import com.microsoft.playwright.options.ViewportSize;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A browser window without history that fails the test if the page contacts another host, logs an error, or violates
 * its content security policy.
 */
final class Visit implements AutoCloseable {
  static final ViewportSize LAPTOP = new ViewportSize(1366, 768);
  static final String COMPACTION = "/api/v1/om/compaction/ui/";
  private static final String REPORT_VIOLATIONS = "document.addEventListener('securitypolicyviolation', (event) => "
      + "console.error(`Against the policy: ${event.violatedDirective} ${event.blockedURI}`));";

  /** Recon's own page took half a minute on a machine with a load of twenty. */
  static final double MAX_WAIT_MILLIS = 120_000;

  /** Chromium logs this as an error; the page retries an OM that could not answer in time, see AbsenceTest. */
  private static final String BUSY = "the server responded with a status of 503";

  private final BrowserContext context;
  private final Page page;
  private final List<String> hosts = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  Visit(Browser browser) {
    context = browser.newContext(new Browser.NewContextOptions().setLocale("en-GB").setTimezoneId("UTC")
        .setViewportSize(LAPTOP).setPermissions(List.of("clipboard-read", "clipboard-write")));
    context.setDefaultTimeout(MAX_WAIT_MILLIS);
    // Without DOM snapshots at each key press, which took a fifth of these tests' processor time.
    context.tracing().start(new Tracing.StartOptions());
    context.onRequest(request -> hosts.add(URI.create(request.url()).getAuthority()));
    context.onWebError(error -> errors.add(error.error()));
    context.onConsoleMessage(message -> {
      if (message.type().equals("error") && !message.text().contains(BUSY)) {
        errors.add(message.text());
      }
    });
    context.addInitScript(REPORT_VIOLATIONS);
    page = context.newPage();
  }

  Page page() {
    return page;
  }

  /** Opens the page for compactions. */
  CompactionPage compaction(URI recon) {
    return open(recon + COMPACTION);
  }

  /**
   * Opens the page at an address, with nothing of the page before: where only the part behind # differs, a browser
   * keeps that until the new one is drawn.
   */
  CompactionPage open(String address) {
    page.navigate("about:blank");
    page.navigate(address);
    return new CompactionPage(page);
  }

  /** Ignores an error that the test has provoked, such as a request to a stopped Recon. */
  void forgive(String error) {
    assertThat(errors).anyMatch(each -> each.contains(error));
    errors.removeIf(each -> each.contains(error));
  }

  /** Checks that nothing forbidden has happened. */
  void wasClean(URI recon) {
    assertThat(errors).as("errors of the page").isEmpty();
    assertThat(hosts).as("hosts that were asked").isNotEmpty().containsOnly(recon.getAuthority());
  }

  /** Keeps the page's picture and trace. */
  void keep(Path folder) {
    page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve("page.png")));
    context.tracing().stop(new Tracing.StopOptions().setPath(folder.resolve("trace.zip")));
  }

  @Override
  public void close() {
    context.close();
  }
}
