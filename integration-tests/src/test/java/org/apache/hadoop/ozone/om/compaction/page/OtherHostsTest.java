// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page asks no host but its own, whatever data it shows. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class OtherHostsTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer other;

  @BeforeEach
  void listen() throws Exception {
    other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext("/", exchange -> {
      // The browser itself asks for the icon of a host that it has shown a page of, at any time afterwards.
      if (!exchange.getRequestURI().getPath().equals("/favicon.ico")) {
        asked.add(exchange.getRequestURI().toString());
      }
      exchange.getResponseHeaders().set("Access-Control-Allow-Origin", "*");
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    other.start();
  }

  @AfterEach
  void stop() {
    other.stop(0);
  }

  /** Each ends when the browser has refused it, or has asked. */
  @ParameterizedTest
  @ValueSource(strings = {
      "(host) => fetch(`${host}/fetch`).catch(() => null).then(() => null)",
      "(host) => new Promise((done) => { const image = new Image(); image.onload = image.onerror = () => done(null); "
          + "image.src = `${host}/image`; })",
      "(host) => new Promise((done) => { const script = document.createElement('script'); "
          + "script.onload = script.onerror = () => done(null); script.src = `${host}/script.js`; "
          + "document.head.append(script); })",
      "(host) => new Promise((done) => { const style = document.createElement('link'); style.rel = 'stylesheet'; "
          + "style.onload = style.onerror = () => done(null); style.href = `${host}/style.css`; "
          + "document.head.append(style); })"})
  void noRequestOfThePageLeavesTheHost(String attempt, RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.navigate("http://127.0.0.1:" + other.getAddress().getPort() + "/");
    page.evaluate(attempt, "http://127.0.0.1:" + other.getAddress().getPort());
    assertThat(asked).as("without a policy").hasSizeGreaterThan(1);
    asked.clear();

    visit.compaction(ring.address());
    assertThat(new CompactionPage(page).heading("Buckets")).isVisible();
    page.evaluate(attempt, "http://127.0.0.1:" + other.getAddress().getPort());
    assertThat(asked).as("with that of the page").isEmpty();
  }
}
