// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotAnimations;
import com.microsoft.playwright.options.ScreenshotCaret;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Checks the current page for accessibility in light and dark mode. With {@code -Dpage.screenshots=FOLDER} it keeps a
 * picture of each.
 */
final class Looks {
  private static final String FOLDER = System.getProperty("page.screenshots");
  private static final int MAX_BYTES = 150_000;
  private static final Map<ColorScheme, String> SUFFIXES = Map.of(ColorScheme.LIGHT, "", ColorScheme.DARK, "-dark");

  private Looks() {
  }

  /** @param name of the state and of its picture */
  static void at(Page page, String name) {
    SUFFIXES.forEach((scheme, suffix) -> {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      assertThat(Accessibility.problems(page)).as(name + suffix).isEmpty();
      keep(page, name + suffix);
    });
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
  }

  static void keep(Page page, String name) {
    if (FOLDER != null) {
      byte[] picture = smaller(page.screenshot(new Page.ScreenshotOptions()
          .setAnimations(ScreenshotAnimations.DISABLED).setCaret(ScreenshotCaret.HIDE)));
      assertThat(picture.length).as(name).isLessThan(MAX_BYTES);
      try {
        Files.write(Path.of(FOLDER, name + ".png"), picture);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The same picture without transparency, compressed better than the browser does. */
  private static byte[] smaller(byte[] png) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
      BufferedImage opaque = new BufferedImage(read.getWidth(), read.getHeight(), BufferedImage.TYPE_INT_RGB);
      opaque.getGraphics().drawImage(read, 0, 0, null);
      ImageWriteParam best = writer.getDefaultWriteParam();
      best.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      best.setCompressionQuality(0);
      writer.setOutput(out);
      writer.write(null, new IIOImage(opaque, null, null), best);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
