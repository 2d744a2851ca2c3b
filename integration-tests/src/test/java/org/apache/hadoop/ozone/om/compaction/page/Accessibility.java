// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Findings of axe, the checker of the page's build, in the current page. */
final class Accessibility {
  private static final Path AXE = Path.of(System.getProperty("page.axe"));
  private static final String SERIOUS = "async () => (await axe.run(document, { resultTypes: ['violations'] }))"
      + ".violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')"
      + ".flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))";

  private Accessibility() {
  }

  /** Serious and critical findings. */
  @SuppressWarnings("unchecked")
  static List<String> problems(Page page) {
    if (!Boolean.TRUE.equals(page.evaluate("() => 'axe' in window"))) {
      page.evaluate(source());
    }
    return (List<String>) page.evaluate(SERIOUS);
  }

  private static String source() {
    try {
      return Files.readString(AXE);
    } catch (IOException e) {
      throw new UncheckedIOException("axe is not there; the build of the page brings it", e);
    }
  }
}
