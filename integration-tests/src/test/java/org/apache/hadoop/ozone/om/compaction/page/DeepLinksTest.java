// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address holds the whole state: a reload, or a colleague with the link, sees the same. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class DeepLinksTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  /** The panel of OMs, without its content. */
  private static final Pattern HOW_THE_OMS_ARE = Pattern.compile(
      "^( *)(- region \"Ozone Managers\").*\\R(\\1 .*\\R)*", Pattern.MULTILINE);
  /**
   * Times and prices in the row of a place, as each OM measures once, when it finds the place, and prices as far as its
   * time reaches; and the id of a job that is not submitted yet.
   */
  private static final String NEW_EACH_TIME = "~?\\d+(\\.\\d+)? (µs|ms|s)\\b|~[\\d.]+ [KMG]?B\\b|–|(?<!\\w)\\?(?!\\w)"
      + "|[0-9a-f]{8}-[0-9a-f-]{27}";
  /** Prices of what a plan leaves out are computed within a time limit. */
  private static final Pattern LEFT_OUT =
      Pattern.compile("^.* ranges? of what is named.*\\R?", Pattern.MULTILINE);
  /** Bytes to read for checks: fewer once files were scanned. */
  private static final String CHECKS = " ?\\+[\\d.]+ [KMG]?B checks| and [\\d.]+ [KMG]?B more for checks,";
  private static final Pattern UNFINISHED = Pattern.compile("places? or more|where anybody has looked");
  /** The page says this of a job for all OMs if it knows the leader at that moment. */
  private static final String LEADER_LAST = ", the leader last";
  private static final String WHO_LEADS = "(?i:leader|follower)";
  private static final String NODE = "omNode-\\d";

  @BeforeAll
  static void shop(RingWithRecon ring) throws Exception {
    ShopData.in(ring);
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "",
      "#/buckets?nodeId=all&volume=shop&table=keyTable&minTombstones=900&minRatio=0.05&sort=RATIO",
      "#/buckets?search=OP/O",
      "#/buckets?volume=shop&exact=true",
      "#/buckets?volume=shop&trigger=true",
      "#/map?bucket=/shop/orders-2024&table=keyTable",
      "#/map?nodeId=omNode-2&bucket=/shop/sessions&table=keyTable&zoom=0.25-0.75",
      "#/map?bucket=/shop/orders-2024&table=keyTable&trigger=all",
      "#/map?bucket=/shop/sessions&table=keyTable&trigger=all&slow=true",
      "#/map?table=keyTable&keyRange=/shop/a../shop/j",
      "#/jobs"})
  void reloadsToTheSameView(String hash, RingWithRecon ring, Visit visit) throws Exception {
    URI recon = ring.address();
    Page page = visit.page();
    visit.open(recon + Visit.COMPACTION + hash);
    List<String> before = settled(page, hash);
    String address = page.url();
    page.reload();
    await().atMost(PATIENCE).pollInSameThread().untilAsserted(() ->
        assertThat(determined(view(page), hash)).containsExactlyInAnyOrderElementsOf(before));
    assertThat(page).hasURL(address);
    visit.wasClean(recon);
  }

  @Test
  void clickedFileStaysSelected(RingWithRecon ring, Visit visit) throws Exception {
    // Counts that a scan narrows would differ after the reload.
    ring.cli().run("preview", "--bucket", ShopData.WORST, "--exact");
    CompactionPage page = visit.compaction(ring.address());
    page.openMap(ShopData.WORST);
    page.hoverMap(0.25, 0.5);
    visit.page().mouse().down();
    visit.page().mouse().up();
    assertThat(page.heading("Selected file")).isVisible();
    String hash = URI.create(visit.page().url()).getFragment();
    List<String> before = settled(visit.page(), hash);
    visit.page().reload();
    await().atMost(PATIENCE).pollInSameThread().untilAsserted(() ->
        assertThat(determined(view(visit.page()), hash)).containsExactlyElementsOf(before)
            .anyMatch(line -> line.contains("level 5")));
    visit.page().goBack();
    assertThat(page.heading("Selected file")).isHidden();
  }

  /** Waits until two looks at the page agree: on a busy machine the network may be idle between two answers. */
  private static List<String> settled(Page page, String hash) {
    AtomicReference<List<String>> last = new AtomicReference<>(List.of());
    await().atMost(PATIENCE).pollInSameThread().pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
      List<String> now = determined(view(page), hash);
      assertThat(now).containsExactlyInAnyOrderElementsOf(last.getAndSet(now));
    });
    return last.get();
  }

  /** The accessibility tree of the page once it is idle. */
  private static String view(Page page) {
    assertThat(page.getByRole(AriaRole.MAIN)).isVisible();
    page.waitForLoadState(LoadState.NETWORKIDLE);
    assertThat(page.locator("[aria-busy=true], .loading")).hasCount(0);
    assertThat(page.getByText("Counting exactly")).hasCount(0);
    assertThat(page.getByText("still to be looked into")).hasCount(0);
    assertThat(page.getByText("still to be looked at")).hasCount(0);
    // Another OM reports before it has looked at all of its tombstones, and again ten seconds later.
    assertThat(page.locator(".headline").getByText(UNFINISHED)).hasCount(0);
    assertThat(page.getByText("did not answer")).hasCount(0);
    // A busy OM names a place by its keys until it has had the time to find its buckets and its price.
    assertThat(page.getByTitle("Not known yet")).hasCount(0);
    return page.locator("body").ariaSnapshot();
  }

  /**
   * The lines of it that the address determines; the node of a row only if the address names one, else it is the
   * leader. Omissions may leave a blank line.
   */
  private static List<String> determined(String view, String hash) {
    String panels = HOW_THE_OMS_ARE.matcher(view).replaceAll("$1$2\n");
    String planned = LEFT_OUT.matcher(panels).replaceAll("");
    String lasting = planned.replaceAll(NEW_EACH_TIME, "...").replace(LEADER_LAST, "")
        .replaceAll(WHO_LEADS, "...").replaceAll(CHECKS, "");
    return (hash.contains("nodeId=") ? lasting : lasting.replaceAll(NODE, "...")).lines()
        .filter(line -> !line.isBlank()).collect(Collectors.toList());
  }
}
