// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes on the classpath that the launcher makes from stock Ozone and the unpacked tree. */
class StartTest {
  private static final String STOCK_OM = "org.apache.hadoop.ozone.om.OzoneManagerStarter";
  private static final String OUR_OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";

  /** A line of the list of commands in a help text. */
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z-]+)\\b");

  @TempDir
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    Overlay.unpackOver(home);
    Files.createDirectories(home.resolve("etc/hadoop"));
  }

  @ParameterizedTest
  @CsvSource({"--help, 0", "--version, 0", "--init --help, 0", "--no-such-option, 2"})
  void omAnswersLikeStock(String arguments, int exitCode) {
    Shell.Result ours = om(OUR_OM, arguments);

    assertThat(ours).isEqualTo(om(STOCK_OM, arguments));
    assertThat(ours.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void initWithoutScmFailsAsTheStockOneDoes() throws IOException {
    StockHome.writeSite(home, Map.of(
        "ozone.metadata.dirs", home.resolve("metadata").toString(),
        "ozone.om.address", "127.0.0.1",
        "ozone.scm.names", "127.0.0.1",
        "ozone.scm.block.client.address", "127.0.0.1:1",
        "hdds.scmclient.failover.max.retry", "1",
        "hdds.scmclient.failover.retry.interval", "10ms",
        "hdds.scmclient.max.retry.timeout", "1s",
        "ozone.scm.info.wait.duration", "1s"));

    Shell.Result init = om(OUR_OM, "--init");

    assertThat(init.exitCode()).isEqualTo(255);
    assertThat(init.err()).endsWith("OM Init failed.");
  }

  @Test
  void adminListsOurCommands() {
    Shell.Result help = java(Stock.ADMIN, ADMIN, "om compaction --help");

    assertThat(help.exitCode()).as(help.err()).isZero();
    String commands = help.out().replaceAll("(?s).*\nCommands:\n|\n\n.*", "");
    assertThat(COMMAND.matcher(commands).results().map(match -> match.group(1)))
        .containsExactlyInAnyOrder("nodes", "list", "preview", "trigger", "status", "cancel", "retry", "update",
            "pause", "resume", "service", "explain", "sst-files");
  }

  @Test
  void adminIsOtherwiseStock() {
    Shell.Result withOverlay = java(Stock.ADMIN, ADMIN, "--help");
    Overlay.uninstallFrom(home);

    assertThat(withOverlay.exitCode()).as(withOverlay.err()).isZero();
    assertThat(withOverlay).isEqualTo(java(Stock.ADMIN, ADMIN, "--help"));
  }

  private Shell.Result om(String mainClass, String arguments) {
    return java(Stock.OM, mainClass, arguments);
  }

  private Shell.Result java(Stock process, String mainClass, String arguments) {
    List<String> command = new ArrayList<>(process.java(home, mainClass));
    command.addAll(Arrays.asList(arguments.split(" ")));
    return Shell.run(home, Map.of("HOME", home.toString()), command);
  }
}
