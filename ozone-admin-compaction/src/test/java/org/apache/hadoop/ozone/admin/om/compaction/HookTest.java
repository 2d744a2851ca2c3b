// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.ozone.admin.OzoneAdmin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands in the stock {@code ozone admin}. */
class HookTest {
  private final OzoneAdmin admin = new OzoneAdmin();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    admin.getCmd().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return admin.execute(args);
  }

  @Test
  void helpOfOmListsCompaction() {
    assertThat(run("om", "--help")).isZero();
    assertThat(out.toString()).contains("\n  compaction ").contains("\n  roles");
  }

  @Test
  void helpOfCompactionListsItsCommands() {
    assertThat(run("om", "compaction", "--help")).isZero();
    assertThat(out.toString()).contains("\n  nodes ", "\n  list ", "\n  preview ", "\n  trigger ", "\n  status ",
        "\n  cancel ", "\n  retry ", "\n  update ", "\n  pause ", "\n  resume ", "\n  service ", "\n  explain ");
  }

  /** The OM counts and plans, the command shows it: a plan of its own would tell something else one day. */
  @Test
  void planningIsNoPartOfTheCommand() {
    assertThat(getClass().getClassLoader().getResource("org/apache/hadoop/ozone/om/compaction/proto")).isNotNull();
    assertThat(getClass().getClassLoader().getResource("org/apache/hadoop/ozone/om/compaction/planner")).isNull();
  }

  @Test
  void hookRemovesItself() {
    assertThat(admin.getCmd().getSubcommands()).containsKey("om").doesNotContainKey(CompactionHook.NAME);
  }

  @Test
  void missingSubcommandIsWrongUsage() {
    assertThat(run("om", "compaction")).isEqualTo(2);
  }

  @Test
  void wrongValueIsAnsweredInTwoLines() {
    assertThat(run("om", "compaction", "list", "--length", "many")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(2).last()
        .isEqualTo("See 'ozone admin om compaction list --help'.");
  }

  @Test
  void wrongValueOfAStockCommandIsAnsweredAsBefore() {
    assertThat(run("om", "roles", "--no-such-option")).isEqualTo(2);
    assertThat(err.toString()).contains("--no-such-option").doesNotContain("See 'ozone");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      nodes   | Refused, or no OM answered
      list    | Refused, or an OM that was asked did not answer
      preview | Refused, or an OM that was asked did not answer
      trigger | Refused, or an OM that was asked did not answer
      status  | Refused, or no OM answered
      cancel  | Refused, or an OM that was asked did not answer
      retry   | Refused, or an OM that was asked did not answer
      update  | Refused, or an OM that was asked did not answer
      pause   | Refused, or an OM that was asked did not answer
      resume  | Refused, or an OM that was asked did not answer
      service | Refused, or an OM that was asked did not answer
      explain | Refused, or an OM that was asked did not answer
      """)
  void helpOfEachCommandListsCommonOptionsAndExitCodes(String command, String exitCodeOne) {
    assertThat(run("om", "compaction", command, "--help")).isZero();
    assertThat(out.toString()).contains("--service-id", "--om-service-id", "--json", "--verbose", "Exit codes:",
        exitCodeOne, "Examples:");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void optionsOfTheRootApplyToSubcommands() {
    assertThat(run("-D", "ozone.om.service.ids=a,b", "om", "compaction", "nodes", "--verbose")).isEqualTo(2);
    assertThat(err.toString()).contains("--service-id: Several OM services are configured: a, b")
        .contains("\tat ").contains("RefusedException");
  }

  @Test
  void errorPrintsNoStackWithoutVerbose() {
    assertThat(run("-D", "ozone.om.service.ids=a,b", "om", "compaction", "nodes", "--service-id", "c")).isEqualTo(2);
    assertThat(err.toString()).contains("BAD_REQUEST: --service-id: No OM service 'c'").doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }
}
