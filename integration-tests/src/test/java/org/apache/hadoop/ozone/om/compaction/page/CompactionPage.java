// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The page as a reader sees it: headings, rows and buttons, by their names. */
record CompactionPage(Page page) {
  static final Duration PATIENCE = Duration.ofMillis((long) Visit.MAX_WAIT_MILLIS);

  /** Where something of the page is, from its left and upper edge. */
  record Box(double x, double y, double width, double height) {
    private static Box of(Locator thing) {
      BoundingBox box = thing.boundingBox();
      return box == null ? null : new Box(box.x, box.y, box.width, box.height);
    }
  }

  Locator node(String nodeId) {
    return page.getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName("OM " + nodeId));
  }

  Locator places() {
    return rows("Slow places, scrollable");
  }

  /** Leads to the map of the slowest place. */
  Locator slowestPlace() {
    return places().first().getByRole(AriaRole.LINK).first();
  }

  Locator buckets() {
    return rows("Buckets, scrollable");
  }

  Locator bucket(String name) {
    return buckets().filter(new Locator.FilterOptions().setHas(
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true))));
  }

  /** Leads to the map of a bucket that is listed. */
  Locator bucketLink(String name) {
    return buckets().getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name).setExact(true)).first();
  }

  Locator map() {
    return page.getByRole(AriaRole.APPLICATION);
  }

  Locator ranges() {
    return rows("Ranges, scrollable");
  }

  Locator turns() {
    return rows("Turns, scrollable");
  }

  Locator turnStates() {
    return turns().locator(".tag");
  }

  Locator jobs() {
    return rows("Jobs, scrollable");
  }

  Locator dialog() {
    return page.getByRole(AriaRole.DIALOG);
  }

  Locator field(String label) {
    return dialog().getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
  }

  Locator button(String name) {
    return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator heading(String name) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** The state of the only job shown. */
  Locator jobState() {
    return page.getByRole(AriaRole.STATUS, new Page.GetByRoleOptions().setName("State of the job")).locator(".tag");
  }

  /** Opens the map of a bucket from the list. */
  void openMap(String bucket) {
    bucketLink(bucket).click();
    mapIsDrawn();
  }

  /** Opens the trigger dialog with its preview from the map. */
  void openDialog() {
    button("Compact…").click();
    assertThat(dialog().getByRole(AriaRole.ROW)).hasCount(4);
  }

  /** Points at the map; @return its description of the place. Across and down are fractions of its size. */
  Locator hoverMap(double across, double down) {
    Box box = boxes(map().locator("canvas")).get(0);
    page.mouse().move(box.x() + box.width() * across, box.y() + box.height() * down);
    return page.locator(".map-tip");
  }

  /** Below a byte per second a turn compacts one range and then pauses until the job is cancelled. */
  void limitToOneRange() {
    allowAnyRate();
    field("Write rate, MB/s").fill("0.000001");
  }

  /** The page's lowest rate lets a small range through in a minute, which a busy machine may need to cancel the job. */
  void allowAnyRate() {
    field("Write rate, MB/s").evaluate("(input) => input.removeAttribute('min')");
  }

  /** Sets a rate at which a turn takes seconds, so that it can be seen running. */
  void slowDown() {
    field("Write rate, MB/s").fill("0.5");
    field("Write rate, MB/s").press("Enter");
  }

  /** Waits until the map and its preview are there. */
  void mapIsDrawn() {
    assertThat(map()).isVisible();
    hasCome();
  }

  /** Waits until the page shows all that it has asked for. */
  void hasCome() {
    assertThat(page.getByRole(AriaRole.MAIN)).isVisible();
    assertThat(page.locator("[aria-busy=true], .loading")).hasCount(0);
  }

  /** The boxes of things that are seen, once the page has come and two looks find all of them at the same places. */
  List<Box> boxes(Locator... things) {
    hasCome();
    AtomicReference<List<Box>> last = new AtomicReference<>(List.of());
    return Awaitility.await("still places").atMost(PATIENCE).pollInSameThread().until(
        () -> Arrays.stream(things).map(Box::of).toList(),
        now -> now.stream().allMatch(Objects::nonNull) && now.equals(last.getAndSet(now)));
  }

  /** The id of the job shown. */
  String jobId() {
    page.waitForURL(Pattern.compile(".*#/jobs/[0-9a-f-]{36}$"));
    return page.url().replaceAll(".*/", "");
  }

  private Locator rows(String table) {
    return page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName(table)).locator("tbody tr:not(.note)");
  }
}
