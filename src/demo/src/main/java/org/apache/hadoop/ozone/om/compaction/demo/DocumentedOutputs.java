// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.awaitility.Awaitility;

/**
 * Outputs of commands that documents show. A line {@code <!-- demo: STEP ... -->} in README.md or a file in docs names
 * steps of {@code documented-outputs}; below it stand their commands with what they print.
 */
final class DocumentedOutputs {
  private static final MarkedPlaces PLACES = new MarkedPlaces("demo");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  /** Words that differ between runs: job ids, keys in base64, and times. */
  private static final Pattern OPAQUE = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
      + "|(?m:^[0-9a-f]{8}(?=  ))"
      + "|\"(base64|nextKey)\": \"[^\"]*\"|\\d{4}-\\d\\d-\\d\\d[ T][\\d:.]+( \\+\\d\\d:\\d\\d|Z)?");
  /** A number with the sign before it and the unit behind it, which may stand on the next line. */
  private static final Pattern NUMBER = Pattern.compile(
      "(?<![\\w.])[~<>=≥]*\\d[\\d,.]*(k|M)?(\\s(us|ms|s|min|h|B|KB|MB|GB|%))?(?![\\w.])");
  private static final String COMMAND = "ozone admin om compaction ";

  private final AdminCli cli;
  private final DocumentedCall calls;

  /** @param calls of Recon's REST API */
  DocumentedOutputs(AdminCli cli, DocumentedCall calls) {
    this.cli = cli;
    this.calls = calls;
  }

  /**
   * A command that is run once.
   *
   * @param name    the name that documents use
   * @param command as it is typed
   */
  record Step(String name, String command) {
    /** Whether the command changes nothing and may be run again. */
    boolean isRead() {
      return !command.matches(".*( trigger | cancel | POST | -d ').*");
    }
  }

  /** All steps, in the order in which they are run. */
  static List<Step> steps() throws IOException {
    try (InputStream steps = Objects.requireNonNull(
        DocumentedOutputs.class.getResourceAsStream("/documented-outputs"), "documented-outputs")) {
      return new String(steps.readAllBytes(), StandardCharsets.UTF_8).lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#")).map(line -> line.split(" +", 2))
          .map(words -> new Step(words[0], words[1])).toList();
    }
  }

  /**
   * Makes what documents show repeatable: the first OM leads, no tombstone of the demo is in memtables, where only some
   * OMs would have it, and the service has planned since the worst bucket was compacted.
   */
  static void prepare(EmbeddedRing ring, AdminCli cli) throws IOException {
    new BulkTables(ring).flush(OMDBDefinition.KEY_TABLE);
    Awaitility.await("a look of every OM").atMost(PATIENCE).until(() -> {
      // The leader may change meanwhile, and a list names slow lists of the other OMs alone.
      lead(ring);
      return isPlanned(cli.run("service").out())
          && areWhole(cli.run("list").out(), ring.nodeIds().get(ring.nodeIds().size() - 1));
    });
  }

  /** True if the service has chosen ranges, and none of the bucket that the demo has compacted. */
  private static boolean isPlanned(String service) {
    return service.contains("CHOSEN") && !service.contains(DemoData.WORST.path());
  }

  /** True if slow lists on an OM beside the leader are named, and no OM has anything left to look at. */
  private static boolean areWhole(String slowLists, String nodeId) {
    return slowLists.contains("On " + nodeId + " lists are slow") && !slowLists.contains("where anybody has looked")
        && !slowLists.contains(" or more") && !slowLists.contains("Not known of");
  }

  /** Makes the first OM the leader, as documents show it in that role. */
  static void lead(EmbeddedRing ring) throws IOException {
    String first = ring.nodeIds().get(0);
    if (!ring.leader().getOMNodeId().equals(first)) {
      ring.transferLeadership(first);
    }
  }

  /** Runs a step. @return the command as it is typed, and what it prints */
  String run(Step step) throws IOException {
    String output = step.command().startsWith(COMMAND)
        ? command(step.command().substring(COMMAND.length())) : calls.answer(step.command());
    return "$ " + step.command() + '\n' + output;
  }

  private String command(String args) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output, true);
    cli.run(writer, writer, args.split(" "));
    return output.toString();
  }

  /**
   * Runs all steps and fills their outputs into the documents. An output with the same words as before is not changed,
   * so that a reviewer sees only real changes.
   *
   * @return the documents that have changed
   */
  List<Path> fill(Path root) throws IOException {
    Map<String, String> outputs = new HashMap<>();
    for (Step step : steps()) {
      outputs.put(step.name(), run(step));
    }
    List<Path> changed = new ArrayList<>();
    for (Path document : documents(root)) {
      if (PLACES.fill(document, (names, before) -> {
        String now = "```\n" + Arrays.stream(names.split(" "))
            .map(name -> Objects.requireNonNull(outputs.get(name), () -> document + ": there is no step " + name))
            .collect(Collectors.joining("\n")) + "```\n";
        return comparable(now).equals(comparable(before)) ? before : now;
      })) {
        changed.add(document);
      }
    }
    return changed;
  }

  /** All outputs of each step in the documents, by the step's name. */
  static Map<String, List<String>> shown(Path root) throws IOException {
    Map<String, List<String>> shown = new HashMap<>();
    for (Path document : documents(root)) {
      for (MarkedPlaces.Place place : PLACES.of(document)) {
        String[] names = place.name().split(" ");
        String[] outputs = place.text().replace("```\n", "").split("(?m)^(?=\\$ )");
        if (names.length != outputs.length) {
          throw new IOException(document + ": as many commands as names below 'demo: " + place.name() + "'");
        }
        for (int i = 0; i < names.length; i++) {
          shown.computeIfAbsent(names[i], name -> new ArrayList<>()).add(outputs[i]);
        }
      }
    }
    return shown;
  }

  /**
   * Reduces an output to what is the same in every run: headers of tables, and the set of words. Numbers, times, ids,
   * the number of rows and their order may differ, as files of two runs are not the same.
   */
  static List<String> comparable(String output) {
    String text = OPAQUE.matcher(output).replaceAll("");
    text = NUMBER.matcher(text).replaceAll("").replaceAll("\\d+", "#");
    List<String> same = text.lines().filter(line -> line.matches("[A-Z][A-Z /]+ [A-Z /]+"))
        .map(header -> header.trim().replaceAll(" +", " ")).collect(Collectors.toCollection(ArrayList::new));
    Arrays.stream(text.split("\\s+")).map(word -> word.replaceAll("^[\\[(]+|[])?,.;:-]+$", ""))
        .filter(word -> !word.isEmpty()).distinct().sorted().forEach(same::add);
    return same;
  }

  private static List<Path> documents(Path root) throws IOException {
    List<Path> documents = new ArrayList<>(List.of(root.resolve("README.md")));
    documents.addAll(MarkedPlaces.documents(root.resolve("docs")));
    return documents;
  }
}
