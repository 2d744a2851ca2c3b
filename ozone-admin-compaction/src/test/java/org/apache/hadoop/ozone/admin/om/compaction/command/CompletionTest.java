// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.utils.AutoCompletion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bash completes by the script that stock Ozone's {@code ozone completion bash} prints. */
class CompletionTest {
  @TempDir
  private static Path directory;

  @BeforeAll
  static void generate() throws Exception {
    StringWriter script = new StringWriter();
    AutoCompletion completion = new AutoCompletion();
    completion.getCmd().setOut(new PrintWriter(script));
    assertThat(completion.execute(new String[] {"bash"})).isZero();
    Files.writeString(directory.resolve("completion.bash"), script.toString());
  }

  @ParameterizedTest
  @CsvSource({
      "ozone admin om comp,                            compaction",
      "ozone admin om compaction tr,                   trigger",
      "ozone admin om compaction s,                    status service sst-files",
      "ozone admin om compaction update --max-t,       --max-total-bytes",
      "ozone admin om compaction sst-files --al,       --all",
      "'ozone admin om compaction service ',           pause resume",
      "ozone admin om compaction trigger --max-t,      --max-total-bytes",
      "ozone admin om compaction list --sea,           --search",
      "ozone admin om compaction list --output w,      wide",
      "ozone admin om compaction list --sort W,        WAIT",
      "ozone admin om compaction status --state r,     running"})
  void tabOffersTheWordsThatFit(String line, String words) throws Exception {
    assertThat(offered(line)).contains(words.split(" "));
  }

  private static List<String> offered(String line) throws Exception {
    String bash = String.join("\n",
        "source \"$0\"",
        "COMP_LINE=$1; COMP_POINT=${#COMP_LINE}; read -r -a COMP_WORDS <<< \"$1\"",
        "[[ $1 == *' ' ]] && COMP_WORDS+=('')",
        "COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))",
        "function_of=$(complete -p ozone | sed 's/.*-F \\([^ ]*\\) .*/\\1/')",
        "\"$function_of\" && printf '%s\\n' \"${COMPREPLY[@]}\"");
    Process process = new ProcessBuilder("bash", "-c", bash, directory.resolve("completion.bash").toString(), line)
        .redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Arrays.asList(output.split("\\s+"));
  }
}
