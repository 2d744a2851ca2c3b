// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import java.net.URI;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address says all: a reload, or a colleague with the link, sees the same. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class DeepLinksTest {
  /** What changes by itself: free disk, measured time, who leads, pressure, the id of a job not submitted yet. */
  private static final String PASSING = "\\d+(\\.\\d+)? ([KMGT]?B|µs|ms)|(?i:leader|follower)"
      + "|No pressure: .*|\"?A compaction waits: .*|[0-9a-f]{8}-[0-9a-f-]{27}";

  @BeforeAll
  static void shop(RingWithRecon ring) throws Exception {
    ShopData.in(ring.nodes());
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "",
      "#/buckets?nodeId=all&volume=shop&table=keyTable&minTombstones=900&minRatio=0.05&sort=RATIO",
      "#/buckets?volume=shop&exact=true&probe=true",
      "#/buckets?volume=shop&trigger=true",
      "#/map?bucket=/shop/orders-2024&table=keyTable",
      "#/map?nodeId=omNode-2&bucket=/shop/sessions&table=keyTable&zoom=0.25-0.75",
      "#/map?bucket=/shop/orders-2024&table=keyTable&trigger=all",
      "#/map?table=keyTable&keyRange=/shop/a../shop/j",
      "#/jobs"})
  void reloadsToTheSameView(String hash, RingWithRecon ring, Visit visit) throws Exception {
    URI recon = ring.address();
    Page page = visit.page();
    page.navigate(recon + Visit.COMPACTION + hash);
    String before = view(page);
    String address = page.url();
    page.reload();
    assertThat(view(page)).isEqualTo(before);
    assertThat(page).hasURL(address);
    visit.wasClean(recon);
  }

  @Test
  void aClickedFileIsStillSelected(RingWithRecon ring, Visit visit) throws Exception {
    CompactionPage page = visit.compaction(ring.address());
    page.openMap(ShopData.WORST);
    page.hoverMap(0.25, 0.5);
    visit.page().mouse().down();
    visit.page().mouse().up();
    assertThat(page.heading("Selected file")).isVisible();
    String before = view(visit.page());
    visit.page().reload();
    assertThat(view(visit.page())).isEqualTo(before).contains("level 5");
    visit.page().goBack();
    assertThat(page.heading("Selected file")).isHidden();
  }

  /** What a reader sees and hears, once nothing is under way. */
  private static String view(Page page) {
    assertThat(page.getByRole(AriaRole.MAIN)).isVisible();
    page.waitForLoadState(LoadState.NETWORKIDLE);
    assertThat(page.locator("[aria-busy=true], .loading")).hasCount(0);
    assertThat(page.getByText("Counting exactly")).hasCount(0);
    return page.locator("body").ariaSnapshot().replaceAll(PASSING, "...");
  }
}
