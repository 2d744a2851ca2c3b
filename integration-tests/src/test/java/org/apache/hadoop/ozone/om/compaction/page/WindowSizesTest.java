// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.page.CompactionPage.Box;
import org.apache.hadoop.ozone.om.compaction.recon.ReconRingFixture;
import org.apache.hadoop.ozone.om.compaction.recon.RingWithRecon;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is cut off or needs sideways scrolling, on a large screen, a laptop, half of one, a phone. */
@ExtendWith({ReconRingFixture.class, VisitFixture.class})
class WindowSizesTest {
  private static final List<String> PLACES = List.of("#/buckets?nodeId=all",
      "#/map?bucket=/shop/orders-2024&table=keyTable", "#/map?bucket=/shop/orders-2024&table=keyTable&trigger=all",
      "#/jobs", "#/service", "#/service?bucket=/shop/orders-2024");
  /**
   * Controls that stick out of the window or, except on a phone, out of their table; everything but tables that is
   * wider than its container; tables that are and do not say so, or of jobs; dates that are cut.
   */
  private static final String CUT = """
      () => {
        const name = (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`;
        const top = document.querySelector('dialog[open]') ?? document;
        const controls = [...top.querySelectorAll('button, a, input, select')]
          .filter((element) => !element.matches('.skip'))
          .filter((element) => !element.closest('.table-wrap')
            || element.closest('.row-actions') && window.innerWidth >= 700)
          .filter((element) => {
            const table = element.closest('.table-wrap')?.getBoundingClientRect();
            const { left, right } = element.getBoundingClientRect();
            return right > (table?.right ?? window.innerWidth) + 1 || left < (table?.left ?? 0);
          });
        const wide = ['html', 'main', '.panel', '.modal-body', '.node', '.panel-head']
          .flatMap((selector) => [...document.querySelectorAll(selector)])
          .filter((element) => element.scrollWidth > element.clientWidth + 1);
        const tables = [...document.querySelectorAll('.table-wrap')]
          .filter((table) => table.scrollWidth > table.clientWidth + 1)
          .filter((table) => table.ariaLabel.startsWith('Jobs')
            || !table.previousElementSibling?.textContent.includes('scroll it sideways'));
        const dates = [...document.querySelectorAll('input[type=datetime-local]')].filter((date) => {
          const whole = date.cloneNode();
          whole.style.width = 'max-content';
          date.after(whole);
          const cut = date.getBoundingClientRect().width < whole.getBoundingClientRect().width;
          whole.remove();
          return cut;
        });
        return [...controls, ...wide, ...tables, ...dates].map(name);
      }""";

  @BeforeAll
  static void shop(RingWithRecon ring) throws Exception {
    ShopData.in(ring);
  }

  @ParameterizedTest
  @CsvSource({"1920, 1080", "1366, 768", "1280, 720", "800, 700", "768, 1024", "390, 844"})
  void pageShowsEverythingAtEverySize(int width, int height, RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.setViewportSize(width, height);
    for (String place : PLACES) {
      visit.open(ring.address() + Visit.COMPACTION + place).hasCome();
      // A table learns of its width once it is laid out.
      Awaitility.await().atMost(CompactionPage.PATIENCE).pollInSameThread().untilAsserted(() ->
          assertThat((List<?>) page.evaluate(CUT)).as("%s at %s", place, width).isEmpty());
    }
    visit.wasClean(ring.address());
  }

  @Test
  void slowPlacesComeFirstOnAPhoneAndFiltersAreAtHand(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.setViewportSize(390, 844);
    CompactionPage compaction = visit.compaction(ring.address());
    assertThat(compaction.places().first()).isVisible();
    compaction.hasCome();
    Looks.keep(page, "phone");
    Locator filters = page.getByRole(AriaRole.SEARCH);
    Locator fold = page.getByText("Filter places and buckets");
    List<Box> phone = compaction.boxes(fold, compaction.places().first(), compaction.heading("Ozone Managers"));
    assertThat(phone.get(1).y()).as("seen without scrolling").isLessThan(page.viewportSize().height - 44);
    assertThat(phone.get(1).y()).isBetween(phone.get(0).y(), phone.get(2).y());
    assertThat(filters).isHidden();
    fold.click();
    assertThat(filters).isVisible();
    page.setViewportSize(1366, 768);
    assertThat(fold).isHidden();
    assertThat(filters).isVisible();
    visit.wasClean(ring.address());
  }
}
