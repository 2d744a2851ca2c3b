// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An operator's use of the page, from the first look to a list that no longer waits. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class StoryTest {
  private static final String PROGRESS_SHOWN = "window.progressShown";
  private static final String WATCH_PROGRESS = "() => { " + PROGRESS_SHOWN + " = new Set();"
      + " new MutationObserver(() => " + PROGRESS_SHOWN + ".add("
      + "document.querySelector('.job-progress .meter')?.textContent)).observe(document.body,"
      + " { subtree: true, childList: true, characterData: true }); }";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final LocatorAssertions.HasTextOptions A_WHOLE_JOB =
      new LocatorAssertions.HasTextOptions().setTimeout(120_000);

  private URI recon;
  private CompactionPage page;

  @BeforeEach
  void open(RingWithRecon ring, Visit visit) throws Exception {
    ShopData.in(ring);
    recon = ring.address();
    page = visit.compaction(recon);
  }

  @Test
  void worstBucketIsFoundUnderstoodAndCompacted(RingWithRecon ring, Visit visit) throws Exception {
    theSlowestPlaceStandsFirst();
    int ratioBefore = ratioOf(ShopData.WORST);

    page.openMap(ShopData.WORST);
    theMapShowsFilesAndRanges();
    theTableShowsWhatTheRangesCost();

    page.openDialog();
    theDialogTellsWhatWillHappen();
    page.slowDown();
    String command = copied("Command");
    String restCall = copied("REST call");
    assertThat(CopiedCommand.run(ring.cli(), command, "--dry-run")).contains("omNode-1", "omNode-2", "omNode-3");

    visit.page().evaluate(WATCH_PROGRESS);
    page.button("Start compaction").click();
    String jobId = page.jobId();
    theTurnsEndWithoutAnyClick(visit);
    theJobIsWhatTheCommandsSaid(ring, jobId, command, restCall);

    page.link("Overview").first().click();
    assertThat(page.places().first()).containsText(ShopData.SECOND);
    assertThat(page.buckets().first()).containsText(ShopData.SECOND);
    // The list of before the job stays until the new one has come.
    await().atMost(PATIENCE).pollInSameThread()
        .untilAsserted(() -> assertThat(ratioOf(ShopData.WORST)).isLessThan(ratioBefore));
    visit.wasClean(recon);
  }

  @Test
  void runningJobIsStopped(Visit visit) {
    page.openMap(ShopData.SECOND);
    page.openDialog();
    page.limitToOneRange();
    page.button("Start compaction").click();
    page.jobId();
    assertThat(page.jobState()).hasText("RUNNING");
    assertThat(page.turns().filter(new Locator.FilterOptions().setHasText("1 of 2"))).isVisible();
    assertThat(visit.page().getByText(Pattern.compile("^Waits: Pausing"))).isVisible();
    Looks.at(visit.page(), "job");

    page.button("Cancel job…").click();
    assertThat(page.dialog()).containsText("No node takes another step for /shop/sessions");
    page.button("Cancel job").click();
    assertThat(page.jobState()).hasText("CANCELLED");
    assertThat(page.turnStates()).hasText(new String[] {"CANCELLED", "CANCELLED", "CANCELLED"});
    assertThat(page.dialog()).hasCount(0);
    Looks.at(visit.page(), "cancelled");

    page.link("Jobs").first().click();
    assertThat(page.jobs().first()).containsText("CANCELLED");
    Looks.at(visit.page(), "jobs");
    visit.wasClean(recon);
  }

  private void theSlowestPlaceStandsFirst() {
    assertThat(page.places().first()).containsText(ShopData.WORST);
    assertThat(page.places().first()).containsText(Pattern.compile("~[\\d.]+ ms"));
    assertThat(page.slowestPlace()).hasAttribute("href",
        Pattern.compile("#/map\\?nodeId=omNode-\\d&table=keyTable&keyRange=.*" + ShopData.WORST + ".*&slow=true"));
    assertThat(page.places().first().getByRole(AriaRole.LINK).last()).hasAttribute("href",
        Pattern.compile(".*&keyRange=.*" + ShopData.WORST + ".*&trigger=all&slow=true"));
    assertThat(page.page().getByText(Pattern.compile("^A list .*" + ShopData.WORST + ".* 15,000 tombstones")))
        .isVisible();
    assertThat(page.page().getByRole(AriaRole.STATUS).filter(
        new Locator.FilterOptions().setHasText(Pattern.compile("^Lists are slow at \\d+ places\\.$")))).isVisible();
    assertThat(page.page().getByRole(AriaRole.COLUMNHEADER).filter(
        new Locator.FilterOptions().setHasText(Pattern.compile("^List waits\\W?$"))).last())
        .hasAttribute("aria-sort", "descending");
    assertThat(page.page().getByRole(AriaRole.ARTICLE)).hasCount(3);
    Looks.at(page.page(), "buckets");
    assertThat(page.buckets().nth(0)).containsText(ShopData.WORST);
    // A list of the bucket before the worst one passes the same 15,000 tombstones when it comes to its end.
    assertThat(page.buckets().nth(1)).containsText("/shop/orders-2023");
    assertThat(page.buckets().nth(2)).containsText(ShopData.SECOND);
  }

  private void theMapShowsFilesAndRanges() {
    assertThat(page.map()).hasAttribute("aria-label",
        Pattern.compile("\\d\\d SST files on 3 levels, 2 ranges to compact"));
    Looks.at(page.page(), "map");
    assertThat(page.hoverMap(0.25, 0.05)).containsText(Pattern.compile("Range 1.*read .*B.*write .*B"));
    assertThat(page.hoverMap(0.25, 0.5)).containsText(
        Pattern.compile("\\.sst, level 5.*/shop/orders-2024/part-0.*Tombstones15,000 \\(\\d+ %\\)"));
  }

  private void theTableShowsWhatTheRangesCost() {
    assertThat(page.ranges()).hasCount(2);
    List<String> cells = page.ranges().first().getByRole(AriaRole.CELL).allInnerTexts();
    Locator cost = page.hoverMap(0.25, 0.05);
    assertThat(cost).containsText("Range 1");
    for (String cell : List.of(cells.get(4), cells.get(5), cells.get(6))) {
      // Read, write, collateral.
      assertThat(cost).containsText(cell.split("\n")[0]);
    }
    page.page().mouse().wheel(0, 200);
    page.ranges().first().hover();
    Looks.at(page.page(), "preview");
  }

  private void theDialogTellsWhatWillHappen() {
    assertThat(page.dialog()).containsText("6 ranges on 3 nodes, one node at a time unless the OMs are configured for"
        + " more, best ranges first, the leader last");
    Looks.at(page.page(), "trigger");
  }

  private void theTurnsEndWithoutAnyClick(Visit visit) {
    assertThat(page.jobState()).hasText("SUCCEEDED", A_WHOLE_JOB);
    assertThat(page.turnStates()).hasText(new String[] {"SUCCEEDED", "SUCCEEDED", "SUCCEEDED"});
    assertThat((List<?>) visit.page().evaluate("() => [..." + PROGRESS_SHOWN + "]")).as("what was seen on the way")
        .hasSizeGreaterThan(1);
    Looks.at(visit.page(), "done");
  }

  /** The same id with another request would be refused. */
  private static void theJobIsWhatTheCommandsSaid(RingWithRecon ring, String jobId, String command, String restCall)
      throws Exception {
    JobJson job = await().atMost(PATIENCE).ignoreExceptions()
        .until(() -> status(ring, jobId), now -> now.getUnanswered().isEmpty());
    assertThat(job.getTargets().getBuckets()).containsExactly(ShopData.WORST);
    assertThat(CopiedCommand.run(ring.cli(), command)).contains(jobId);
    // An answer also names OMs that were too late for it.
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(CopiedCommand.send(restCall)).isEqualTo(job));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(ring, jobId)).isEqualTo(job));
  }

  private static JobJson status(RingWithRecon ring, String jobId) throws Exception {
    return CopiedCommand.job(ring.cli().run("status", jobId, "--json").out());
  }

  /** The clipboard after a click on Copy. */
  private String copied(String label) {
    page.button("Copy " + label).click();
    assertThat(page.page().locator(".copyable").filter(new Locator.FilterOptions().setHasText(label)))
        .containsText("Copied");
    String text = (String) page.page().evaluate("() => navigator.clipboard.readText()");
    assertThat(text).isEqualTo(page.field(label).textContent());
    return text;
  }

  /** The upper end, in percent. */
  private int ratioOf(String bucket) {
    Matcher percent = Pattern.compile("(\\d+) %").matcher(page.bucket(bucket).locator(".ratio-text").innerText());
    assertThat(percent.find()).isTrue();
    return Integer.parseInt(percent.group(1));
  }
}
