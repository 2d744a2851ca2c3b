// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The entry in Recon's own navigation. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class NavigationTest {
  private static final String SCRIPT = "/org/apache/hadoop/ozone/recon/api/compaction/navigation.js";

  @Test
  void entryLeadsFromReconsPageToOursAndBack(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.navigate(ring.address() + "/");
    assertThat(entry(page)).isVisible();
    // Not what Recon says of its cluster: on a busy machine Recon gives up asking, and tries again only when told to.
    assertThat(page.getByText("Ozone Service ID").first()).isVisible();
    Looks.keep(page, "navigation");
    entry(page).click();
    assertThat(page).hasURL(ring.address() + Visit.COMPACTION);
    assertThat(new CompactionPage(page).heading("Buckets")).isVisible();
    page.getByText("Back to Recon").click();
    assertThat(entry(page)).isVisible();
  }

  @Test
  void entryStaysWhenReconRedrawsItsMenu(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.navigate(ring.address() + "/");
    assertThat(entry(page)).isVisible();

    page.getByRole(AriaRole.SWITCH).first().click();
    assertThat(page.getByText("New UI")).isVisible();
    assertThat(entry(page)).hasCount(1);
    assertThat(entry(page)).isVisible();

    menuItem(page, "Volumes").click();
    assertThat(page).hasURL(ring.address() + "/#/Volumes");
    assertThat(entry(page)).hasCount(1);
    entry(page).click();
    assertThat(page).hasURL(ring.address() + Visit.COMPACTION);
  }

  /** Recon has a new and an old page of its own, by a switch that it remembers. */
  @Test
  void bothOfReconsPagesLeadToOursAndBackToThemselves(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    List<String> notFound = new CopyOnWriteArrayList<>();
    page.onResponse(response -> {
      // Recon's style sheets name fonts that it does not have.
      if (response.status() == 404 && response.request().isNavigationRequest()) {
        notFound.add(response.url());
      }
    });
    page.navigate(ring.address() + "/");
    Locator old = page.getByRole(AriaRole.SWITCH).first();
    for (boolean toOld : new boolean[] {false, true, false}) {
      if (toOld != Boolean.parseBoolean(old.getAttribute("aria-checked"))) {
        old.click();
      }
      for (String recon : List.of("/#/Overview", "/#/Datanodes")) {
        page.navigate(ring.address() + recon);
        entry(page).click();
        assertThat(page).hasURL(ring.address() + Visit.COMPACTION);
        page.getByText("Back to Recon").click();
        assertThat(page).hasURL(ring.address() + "/#/Overview");
        assertThat(old).hasAttribute("aria-checked", String.valueOf(toOld));
        page.goBack();
        assertThat(new CompactionPage(page).heading("Buckets")).isVisible();
        page.goBack();
        assertThat(page).hasURL(ring.address() + recon);
        assertThat(entry(page)).isVisible();
        assertThat(page.getByText("Go Back")).hasCount(0);
      }
    }
    assertThat(notFound).isEmpty();
  }

  @Test
  void entryIsReachedWithTheKeyboardAndHasAName(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.navigate(ring.address() + "/");
    Locator link = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("OM Compaction"));
    assertThat(link).hasCount(1);
    link.focus();
    page.keyboard().press("Enter");
    assertThat(page).hasURL(ring.address() + Visit.COMPACTION);
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "<p>No root at all</p>",
      "<div id='root'><p>No menu</p></div>",
      "<div id='root'><div class='ant-layout-sider'><ul class='ant-menu'></ul></div></div>",
      "<div id='root'><div class='ant-layout-sider'><ul class='ant-menu'><li class='ant-menu-item'>No link</li>"
          + "</ul></div></div>",
      "<div id='root'><nav><ul><li class='ant-menu-item'><a href='#/Overview'>Elsewhere</a></li></ul></nav></div>"})
  void entryIsNotAddedToAnUnknownMenu(String body, Visit visit) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(server, "/", "text/html", "<!DOCTYPE html><title>Another Recon</title><link rel='icon' href='data:,'>" + body
        + "<script src='navigation.js' defer></script>");
    serve(server, "/navigation.js", "text/javascript", script());
    server.start();
    try {
      URI another = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
      Page page = visit.page();
      page.navigate(another + "/");
      String before = page.locator("body").innerHTML();
      page.evaluate("() => document.getElementById('root')?.append(document.createElement('p'))");
      page.evaluate("() => new Promise(requestAnimationFrame)");
      assertThat(page.locator("body").innerHTML().replace("<p></p>", "")).isEqualTo(before);
      assertThat(page.locator("#om-compaction-entry")).hasCount(0);
      visit.wasClean(another);
    } finally {
      server.stop(0);
    }
  }

  private static Locator entry(Page page) {
    return menuItem(page, "OM Compaction");
  }

  private static Locator menuItem(Page page, String name) {
    return page.locator("li.ant-menu-item").filter(new Locator.FilterOptions().setHasText(name));
  }

  private static String script() throws Exception {
    try (InputStream script = NavigationTest.class.getResourceAsStream(SCRIPT)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void serve(HttpServer server, String path, String type, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    server.createContext(path, exchange -> {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    });
  }
}
