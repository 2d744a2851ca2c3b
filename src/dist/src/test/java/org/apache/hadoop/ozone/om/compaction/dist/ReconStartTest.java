// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stock Recon loads our jars from the unpacked tree, and is stock again without them. */
class ReconStartTest {
  private static final String API = "/api/v1/om/compaction";
  private static final Pattern FILE_OF_PAGE = Pattern.compile("(?:src|href)=\"\\.(/[^\"]+)\"");

  @TempDir
  private Path home;

  @Test
  void servesThePageAndTheApiUntilUninstalled() throws IOException {
    Overlay.unpackOver(home);
    try (ServerProcess recon = StockRecon.start(home)) {
      HttpResponse<String> page = recon.get(API + "/ui/");
      assertThat(page.statusCode()).isEqualTo(200);
      Matcher files = FILE_OF_PAGE.matcher(page.body());
      assertThat(files.results().map(file -> file.group(1)).toList()).hasSize(3)
          .allSatisfy(file -> assertThat(recon.get(API + "/ui" + file).statusCode()).isEqualTo(200));
      assertThat(recon.get("/index.html").body()).contains("api/v1/om/compaction/navigation.js");
      assertThat(recon.get(API + "/navigation.js").body()).contains("ui/");
      assertThat(recon.get(API + "/openapi.yaml").body()).contains("openapi: 3");
      // The client and its libraries are loaded: it has tried to reach the OM.
      assertThat(recon.get(API + "/nodes").body()).contains("\"code\":\"UNREACHABLE\"");
    }

    Overlay.uninstallFrom(home);
    try (ServerProcess recon = StockRecon.start(home)) {
      assertThat(recon.get("/index.html").body()).contains("<html").doesNotContain("navigation.js");
      assertThat(recon.get(API + "/nodes").statusCode()).isEqualTo(404);
      assertThat(recon.get(API + "/ui/").statusCode()).isEqualTo(404);
    }
  }
}
