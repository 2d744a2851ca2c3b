// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page while an OM, or Recon itself, is away. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class AbsenceTest {
  private static final LocatorAssertions.ContainsTextOptions SOONER_OR_LATER =
      new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);

  private URI recon;
  private CompactionPage page;

  @BeforeEach
  void open(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    recon = ring.address();
    page = visit.compaction(recon);
    assertThat(page.buckets().first()).isVisible();
  }

  @Test
  void missingOmIsNamedAndTheOthersAnswer(RingWithRecon ring, Visit visit) throws Exception {
    String down = ring.nodes().followers().get(0).getOMNodeId();
    ring.nodes().stop(down);
    try {
      visit.open(recon + Visit.COMPACTION + "#/buckets?nodeId=all");
      assertThat(page.node(down)).containsText("Not reachable.");
      assertThat(visit.page().getByText(down + " did not answer. What the other nodes say is shown.")).hasCount(2);
      assertThat(page.bucketLink(ShopData.WORST)).isVisible();
      Looks.at(visit.page(), "one-om-down");

      page.openMap(ShopData.WORST);
      assertThat(page.ranges()).hasCount(2);
      page.openDialog();
      assertThat(page.dialog()).containsText("no plan: it did not answer, and is skipped if it stays so");
    } finally {
      ring.nodes().start(down);
    }
    visit.compaction(recon);
    assertThat(page.node(down)).containsText("L0 files", SOONER_OR_LATER);
    visit.wasClean(recon);
  }

  @Test
  void missingReconIsReportedAndItsReturnNoticed(RingWithRecon ring, Visit visit) throws Exception {
    ring.stopRecon();
    try {
      assertThat(visit.page().getByText("Still asking, for").first())
          .containsText("Recon does not answer.");
      Looks.at(visit.page(), "still-asking");
      assertThat(visit.page().getByRole(AriaRole.ALERT).first())
          .containsText("Recon does not answer.", SOONER_OR_LATER);
      assertThat(page.bucketLink(ShopData.WORST)).isVisible();
      Looks.at(visit.page(), "recon-away");
      page.bucketLink(ShopData.WORST).click();
      assertThat(visit.page().locator(".loading").first()).containsText("Reading the LSM tree… Still asking, for");
    } finally {
      ring.startReconAgain();
    }
    page.mapIsDrawn();
    assertThat(page.ranges()).hasCount(2);
    assertThat(visit.page().getByRole(AriaRole.ALERT)).hasCount(0);
    visit.forgive("Failed to load resource");
    visit.wasClean(recon);
  }
}
