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
   * Controls that stick out of the window or, except on a phone, out of their table; and everything but tables that is
   * wider than its container.
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
        return [...controls, ...wide].map(name);
      }""";

  @BeforeAll
  static void shop(RingWithRecon ring) throws Exception {
    ShopData.in(ring);
  }

  @ParameterizedTest
  @CsvSource({"1920, 1080", "1366, 768", "1280, 720", "800, 700", "390, 844"})
  void pageShowsEverythingAtEverySize(int width, int height, RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.setViewportSize(width, height);
    for (String place : PLACES) {
      visit.open(ring.address() + Visit.COMPACTION + place).hasCome();
      assertThat((List<?>) page.evaluate(CUT)).as("%s at %s", place, width).isEmpty();
    }
    visit.wasClean(ring.address());
  }

  @Test
  void slowPlacesComeFirstOnAPhone(RingWithRecon ring, Visit visit) throws Exception {
    Page page = visit.page();
    page.setViewportSize(390, 844);
    CompactionPage compaction = visit.compaction(ring.address());
    assertThat(compaction.places().first()).isVisible();
    compaction.hasCome();
    Looks.keep(page, "phone");
    Locator[] seen = {compaction.places().first(), page.getByRole(AriaRole.SEARCH),
        compaction.heading("Ozone Managers")};
    List<Box> phone = compaction.boxes(seen);
    assertThat(phone.get(0).y()).as("seen without scrolling").isLessThan(page.viewportSize().height - 44);
    assertThat(phone.get(0).y()).isLessThan(phone.get(1).y()).isLessThan(phone.get(2).y());
    page.setViewportSize(1366, 768);
    Awaitility.await("the page hears of its new size").untilAsserted(() -> {
      List<Box> laptop = compaction.boxes(seen);
      assertThat(laptop.get(0).y()).isGreaterThan(laptop.get(1).y());
    });
    visit.wasClean(ring.address());
  }
}
