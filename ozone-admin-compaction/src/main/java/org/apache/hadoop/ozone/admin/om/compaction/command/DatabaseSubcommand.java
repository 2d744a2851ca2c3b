// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.ShellText;
import org.apache.hadoop.ozone.om.compaction.client.DatabaseTrees;
import org.apache.hadoop.ozone.om.compaction.client.Ring;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * Base of the subcommands that read LSM trees, either from OMs or, with {@code --db}, from a database on this machine.
 */
abstract class DatabaseSubcommand extends RowsSubcommand {
  /** The options that name keys. Without any of them, {@link #hintTrigger} prints {@code --everything}. */
  private static final List<String> TARGETS = Arrays.asList("--slow", "--volume", "--bucket", "--prefix",
      "--path", "--key-range");

  @Option(names = "--db", paramLabel = "PATH",
      description = "Read this om.db instead of asking an OM: of an OM that is stopped, a copy, or a checkpoint. It is"
          + " opened read-only, and nothing in it changes. Refused while a process has it open")
  private File db;

  /** Reads the LSM trees, prints the result and returns the exit code. */
  abstract int answer(TreeReads trees) throws IOException;

  @Override
  final int run(Ring ring) throws IOException {
    return answer(ring);
  }

  @Override
  final int run() throws IOException {
    if (db == null) {
      return super.run();
    }
    try (DatabaseTrees trees = surroundings().database(getOzoneConf(), db)) {
      int exit = withNearestName(trees, () -> answer(trees));
      trees.warnings().forEach(warning -> say("Warning: " + warning));
      return exit;
    }
  }

  /** True if no ring is asked, so that no job can be submitted. */
  final boolean readsDatabase() {
    return db != null;
  }

  /** The {@code trigger} command for the slow places of this read's targets. */
  final String triggerSlow() {
    return command("trigger --slow" + optionsOf(TARGETS::contains) + optionsOf(name -> !TARGETS.contains(name)));
  }

  /** True if options select tables, buckets or keys. */
  final boolean isSelective() {
    return !optionsOf(name -> true).isEmpty();
  }

  /** With {@code --db}: prints a {@code trigger} command with the options of this read, to be run on the ring. */
  final void hintTrigger() {
    String targets = optionsOf(TARGETS::contains);
    hintOnRing(command("trigger" + (targets.isEmpty() ? " --everything" : targets)
        + optionsOf(name -> !TARGETS.contains(name))));
  }

  /** With {@code --db}: prints a command that is to be run on the ring. */
  final void hintOnRing(String command) {
    if (db != null && isText()) {
      hintCommand("On the ring, where each OM plans by its own files:", command);
    }
  }

  /** Returns those options of this read that {@code trigger} has, too, each with a space before it. */
  private String optionsOf(Predicate<String> names) {
    CommandSpec ofTrigger = CommandSpec.forAnnotatedObject(new TargetOptions.OfRanges());
    StringBuilder words = new StringBuilder();
    // An option that is given twice matches twice, each time with all of its values.
    for (OptionSpec option : new LinkedHashSet<>(spec().commandLine().getParseResult().matchedOptions())) {
      if (names.test(option.longestName())
          && ofTrigger.findOption(option.longestName()) != null) {
        option.originalStringValues().forEach(value -> words.append(' ').append(option.longestName())
            .append(option.arity().max() == 0 ? "" : ' ' + ShellText.quote(value)));
      }
    }
    return words.toString();
  }
}
