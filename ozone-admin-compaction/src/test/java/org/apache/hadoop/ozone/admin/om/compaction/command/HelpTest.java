// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The help of each command agrees with the command. */
class HelpTest {
  private final Cli cli = new Cli();

  @AfterEach
  void close() {
    cli.close();
  }

  static List<String> examples() {
    List<String> examples = new ArrayList<>();
    addExamples(CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory()), examples);
    assertThat(examples).hasSizeGreaterThan(20);
    return examples;
  }

  private static void addExamples(CommandLine command, List<String> examples) {
    Stream.of(command.getCommandSpec().usageMessage().footer()).map(line -> line.replace("%%", "%").trim())
        .forEach(examples::add);
    command.getSubcommands().values().forEach(below -> addExamples(below, examples));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleCanBeTyped(String example) throws Exception {
    List<String> words = words(example);
    assertThat(String.join(" ", words)).startsWith(CompactionCommand.FULL_NAME);
    int name = CompactionCommand.FULL_NAME.split(" ").length;
    CommandLine.ParseResult parsed = cli.commandLine()
        .parseArgs(words.subList(name, words.size()).toArray(new String[0]));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    ((CompactionSubcommand) parsed.commandSpec().userObject()).check();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleFitsOnOneLine(String example) {
    assertThat(("  " + example).length()).isLessThanOrEqualTo(CompactionCommand.HELP_WIDTH);
  }

  /** Splits a line into words as a shell does. */
  private static List<String> words(String line) throws IOException {
    Process shell = new ProcessBuilder("bash", "-c", "printf '%s\\n' " + line).start();
    return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
      "nodes,          0 1 2 6",
      "list,           0 1 2",
      "preview,        0 1 2",
      "trigger,        0 1 2 3 4 5 6",
      "status,         0 1 2 3 4 5 6",
      "cancel,         0 1 2 6",
      "retry,          0 1 2 3 4 5 6",
      "update,         0 1 2",
      "pause,          0 1 2",
      "resume,         0 1 2",
      "service,        0 1 2",
      "service pause,  0 1 2",
      "service resume, 0 1 2",
      "explain,        0 1 2",
      "sst-files,      0 1 2"})
  void helpListsTheExitCodesOfEachCommand(String command, String codes) {
    CommandLine line = CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory());
    for (String name : command.split(" ")) {
      line = line.getSubcommands().get(name);
    }
    assertThat(String.join(" ", line.getCommandSpec().usageMessage().exitCodeList().keySet())).isEqualTo(codes);
  }

  /** By one of its names. The guide leaves out help and version, which every command has. */
  @ParameterizedTest
  @MethodSource("commands")
  void guideNamesEveryOption(CommandLine command) throws IOException {
    String guide = Files.readString(Path.of("../docs/operator-guide.md"))
        + Files.readString(Path.of("../docs/reference.md"))
        + Files.readString(Path.of("../docs/automatic-service.md"));
    assertThat(command.getCommandSpec().options()).filteredOn(option -> !option.usageHelp() && !option.versionHelp())
        .extracting(option -> List.of(option.names()))
        .filteredOn(names -> names.stream().noneMatch(name ->
            Pattern.compile("`[^`]*" + name + "\\b").matcher(guide).find()))
        .isEmpty();
  }

  static List<CommandLine> commands() {
    return List.copyOf(CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory())
        .getSubcommands().values());
  }

  /** The row of exit code 0 names the commands that end so while some OMs are silent; the others end with 1. */
  @ParameterizedTest
  @CsvSource({"nodes", "status", "list", "preview", "sst-files", "service"})
  void helpSaysOfSilentOmsWhatTheReferenceSays(String command) throws IOException {
    String reference = Files.readString(Path.of("../docs/reference.md"));
    boolean done = reference.split("\n\\| 0 \\| ")[1].split("\n")[0].contains("`" + command + "`");
    String help = CompactionCommand.commandLine(Surroundings.real(), CommandLine.defaultFactory()).getSubcommands()
        .get(command).getUsageMessage();
    assertThat(help.contains("Done, also while some OMs are silent")).isEqualTo(done);
    assertThat(help.contains("an OM that was asked did not answer")).isEqualTo(!done);
  }
}
