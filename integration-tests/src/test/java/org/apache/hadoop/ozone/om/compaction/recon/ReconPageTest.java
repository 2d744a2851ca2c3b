// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.recon.ReconServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recon's own page and API stay what they are, but for one script. */
@ExtendWith(ReconRingFixture.class)
class ReconPageTest {
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html"})
  void oneScriptMore(String path, RingWithRecon ring) throws Exception {
    Http.Answer page = ring.recon().send("GET", path, null, "If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT",
        "Range", "bytes=0-9").is(200);
    assertThat(page.body()).containsOnlyOnce(TAG).isEqualTo(stock().replace("</body>", TAG + "</body>"));
    assertThat(page.header("Content-Type")).startsWith("text/html");
    ring.recon().get("/navigation.js").is(200);
  }

  @Test
  void everythingElseIsStock(RingWithRecon ring) throws Exception {
    assertThat(ring.recon().send("HEAD", "/index.html", null).is(200).body()).isEmpty();
    assertThat(ring.recon().send("GET", "/none.html", null).status()).isEqualTo(404);
    assertThat(ring.recon().send("GET", "/none.html", null).body()).contains("<html").doesNotContain(TAG);
    assertThat(ring.recon().send("GET", "/api/v1/none", null).status()).isEqualTo(404);
    assertThat(ring.recon().send("GET", "/api/v1/none", null).header("Content-Type")).doesNotContain("json");
    ring.recon().send("GET", "/api/v1/clusterState", null).is(200);
  }

  private static String stock() throws Exception {
    try (InputStream page = ReconServer.class.getResourceAsStream("/webapps/recon/index.html")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
