// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.net.URI;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The trigger dialog of a bucket without tombstones. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class NothingToCompactTest {
  @Test
  void emptyPlanIsReportedAndCannotBeStarted(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    URI recon = ring.address();
    CompactionPage page = visit.open(recon + Visit.COMPACTION
        + "#/map?bucket=/lake/archive&table=keyTable&trigger=all");
    assertThat(page.dialog()).containsText("There is nothing to compact here, so no job can be started.");
    assertThat(page.dialog()).containsText("It holds no tombstone in ");
    assertThat(page.dialog()).containsText("There is nothing to gain.");
    assertThat(page.button("Start compaction")).isDisabled();
    Looks.at(visit.page(), "nothing-to-compact");
    visit.wasClean(recon);
  }
}
