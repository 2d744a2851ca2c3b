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
import org.apache.hadoop.ozone.om.compaction.fault.PreparedDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --db} in a real process of {@code ozone admin}, whose class path has no OM, in an OZONE_HOME. */
class CopiedDatabaseTest {
  private static final String ADMIN = "org.apache.hadoop.ozone.admin.OzoneAdmin";

  @TempDir
  private Path home;

  @BeforeEach
  void unpack() throws IOException {
    Overlay.unpackOver(home);
    Stock.OM.writeClasspath(home);
    Files.createDirectories(home.resolve("etc/hadoop"));
  }

  @ParameterizedTest
  @CsvSource({"OM, ADMIN", "OTHER_OM, OTHER_ADMIN"})
  void adminReadsADatabaseWithoutAnOmAndChangesNothing(Stock om, Stock admin) throws Exception {
    om.writeClasspath(home);
    Path database = PreparedDatabase.make(home.resolve("metadata"));
    Map<String, String> before = StockHome.contents(home.resolve("metadata"));

    Shell.Result list = run(admin, "list", "--all", "--db", database.toString());
    Shell.Result preview = run(admin, "preview", "--bucket", "/vol/dead-1", "--db", database.toString());
    Shell.Result files = run(admin, "sst-files", "--cf", "fileTable", "--json", "--db", database.toString());

    assertThat(list.exitCode()).as(list.err()).isZero();
    assertThat(list.out()).contains("/vol/dead-1", "14.0k", "WHOLE TABLE");
    assertThat(preview.exitCode()).as(preview.err()).isZero();
    assertThat(preview.out()).contains(database + ": ", "28.0k tombstones");
    // Behind it may be a warning that another RocksDB has opened the database.
    assertThat(preview.err()).contains("\n  ozone admin om compaction trigger --bucket /vol/dead-1");
    assertThat(files.exitCode()).as(files.err()).isZero();
    assertThat(files.out()).contains("\"nodeId\" : \"" + database + '"', "\"name\" : \"");
    assertThat(StockHome.contents(home.resolve("metadata"))).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "planner"})
  void adminLoadsTheOmForADatabaseOnly(String jar) throws IOException {
    Path ours = home.resolve("share/ozone/lib/ozone-manager/ozone-compaction-" + jar + ".jar");
    Files.delete(ours);

    Shell.Result help = run(Stock.ADMIN, "list", "--help");
    Shell.Result list = run(Stock.ADMIN, "list", "--db", home.toString());

    assertThat(help.exitCode()).as(help.err()).isZero();
    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.err().replace('\n', ' ')).contains("INTERNAL: --db needs the jars of 'ozone om' and of the add-on",
        ours + " cannot be read.");
  }

  @Test
  void adminSaysInTwoLinesWhatIsNoDatabase() {
    Shell.Result list = run(Stock.ADMIN, "list", "--db", home.toString());

    assertThat(list.exitCode()).isEqualTo(2);
    assertThat(list.err()).endsWith("BAD_REQUEST: " + home + " holds no database: it has no file CURRENT.\n"
        + "See 'ozone admin om compaction list --help'.");
  }

  private Shell.Result run(Stock admin, String... arguments) {
    List<String> command = new ArrayList<>(admin.java(home, ADMIN));
    command.addAll(List.of("om", "compaction"));
    command.addAll(Arrays.asList(arguments));
    return Shell.run(home, Map.of("HOME", home.toString()), command);
  }
}
