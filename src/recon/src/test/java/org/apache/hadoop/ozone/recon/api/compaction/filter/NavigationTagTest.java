// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.recon.api.compaction.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exactly one script is added to Recon's page, and nothing else changes. */
class NavigationTagTest {
  private static final String TAG = "<script src=\"api/v1/om/compaction/navigation.js\" defer></script>\n";

  @Test
  void scriptIsInsertedBeforeTheEndOfTheBody() {
    byte[] page = "<html><body>ü</body></html>".getBytes(StandardCharsets.UTF_8);
    assertThat(NavigationTag.insert(page))
        .isEqualTo(("<html><body>ü" + TAG + "</body></html>").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void otherBytesAreKept() {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    for (int b = 0; b < 256; b++) {
      page.write(b);
    }
    page.writeBytes("</body>".getBytes(StandardCharsets.US_ASCII));
    byte[] changed = NavigationTag.insert(page.toByteArray());
    assertThat(changed).hasSize(page.size() + TAG.length())
        .startsWith(Arrays.copyOf(page.toByteArray(), 256));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html></html>", "<body></BODY>", "</body></body>", "{\"message\": \"none\"}"})
  void pageWithoutExactlyOneBodyEndIsKept(String text) {
    byte[] page = text.getBytes(StandardCharsets.UTF_8);
    assertThat(NavigationTag.insert(page)).isSameAs(page);
  }
}
