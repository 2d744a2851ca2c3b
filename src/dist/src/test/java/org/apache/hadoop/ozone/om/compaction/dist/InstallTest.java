// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Install, upgrade and uninstall as described in docs/install.md. */
class InstallTest {
  @TempDir
  private Path temp;
  private Path home;
  private Map<String, String> stock;

  @BeforeEach
  void createStockHome() throws IOException {
    home = StockHome.create(temp);
    stock = StockHome.contents(home);
  }

  @Test
  void installAddsWhatIsListedAndChangesNoStockFile() throws IOException {
    Overlay.unpackOver(home);

    assertThat(StockHome.contents(home)).containsAllEntriesOf(stock);
    assertThat(Overlay.files()).allSatisfy(file -> assertThat(home.resolve(file)).isRegularFile());
  }

  @Test
  void secondUnpackLeavesTheSameTree() throws IOException {
    Overlay.unpackOver(home);
    Map<String, String> once = StockHome.contents(home);

    Overlay.unpackOver(home);

    assertThat(StockHome.contents(home)).isEqualTo(once);
  }

  @Test
  void upgradeReplacesEveryFileOfTheOldVersion() throws IOException {
    Overlay.unpackOver(home);
    Map<String, String> fresh = StockHome.contents(home);
    for (String file : Overlay.files()) {
      StockHome.write(home, file, "of the old version");
    }

    Overlay.unpackOver(home);

    assertThat(StockHome.contents(home)).isEqualTo(fresh);
  }

  @Test
  void uninstallLeavesTheStockTreeAsItWas() throws IOException {
    Overlay.unpackOver(home);

    Shell.Result uninstall = Overlay.uninstallFrom(home);

    assertThat(uninstall).isEqualTo(new Shell.Result(0, "", ""));
    assertThat(StockHome.contents(home)).isEqualTo(stock);
  }

  @Test
  void uninstallKeepsTheOperatorsOwnFiles() throws IOException {
    Overlay.unpackOver(home);
    String own = "share/ozone/lib/ozone-manager/ranger-plugin.jar";
    StockHome.write(home, own, "of the operator");

    Shell.Result uninstall = Overlay.uninstallFrom(home);

    assertThat(uninstall.err().lines()).singleElement().asString().contains("share/ozone/lib/ozone-manager/");
    assertThat(home.resolve(own)).hasContent("of the operator");
    assertThat(Overlay.files()).allSatisfy(file -> assertThat(home.resolve(file)).doesNotExist());
  }

  @Test
  void uninstallInAnotherDirectoryRemovesNothing() throws IOException {
    Overlay.unpackOver(home);
    Map<String, String> installed = StockHome.contents(home);

    Shell.Result uninstall = Overlay.uninstallFrom(temp);

    assertThat(uninstall.exitCode()).isNotZero();
    assertThat(StockHome.contents(home)).isEqualTo(installed);
  }

  @Test
  void documentedUninstallIsTheTestedOne() throws IOException {
    assertThat(Files.readString(Path.of("../../docs/install.md"))).contains(Overlay.UNINSTALL);
  }
}
