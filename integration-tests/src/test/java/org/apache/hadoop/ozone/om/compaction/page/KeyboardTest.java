// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import java.net.URI;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The main path without a mouse. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class KeyboardTest {
  private static final int MAX_TABS = 60;
  private static final String HAS_FOCUS = "(element) => element === document.activeElement";

  @Test
  void fromTheSlowestPlaceToACancelledJob(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    URI recon = ring.address();
    CompactionPage page = visit.compaction(recon);
    Keyboard keys = visit.page().keyboard();

    assertThat(page.slowestPlace()).hasText(ShopData.WORST);
    tabTo(page, page.slowestPlace());
    keys.press("Enter");
    page.mapIsDrawn();

    tabTo(page, page.map());
    keys.press("ArrowDown");
    keys.press("Home");
    assertThat(visit.page().locator(".map-tip")).containsText(", level 6");
    keys.press("Enter");
    assertThat(visit.page()).hasURL(Pattern.compile(".*file=\\d+\\.sst.*"));
    assertThat(visit.page().locator(".map")).isVisible();

    keys.press("Shift+Tab");
    assertThat(page.button("Compact…")).isFocused();
    keys.press("Enter");
    tabTo(page, page.field("Write rate, MB/s"));
    page.allowAnyRate();
    keys.type("0.000001");
    tabTo(page, page.button("Start compaction"));
    keys.press("Enter");
    page.jobId();

    tabTo(page, page.button("Cancel job…"));
    keys.press("Enter");
    tabTo(page, page.button("Cancel job"));
    keys.press("Enter");
    assertThat(page.jobState()).hasText("CANCELLED");
    visit.wasClean(recon);
  }

  private static void tabTo(CompactionPage page, Locator target) {
    assertThat(target).isVisible();
    // Disabled controls are skipped: a job cannot be started before there is a plan.
    assertThat(target).isEnabled();
    for (int tabs = 0; tabs < MAX_TABS && !Boolean.TRUE.equals(target.evaluate(HAS_FOCUS)); tabs++) {
      page.page().keyboard().press("Tab");
    }
    assertThat(target).isFocused();
    assertThat(target.evaluate("(element) => getComputedStyle(element).outlineStyle")).as("is seen to have the focus")
        .isNotEqualTo("none");
  }
}
