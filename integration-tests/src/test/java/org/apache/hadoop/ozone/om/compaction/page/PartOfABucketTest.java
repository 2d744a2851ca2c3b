// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.om.compaction.demo.BulkTables;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.apache.hadoop.ozone.om.compaction.ring.DirectoryRows;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The trigger dialog for a part of a bucket: what its keys begin with, or one of its directories. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class PartOfABucketTest {
  private static final String PROJECTS = "/lake/projects";
  private static final int FILES = 3_000;
  private static final LocatorAssertions.HasTextOptions A_WHOLE_JOB =
      new LocatorAssertions.HasTextOptions().setTimeout(Visit.MAX_WAIT_MILLIS);

  @Test
  void keysThatBeginWithAPrefixAreCompactedAlone(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    URI recon = ring.address();
    CompactionPage page = visit.open(recon + Visit.COMPACTION + "#/map?bucket=" + ShopData.WORST
        + "&table=keyTable&trigger=all");
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

  @Test
  void directoryIsCompactedByItsPathAndAMistypedOneAnsweredWithTheNearestName(RingWithRecon ring, Visit visit)
      throws Exception {
    DirectoryRows files = deleteFilesOfDirectory(ring);
    URI recon = ring.address();
    CompactionPage page = visit.open(recon + Visit.COMPACTION + "#/map?bucket=" + PROJECTS
        + "&table=fileTable&trigger=all");
    Locator directory = page.field("Only the directory");
    assertThat(directory).isVisible();
    assertThat(page.field("Only keys that begin with")).hasCount(0);

    directory.fill("raw/2023");
    directory.press("Enter");
    assertThat(page.dialog()).containsText("There is no directory '2023' in " + PROJECTS + "/raw. The nearest name"
        + " there is '2024'.");
    assertThat(page.button("Start compaction")).isDisabled();
    Looks.at(visit.page(), "directory-that-does-not-exist");
    visit.forgive("404");

    directory.fill("raw/2024");
    directory.press("Enter");
    assertThat(page.dialog()).containsText("3 ranges on 3 nodes");
    assertThat(page.dialog()).not().containsText("There is no directory");
    assertThat(page.dialog().getByText("--path " + PROJECTS + "/raw/2024")).isVisible();
    Looks.at(visit.page(), "directory");
    page.button("Start compaction").click();
    String jobId = page.jobId();
    assertThat(page.jobState()).hasText("SUCCEEDED", A_WHOLE_JOB);
    Assertions.assertThat(ring.cli().run("status", jobId).out()).contains("/" + files.directoryId() + "/");
    visit.wasClean(recon);
  }

  /** In the FSO bucket that the ring has from the start. */
  private static DirectoryRows deleteFilesOfDirectory(RingWithRecon ring) throws IOException {
    try (OzoneClient client = ring.nodes().newClient()) {
      client.getObjectStore().getVolume("lake").getBucket("projects").createDirectory("raw/2024");
    }
    DirectoryRows files = DirectoryRows.of(ring.nodes(), "lake", "projects", "raw", "2024");
    BulkTables tables = new BulkTables(ring.nodes());
    tables.put(files, FILES);
    tables.flush(files.table());
    tables.delete(files, FILES, row -> row % 10 != 0);
    tables.flush(files.table());
    ring.forgetAnswers();
    return files;
  }
}
