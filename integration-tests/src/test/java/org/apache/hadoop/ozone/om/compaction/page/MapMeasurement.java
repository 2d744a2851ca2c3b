// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.LoadState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Measures the LSM map with 15,000 SST files in a real Chromium: the first paint, and the frames while it is moved and
 * zoomed. {@code mvn -Pbenchmark} runs it. A ring cannot be given 15,000 real files in useful time, so the page's own
 * fixture makes them up; the page, the browser and every byte of the answer are real.
 *
 * <p>A machine without a graphics card draws on its CPU, which is slower than any operator's laptop.
 */
public final class MapMeasurement {
  private static final int FILES = 15_000;
  private static final int RUNS = 5;
  private static final int FRAMES = 240;
  private static final String MAP = "?files=" + FILES + "#/map?bucket=/logs/raw-events&table=keyTable";

  /** Records when the canvas first holds a picture; times are from the start of the navigation. */
  private static final String NOTE_FIRST_PAINT = """
      (() => {
        const look = () => {
          const canvas = document.querySelector('.map-view canvas');
          const brush = canvas && canvas.width > 0 && canvas.height > 0 && canvas.getContext('2d');
          const row = brush && brush.getImageData(0, Math.floor(canvas.height * 0.9), canvas.width, 1).data;
          if (row && row.some((value) => value !== 0)) {
            requestAnimationFrame(() => { window.firstPaint = performance.now(); });
          } else {
            requestAnimationFrame(look);
          }
        };
        requestAnimationFrame(look);
      })()""";

  /** Moves the map once a frame for a number of frames; returns the times between frames. */
  private static final String FRAMES_OF = """
      async ([gesture, frames]) => {
        const canvas = document.querySelector('.map-view canvas');
        const box = canvas.getBoundingClientRect();
        const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
        const step = (at) => {
          if (gesture === 'zoom') {
            canvas.dispatchEvent(new WheelEvent('wheel', { ...middle, ctrlKey: true, bubbles: true, cancelable: true,
              deltaY: at % 120 < 60 ? -8 : 8 }));
          } else {
            canvas.dispatchEvent(new WheelEvent('wheel', { ...middle, bubbles: true, cancelable: true,
              deltaX: at % 120 < 60 ? 6 : -6 }));
          }
        };
        const gaps = [];
        let last;
        for (let at = 0; at < frames; at++) {
          const now = await new Promise(requestAnimationFrame);
          if (last !== undefined) {
            gaps.push(now - last);
          }
          last = now;
          step(at);
        }
        return gaps;
      }""";

  private MapMeasurement() {
  }

  /**
   * @param args the folder of the page's sources, where its fixture is
   */
  public static void main(String[] args) throws IOException {
    Process fixture = new ProcessBuilder("node", "fixture/server.mjs", "0").directory(Path.of(args[0]).toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (Browsers browsers = new Browsers()) {
      String address = new BufferedReader(new InputStreamReader(fixture.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
      System.out.printf("LSM map of %,d SST files, Chromium %s, headless%n", FILES, browsers.browser().version());
      for (int run = 0; run < RUNS; run++) {
        measure(browsers.browser(), address + MAP);
      }
    } finally {
      fixture.destroy();
    }
  }

  private static void measure(Browser browser, String address) {
    try (BrowserContext context = browser.newContext(new Browser.NewContextOptions()
        .setViewportSize(Visit.LAPTOP.width, Visit.LAPTOP.height))) {
      Page page = context.newPage();
      page.addInitScript(NOTE_FIRST_PAINT);
      page.navigate(address);
      page.waitForFunction("() => window.firstPaint !== undefined");
      page.waitForLoadState(LoadState.NETWORKIDLE);
      BoundingBox canvas = page.locator(".map-view canvas").boundingBox();
      double firstPaint = ((Number) page.evaluate("() => window.firstPaint")).doubleValue();
      System.out.printf(Locale.ROOT, "first paint %4.0f ms", firstPaint);
      page.mouse().move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
      page.getByLabel("Zoom in").click();
      for (String gesture : List.of("pan", "zoom")) {
        print(gesture, frames(page, gesture));
      }
      System.out.println();
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Double> frames(Page page, String gesture) {
    return ((List<Object>) page.evaluate(FRAMES_OF, List.of(gesture, FRAMES))).stream()
        .map(gap -> ((Number) gap).doubleValue()).sorted().toList();
  }

  private static void print(String gesture, List<Double> gaps) {
    double mean = gaps.stream().mapToDouble(gap -> gap).average().orElseThrow();
    System.out.printf(Locale.ROOT, "; %s %.0f frames/s, a frame takes %.1f ms, 95 %% at most %.1f, the longest %.1f",
        gesture, 1000 / mean, at(gaps, 0.5), at(gaps, 0.95), at(gaps, 1));
  }

  private static double at(List<Double> sorted, double fraction) {
    return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * fraction)));
  }
}
