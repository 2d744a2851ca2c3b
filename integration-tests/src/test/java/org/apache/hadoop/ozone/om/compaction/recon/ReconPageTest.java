// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.recon.ReconServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our page is served beside Recon's own, which gets one script and no other change. */
@ExtendWith(ReconRingFixture.class)
class ReconPageTest {
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";

  @ParameterizedTest
  @ValueSource(strings = {"/", "/index.html"})
  void scriptIsAdded(String path, RingWithRecon ring) throws Exception {
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

  @Test
  void pageFromTheJar(RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    Http.Answer page = recon.get("/ui/").is(200);
    assertThat(page.body()).contains("<title>Range compaction - Ozone Recon</title>").doesNotContain(TAG);
    assertThat(page.header("Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(recon.get("/ui/index.html").is(200).body()).isEqualTo(page.body());

    Http.Answer noSlash = recon.get("/ui").is(200);
    assertThat(noSlash.body()).contains("<meta http-equiv=\"refresh\" content=\"0; url=ui/\">")
        .as("names no host, as that is whichever the request names").doesNotContain("//");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "js|text/javascript;charset=utf-8|private, max-age=31536000, immutable",
      "css|text/css;charset=utf-8|private, max-age=31536000, immutable",
      "svg|image/svg+xml|no-cache"})
  void filesOfThePage(String kind, String type, String caching, RingWithRecon ring) throws Exception {
    Http recon = ring.recon();
    Matcher files = Pattern.compile("(?:src|href)=\"\\.(/[^\"]+\\." + kind + ")\"").matcher(recon.get("/ui/").body());
    assertThat(files.find()).isTrue();
    String path = "/ui" + files.group(1);

    Http.Answer file = recon.get(path).is(200);
    assertThat(file.header("Content-Type")).isEqualToIgnoringCase(type);
    assertThat(file.header("Cache-Control")).isEqualTo(caching);
    assertThat(file.header("X-Content-Type-Options")).isEqualTo("nosniff");

    Http.Answer head = recon.send("HEAD", Http.API + path, null).is(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("ETag")).isEqualTo(file.header("ETag"));
    assertThat(recon.get(path, "If-None-Match", file.header("ETag")).is(304).body()).isEmpty();
  }

  @Test
  void policyLetsThePageAskItsOwnHostOnly(RingWithRecon ring) throws Exception {
    String policy = ring.recon().get("/ui/").is(200).header("Content-Security-Policy");
    assertThat(policy).contains("default-src 'self'").doesNotContain("unsafe", "http", "*", "data:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ui/none.js", "/ui/none", "/ui/assets", "/ui/assets/", "/ui//index.html", "/ui/.hidden.js",
      "/ui/INDEX.HTML", "/ui/PageEndpoint.class", "/ui/../navigation.html", "/ui/..%2fnavigation.js",
      "/ui/..%5cnavigation.js", "/ui/%2e%2e%2fnavigation.js", "/ui/assets/..%2f..%2fnavigation.js",
      "/ui/%252e%252e/navigation.js", "/ui/index.html;a=b/x.js", "/ui/\u00fc.js"})
  void otherNamesAreNotFound(String path, RingWithRecon ring) throws Exception {
    Http.Answer answer = ring.recon().get(path.replace("\u00fc", "%C3%BC"));
    assertThat(answer.status()).as("%s", answer).isIn(400, 404);
    assertThat(answer.error().getCode()).isIn(ErrorCode.NOT_FOUND, ErrorCode.BAD_REQUEST);
  }

  private static String stock() throws Exception {
    try (InputStream page = ReconServer.class.getResourceAsStream("/webapps/recon/index.html")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
