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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An Ozone with a renamed member, or a part of the tarball missing: everything stock works, and a line says why. */
class WrongOzoneTest {
  private static final String STOCK_OM = "org.apache.hadoop.ozone.om.OzoneManagerStarter";
  private static final String OUR_OM = "org.apache.hadoop.ozone.om.compaction.CompactionOzoneManagerStarter";
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";
  private static final String MISFIT =
      "ERROR - Ozone Manager without range compaction: it is made for Ozone 2.2, and this is Ozone "
          + Stock.OM.version();

  @TempDir
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    Overlay.unpackOver(home);
    StockHome.write(home, "etc/hadoop/log4j.properties", """
        log4j.rootLogger=ERROR,console
        log4j.appender.console=org.apache.log4j.ConsoleAppender
        log4j.appender.console.target=System.err
        log4j.appender.console.layout=org.apache.log4j.SimpleLayout
        """);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      createOm | it has no org.apache.hadoop.ozone.om.OzoneManager.createOm(OzoneConfiguration)
      handleWriteRequestImpl | OzoneManagerRequestHandler.handleWriteRequestImpl(OMRequest, ExecutionContext)
      validateRequest | it has no org.apache.hadoop.ozone.protocolPB.OzoneManagerRequestHandler.validateRequest(
      addToDBBatch | it has no org.apache.hadoop.ozone.om.response.OMClientResponse.addToDBBatch(
      startAndCancelPrepare | it wants a method of org.apache.hadoop.ozone.om.compaction.OmStarter that is not there
      """)
  void omIsStockAndALineSaysWhatIsMissing(String member, String reason) throws IOException {
    Shell.Result stock = run(RenamedMember.in(Stock.OM, home, member, Stock.OM.java(home, STOCK_OM)), "--help");
    Shell.Result ours = run(RenamedMember.in(Stock.OM, home, member, Stock.OM.java(home, OUR_OM)), "--help");

    assertThat(ours.exitCode()).isZero();
    assertThat(ours.out()).isEqualTo(stock.out()).contains("--bootstrap");
    assertThat(ours.err().lines().filter(line -> !stock.err().contains(line))).singleElement().asString()
        .startsWith(MISFIT).contains(reason)
        .endsWith(". Use the ozone-compaction tarball that is made for this Ozone.");
  }

  @Test
  void adminSaysWhichMemberIsMissing() throws IOException {
    List<String> admin = RenamedMember.in(Stock.ADMIN, home, "getServiceID", Stock.ADMIN.java(home, ADMIN));

    Shell.Result list = run(admin, "om", "compaction", "list");

    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.err()).startsWith("INTERNAL: This 'ozone admin' is of Ozone " + Stock.ADMIN.version())
        .contains("getServiceID").doesNotContain("\tat ");
    assertThat(run(admin, "om", "--help").exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"ozone-compaction-client.jar", "ozone-compaction-api.jar"})
  void adminWorksWithoutOneOfOurJars(String jar) throws IOException {
    Files.delete(home.resolve("share/ozone/lib/ozone-cli-admin").resolve(jar));
    List<String> admin = Stock.ADMIN.java(home, ADMIN);

    Shell.Result list = run(admin, "om", "compaction", "list", "--bucket", "/v/b");

    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.err().replace('\n', ' ')).contains("'ozone admin' is of Ozone " + Stock.ADMIN.version(),
        "ClassNotFoundException", "Unpack the ozone-compaction tarball that is made for it over OZONE_HOME again.")
        .doesNotContain("\tat ");
    Shell.Result help = run(admin, "om", "--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("\n  roles", "\n  compaction ");
  }

  private Shell.Result run(List<String> command, String... arguments) {
    List<String> line = new ArrayList<>(command);
    line.addAll(Arrays.asList(arguments));
    return Shell.run(home, Map.of("HOME", home.toString()), line);
  }
}
