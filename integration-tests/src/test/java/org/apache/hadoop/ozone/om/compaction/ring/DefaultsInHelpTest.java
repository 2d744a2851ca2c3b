// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.ozone.admin.om.compaction.command.CompactionCommand;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.planner.plan.PlanLimits;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command names the defaults of the planner, which is no part of it. */
class DefaultsInHelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"preview", "trigger"})
  void helpNamesTheDefaultsOfTheThresholds(String command) {
    String help = CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory()).getSubcommands()
        .get(command).getUsageMessage().replaceAll("\\s+", " ");
    assertThat(help).contains("Default: " + PlanLimits.DEFAULT.minRatio() + " for a job",
        "Default: " + PlanLimits.DEFAULT.minTombstones() + " for a job",
        "A bucket or key range that is named passes the default");
  }
}
