// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.util.regex.Pattern;

/** The page as a reader sees it: headings, rows and buttons, by their names. */
record CompactionPage(Page page) {
  Locator node(String nodeId) {
    return page.getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName("OM " + nodeId));
  }

  Locator buckets() {
    return rows("Buckets, scrollable");
  }

  Locator bucket(String name) {
    return buckets().filter(new Locator.FilterOptions().setHas(
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true))));
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
    link(bucket).first().click();
    mapIsDrawn();
  }

  /** Opens the trigger dialog with its preview from the map. */
  void openDialog() {
    button("Compact…").click();
    assertThat(dialog().getByRole(AriaRole.ROW)).hasCount(4);
  }

  /** Points at the map; @return its description of the place. Across and down are fractions of its size. */
  Locator hoverMap(double across, double down) {
    BoundingBox box = map().locator("canvas").boundingBox();
    page.mouse().move(box.x + box.width * across, box.y + box.height * down);
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
    assertThat(page.locator("[aria-busy=true]")).hasCount(0);
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
