// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ozone-admin-compaction/ozone-admin-compaction}, for users without an Ozone home. */
class CheckoutLauncherTest {
  private static final Path LAUNCHER = Path.of("../../ozone-admin-compaction/ozone-admin-compaction");

  @TempDir
  private Path temp;
  private Path checkout;

  @BeforeEach
  void createCheckout() throws IOException {
    checkout = temp.resolve("check out");
    Path copy = checkout.resolve("ozone-admin-compaction/ozone-admin-compaction");
    Files.createDirectories(copy.getParent());
    Files.copy(LAUNCHER, copy, StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Test
  void saysWhatToRunWhenNothingIsBuilt() {
    Shell.Result result = launch(Map.of(), "list");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEqualTo("Not built yet. Run 'mvn -q -ntp -Pdemo' in " + checkout + " first.");
  }

  @Test
  void saysWhatToRunWhenTheDemoIsNotRunning() throws IOException {
    build();

    Shell.Result result = launch(Map.of(), "list");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("The demo is not running: run 'mvn -q -ntp -Pdemo' in " + checkout);
  }

  @Test
  void saysWhichDirectoryLacksTheConfiguration() throws IOException {
    build();

    Shell.Result result = launch(Map.of("OZONE_CONF_DIR", "/no/such/conf"), "list");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).isEqualTo("There is no ozone-site.xml in OZONE_CONF_DIR, /no/such/conf.");
  }

  @Test
  void passesArgumentsAndExitCodeThrough() throws IOException {
    build();
    StockHome.write(checkout, "src/demo/target/demo/conf/ozone-site.xml", "<configuration/>");

    Shell.Result result = launch(Map.of("JAVA_HOME", javaThatAnswers(5).toString()), "list", "--bucket", "/v/b b");

    assertThat(result.exitCode()).isEqualTo(5);
    assertThat(result.out().lines()).endsWith(
        "org.apache.hadoop.ozone.admin.OzoneAdmin", "om", "compaction", "list", "--bucket", "/v/b b");
  }

  @Test
  void givesHelpWithoutARing() {
    Shell.Result result = Shell.run(temp, Map.of(), List.of(LAUNCHER.toAbsolutePath().toString(), "--help"));

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("Usage: ozone admin om compaction");
    assertThat(result.err()).isEmpty();
  }

  private void build() throws IOException {
    StockHome.write(checkout, "ozone-admin-compaction/target/ozone-admin-compaction-1.0.0.jar", "jar");
    StockHome.write(checkout, "ozone-admin-compaction/target/cli.classpath", "/a.jar:/b.jar");
  }

  /** A java that prints its arguments, one per line. */
  private Path javaThatAnswers(int exitCode) throws IOException {
    Path java = temp.resolve("java home/bin/java");
    StockHome.write(temp, "java home/bin/java", "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\"\nexit " + exitCode + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.getParent().getParent();
  }

  private Shell.Result launch(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(checkout.resolve("ozone-admin-compaction/ozone-admin-compaction").toString());
    command.addAll(Arrays.asList(arguments));
    return Shell.run(temp, environment, command);
  }
}
