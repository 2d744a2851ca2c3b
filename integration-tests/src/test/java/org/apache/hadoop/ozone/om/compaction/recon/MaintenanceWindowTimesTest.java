// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.recon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/maintenance-window.sh converts times in the user's zone to the same moments as the command. */
class MaintenanceWindowTimesTest {
  private static final String SCRIPT = Path.of("../docs/maintenance-window.sh").toAbsolutePath().toString();
  private static final Path DATE = Path.of("/usr/bin/date");

  @TempDir
  private Path directory;
  private Path log;

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      "tonight, in New York      | America/New_York | 2030-06-01T18:00:00Z | 22:00 | 04:00 | 2030-06-02T02:00:00Z"
          + " | 2030-06-02T08:00:00Z",
      "22:00 is past             | America/New_York | 2030-06-02T03:00:00Z | 22:00 | 04:00 | 2030-06-03T02:00:00Z"
          + " | 2030-06-03T08:00:00Z",
      "at once, until 04:00      | America/New_York | 2030-06-01T18:00:00Z | -     | 04:00 | -"
          + " | 2030-06-02T08:00:00Z",
      "a night with an hour more | America/New_York | 2030-11-02T20:00:00Z | 22:00 | 04:00 | 2030-11-03T02:00:00Z"
          + " | 2030-11-03T09:00:00Z",
      "half an hour off, one digit | Asia/Kolkata   | 2030-06-01T12:00:00Z | 9:30  | 10:00 | 2030-06-02T04:00:00Z"
          + " | 2030-06-02T04:30:00Z",
      "midnight to midnight      | Asia/Kolkata     | 2030-06-01T12:00:00Z | 00:00 | 00:00 | 2030-06-01T18:30:00Z"
          + " | 2030-06-02T18:30:00Z",
      "just now is tomorrow      | Europe/Berlin    | 2030-06-01T12:00:00Z | 14:00 | 14:00 | 2030-06-02T12:00:00Z"
          + " | 2030-06-03T12:00:00Z",
      "in a minute               | Europe/Berlin    | 2030-06-01T12:00:00Z | 14:01 | 14:00 | 2030-06-01T12:01:00Z"
          + " | 2030-06-02T12:00:00Z",
      "02:30 is skipped          | Europe/Berlin    | 2030-03-30T23:00:00Z | 02:30 | 04:00 | 2030-03-31T01:30:00Z"
          + " | 2030-03-31T02:00:00Z",
      "02:30 comes twice         | Europe/Berlin    | 2030-10-26T22:00:00Z | 02:30 | 03:30 | 2030-10-27T00:30:00Z"
          + " | 2030-10-27T02:30:00Z",
      "midnight is skipped       | America/Santiago | 2026-09-05T20:00:00Z | 00:00 | 06:00 | 2026-09-06T04:00:00Z"
          + " | 2026-09-06T09:00:00Z",
      "a moment is a moment      | Europe/Berlin    | 2030-06-01T12:00:00Z | 2030-06-05T22:00Z | 2030-06-06 01:00"
          + " | 2030-06-05T22:00:00Z | 2030-06-05T23:00:00Z"})
  void timesAreLocalAndTheNextSuch(String name, String zone, Instant now, String notBefore, String notAfter,
      String opens, String closes) throws Exception {
    List<String> arguments = new ArrayList<>();
    if (notBefore != null) {
      arguments.addAll(List.of("--not-before", notBefore));
    }
    arguments.addAll(List.of("--not-after", notAfter, "/v/b"));
    try (StandInRecon recon = new StandInRecon(JobStateJson.SUCCEEDED)) {
      assertThat(run(zone, now, recon, arguments)).as("%s", said()).isZero();
      JsonNode request = new ObjectMapper().readTree(recon.submitted().get(0));
      assertThat(request.path("notBefore").asText(null)).isEqualTo(opens);
      assertThat(request.path("notAfter").asText()).isEqualTo(closes);
    }
  }

  @Test
  void windowIsShownWithItsOffset() throws Exception {
    try (StandInRecon recon = new StandInRecon(JobStateJson.SUCCEEDED)) {
      run("America/New_York", Instant.parse("2030-06-01T18:00:00Z"), recon,
          List.of("--not-before", "22:00", "--not-after", "04:00", "/v/b"));
      assertThat(said()).contains("from 2030-06-01 22:00:00 -04:00 to 2030-06-02 04:00:00 -04:00");
    }
  }

  private int run(String zone, Instant now, StandInRecon recon, List<String> arguments)
      throws IOException, InterruptedException {
    ProcessBuilder check = new ProcessBuilder("bash", "-c",
        "command -v curl && command -v jq && test -x " + DATE + " && TZ=Asia/Kolkata date -d 22:00 +%z | grep 0530");
    assumeThat(check.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor())
        .as("the script needs curl, jq, GNU date and the zones").isZero();
    Path own = Files.createDirectories(directory.resolve("bin"));
    // Replaces the current time only; everything else is passed to date.
    Files.writeString(own.resolve("date"), "#!/bin/sh\n[ \"$*\" = +%s ] && echo " + now.getEpochSecond()
        + " || exec " + DATE + " \"$@\"\n");
    assertThat(own.resolve("date").toFile().setExecutable(true)).isTrue();
    log = directory.resolve("log");
    List<String> command = new ArrayList<>(List.of(SCRIPT, "--recon", recon.origin()));
    command.addAll(arguments);
    ProcessBuilder script = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    script.environment().put("TZ", zone);
    script.environment().put("POLL_SECONDS", "1");
    script.environment().merge("PATH", own.toString(), (path, first) -> first + ':' + path);
    Process process = script.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String said() throws IOException {
    return Files.readString(log);
  }
}
