// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes on the classpath that the launcher makes from stock Ozone and the unpacked tree. */
class StartTest {
  private static final String STOCK_OM = "org.apache.hadoop.ozone.om.OzoneManagerStarter";
  private static final String OUR_OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";


  @TempDir
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    Overlay.unpackOver(home);
    Files.createDirectories(home.resolve("etc/hadoop"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "--init --help", "--bootstrap --help", "--no-such-option"})
  void omAnswersAsTheStockOneDoes(String arguments) {
    assertThat(om(OUR_OM, arguments)).isEqualTo(om(STOCK_OM, arguments));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version"})
  void omEndsWell(String arguments) {
    assertThat(om(OUR_OM, arguments).exitCode()).isZero();
  }

  @Test
  void initWithoutScmFailsAsTheStockOneDoes() throws IOException {
    StockHome.write(home, "etc/hadoop/ozone-site.xml", """
        <configuration>
          <property><name>ozone.metadata.dirs</name><value>%s</value></property>
          <property><name>ozone.om.address</name><value>127.0.0.1</value></property>
          <property><name>ozone.scm.names</name><value>127.0.0.1</value></property>
          <property><name>ozone.scm.block.client.address</name><value>127.0.0.1:1</value></property>
          <property><name>hdds.scmclient.failover.max.retry</name><value>1</value></property>
          <property><name>hdds.scmclient.failover.retry.interval</name><value>10ms</value></property>
          <property><name>hdds.scmclient.max.retry.timeout</name><value>1s</value></property>
          <property><name>ozone.scm.info.wait.duration</name><value>1s</value></property>
        </configuration>
        """.formatted(home.resolve("metadata")));

    Shell.Result init = om(OUR_OM, "--init");

    assertThat(init.exitCode()).isEqualTo(255);
    assertThat(init.err()).endsWith("OM Init failed.");
  }

  private Shell.Result om(String mainClass, String arguments) {
    return java(Stock.OM, mainClass, arguments);
  }

  private Shell.Result java(Stock process, String mainClass, String arguments) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
        "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-cp", home.resolve("etc/hadoop") + File.pathSeparator + process.classpathWithOverlay(home), mainClass));
    command.addAll(Arrays.asList(arguments.split(" ")));
    return Shell.run(home, Map.of("HOME", home.toString()), command);
  }
}
