// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.ozone.admin.om.compaction.render.Lines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class IncompatibleOzoneCommandTest {
  @ParameterizedTest
  @CsvSource({
      "'', ozone admin om compaction",
      "list, ozone admin om compaction list",
      "trigger --bucket /v/b --no-such-option=5, ozone admin om compaction trigger"})
  void unfitCommandPrintsItsReasonWhateverTheArguments(String arguments, String command) {
    Throwable misfit = new IllegalStateException("no instance of it", new NoClassDefFoundError("org/apache/Gone"));
    StringWriter err = new StringWriter();

    int exitCode = new CommandLine(new IncompatibleOzoneCommand(misfit)).setErr(new PrintWriter(err, true))
        .execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString().replace('\n', ' ')).startsWith("'" + command + "' cannot be run. This 'ozone ")
        .contains("which range compaction does not fit: java.lang.NoClassDefFoundError: org/apache/Gone. Unpack ");
    assertThat(err.toString().lines()).allMatch(line -> line.length() <= Lines.WIDTH);
  }
}
