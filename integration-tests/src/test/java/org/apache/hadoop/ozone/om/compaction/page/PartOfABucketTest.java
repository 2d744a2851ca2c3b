// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.net.URI;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The trigger dialog for what a bucket's keys begin with, instead of the whole bucket. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class PartOfABucketTest {
  private static final LocatorAssertions.HasTextOptions A_WHOLE_JOB =
      new LocatorAssertions.HasTextOptions().setTimeout(Visit.MAX_WAIT_MILLIS);

  @Test
  void keysThatBeginWithAPrefixAreCompactedAlone(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring.nodes());
    URI recon = ring.address();
    visit.page().navigate(recon + Visit.COMPACTION + "#/map?bucket=" + ShopData.WORST + "&table=keyTable&trigger=all");
    CompactionPage page = new CompactionPage(visit.page());
    assertThat(page.dialog()).containsText("6 ranges on 3 nodes");

    assertThat(page.field("Only the directory")).hasCount(0);
    Locator prefix = page.field("Only keys that begin with");
    prefix.fill("part-00001");
    prefix.press("Enter");

    assertThat(page.dialog()).containsText("3 ranges on 3 nodes");
    assertThat(page.dialog().getByText("--prefix part-00001")).isVisible();
    Looks.at(visit.page(), "part-of-a-bucket");
    page.button("Start compaction").click();
    String jobId = page.jobId();
    assertThat(page.jobState()).hasText("SUCCEEDED", A_WHOLE_JOB);
    Assertions.assertThat(ring.cli().run("status", jobId).out())
        .contains("keys " + ShopData.WORST + "/part-00001.." + ShopData.WORST + "/part-00001\\xFF of keyTable");
    visit.wasClean(recon);
  }
}
