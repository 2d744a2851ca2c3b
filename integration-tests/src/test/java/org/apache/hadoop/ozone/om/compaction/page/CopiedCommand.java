// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.demo.AdminCli;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;

/** Runs a copied command unchanged: bash splits it into words, the real command or a real request executes it. */
final class CopiedCommand {
  private static final ObjectMapper JSON = CompactionJson.mapper();
  private static final List<String> COMMAND = List.of("admin", "om", "compaction");

  private CopiedCommand() {
  }

  /** Runs {@code ozone admin om compaction ...}; @param more options after those that were copied. */
  static String run(AdminCli cli, String command, String... more) throws IOException, InterruptedException {
    List<String> words = words("ozone", command);
    assertThat(words).startsWith(COMMAND.toArray(String[]::new));
    List<String> args = new ArrayList<>(words.subList(COMMAND.size(), words.size()));
    args.addAll(List.of(more));
    AdminCli.Result result = cli.run(args.toArray(String[]::new));
    assertThat(result.exitCode()).as("%s: %s", args, result).isZero();
    return result.out();
  }

  /** Runs {@code curl -X POST -H HEADER ... --data BODY URL}. */
  static JobJson send(String command) throws IOException, InterruptedException {
    List<String> words = words("curl", command);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(words.get(words.size() - 1)));
    for (int at = 0; at < words.size() - 1; at += 2) {
      String value = words.get(at + 1);
      switch (words.get(at)) {
        case "-X" -> assertThat(value).isEqualTo("POST");
        case "-H" -> request.header(value.split(": ")[0], value.split(": ")[1]);
        case "--data" -> request.POST(BodyPublishers.ofString(value));
        default -> throw new IllegalArgumentException(command);
      }
    }
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", command, answer.body()).isEqualTo(202);
    return job(answer.body());
  }

  static JobJson job(String json) throws IOException {
    return JSON.readValue(json, JobJson.class);
  }

  private static List<String> words(String program, String command) throws IOException, InterruptedException {
    assertThat(command).startsWith(program + ' ');
    Process bash = new ProcessBuilder("bash", "-c", program + "() { printf '%s\\0' \"$@\"; }\n" + command).start();
    String output = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(command).isZero();
    return List.of(output.split("\0"));
  }
}
