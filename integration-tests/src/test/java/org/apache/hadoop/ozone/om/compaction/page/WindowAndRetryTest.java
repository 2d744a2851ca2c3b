// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job that waits for windows with days off, and its retry, which waits for them as well. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class WindowAndRetryTest {
  @Test
  void jobAndItsRetryWaitUntilNoDayIsOff(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    URI recon = ring.address();
    CompactionPage page = visit.open(recon + Visit.COMPACTION + "#/map?bucket=" + ShopData.WORST
        + "&table=keyTable&trigger=all");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    String daysOff = today.minusDays(1) + ".." + today.plusDays(2);
    String windows = "Mon-Sun UTC except " + daysOff;
    Locator field = page.field("Or in windows");
    field.fill("Mon-Sun except " + daysOff);
    field.press("Enter");
    page.button("Start compaction").click();
    assertThat(page.dialog()).containsText("'Mon-Sun' names no time zone");
    visit.forgive("400");
    Looks.at(visit.page(), "window-without-a-zone");

    field.fill(windows);
    field.press("Enter");
    assertThat(page.dialog()).containsText("It runs in the window of " + windows + " that is open or opens next");
    assertThat(page.dialog().getByText("--window '" + windows + "'")).isVisible();
    page.button("Start compaction").click();
    String first = page.jobId();
    waits(page, windows, daysOff);
    Looks.at(visit.page(), "job-in-a-window");
    page.button("Cancel job…").click();
    page.button("Cancel job").click();
    assertThat(page.jobState()).hasText("CANCELLED");

    page.page().getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(Pattern.compile("^Retry on "))).click();
    assertThat(page.dialog()).containsText("It runs in the window of " + windows + " that is open or opens next.");
    page.button("Retry").click();
    assertThat(visit.page()).not().hasURL(Pattern.compile(".*" + first));
    String retry = page.jobId();
    waits(page, windows, daysOff);
    assertThat(page.link(first)).isVisible();
    Assertions.assertThat(ring.cli().run("status", retry).out())
        .contains("Retry     of job " + first, "no sooner because of days off: " + daysOff, "Windows   " + windows);
    Assertions.assertThat(ring.cli().run("cancel", retry).exitCode()).isZero();
    visit.wasClean(recon);
  }

  private static void waits(CompactionPage page, String windows, String daysOff) {
    assertThat(page.jobState()).hasText("QUEUED");
    assertThat(page.page().getByText(", of " + windows + ", no sooner because of days off: " + daysOff)).isVisible();
  }
}
