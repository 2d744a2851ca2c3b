// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.impl.driver.Driver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A headless Chromium, driven by Playwright with the Node that builds the page. */
final class Browsers implements AutoCloseable {
  /** The folder for traces of failed tests. */
  static final Path FILES = Path.of(System.getProperty("page.failures"));
  private static final Programs PROGRAMS = Programs.ofThisMachine();
  /**
   * Recon's own page waits for fonts of another host. Failing name lookups took up to half a minute; this makes all
   * lookups but those of this machine fail at once.
   */
  private static final String THIS_MACHINE_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , "
      + "EXCLUDE localhost";
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Playwright playwright;
  private final Browser browser;

  Browsers() {
    Map<String, String> environment = Map.of(
        "PLAYWRIGHT_NODEJS_PATH", node().toString(),
        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
    Path executable = executable(new Chromium(PROGRAMS, ROOT, Browsers::runs, () -> download(environment)));
    // Chromium has no sandbox for root.
    browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(executable)
        .setArgs(List.of(THIS_MACHINE_ONLY)).setChromiumSandbox(!ROOT));
  }

  Browser browser() {
    return browser;
  }

  /** One of the build's JVMs installs it if it is missing; the others wait. */
  private static Path executable(Chromium chromium) {
    try (FileChannel file = FileChannel.open(Files.createDirectories(FILES).resolveSibling("chromium.lock"),
             StandardOpenOption.CREATE, StandardOpenOption.WRITE);
         FileLock held = file.lock()) {
      return chromium.executable();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path node() {
    return PROGRAMS.find("node").orElseThrow(() -> new IllegalStateException(
        "No node on PATH. Install Node.js 20 or newer, which the page is built with too."));
  }

  private static boolean runs(List<String> command) {
    try {
      return ended(new ProcessBuilder(command));
    } catch (IOException e) {
      return false;
    }
  }

  private Optional<Path> download(Map<String, String> environment) {
    try {
      ProcessBuilder install = Driver.ensureDriverInstalled(environment, false).createProcessBuilder();
      install.command().addAll(List.of("install", "--with-deps", "chromium"));
      install.environment().putAll(Map.of("PLAYWRIGHT_NODEJS_PATH", node().toString()));
      return ended(install) ? Optional.of(Path.of(playwright.chromium().executablePath())) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean ended(ProcessBuilder command) throws IOException {
    try {
      return command.redirectErrorStream(true).redirectOutput(log()).start().waitFor() == 0;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Not standard output, which Maven uses to follow the tests. */
  private static Redirect log() throws IOException {
    return Redirect.appendTo(Files.createDirectories(FILES).resolve("chromium.log").toFile());
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
