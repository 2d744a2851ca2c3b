// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.admin.om.compaction.command.CompactionCommand;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command names the defaults of the OMs, which are no part of it. */
class DefaultsInHelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"preview", "trigger"})
  void helpNamesTheDefaultsOfTheThresholds(String command) {
    String help = CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory()).getSubcommands()
        .get(command).getUsageMessage().replaceAll("\\s+", " ");
    CompactionConfig config = CompactionConfig.from(new OzoneConfiguration());
    assertThat(help).contains("Default: " + config.getTombstoneRatio() + " for a job",
        "Default: " + config.getMinTombstones() + " for a job",
        "A bucket or key range that is named passes the default");
  }
}
