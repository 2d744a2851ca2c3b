// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.cli.AbstractSubcommand;
import org.apache.hadoop.ozone.admin.om.compaction.option.OptionNames;
import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.admin.om.compaction.render.CsvText;
import org.apache.hadoop.ozone.admin.om.compaction.render.Lines;
import org.apache.hadoop.ozone.admin.om.compaction.render.NextStep;
import org.apache.hadoop.ozone.admin.om.compaction.render.Paint;
import org.apache.hadoop.ozone.admin.om.compaction.render.Progress;
import org.apache.hadoop.ozone.admin.om.compaction.render.Rendering;
import org.apache.hadoop.ozone.admin.om.compaction.render.ShellText;
import org.apache.hadoop.ozone.admin.om.compaction.render.TextTable;
import org.apache.hadoop.ozone.admin.om.compaction.render.Units;
import org.apache.hadoop.ozone.admin.om.compaction.render.Unscanned;
import org.apache.hadoop.ozone.admin.om.compaction.ring.ExactReads;
import org.apache.hadoop.ozone.admin.om.compaction.ring.Surroundings;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Base of all subcommands. Prints results to standard output, and errors with a next step to standard error. */
@Command(
    abbreviateSynopsis = true,
    usageHelpWidth = CompactionCommand.HELP_WIDTH,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {ExitCode.DONE_HELP, ExitCode.REFUSED_HELP, ExitCode.USAGE_HELP},
    footerHeading = "%nExamples:%n")
abstract class CompactionSubcommand extends AbstractSubcommand implements Callable<Integer> {
  private static final String CLEAR_SCREEN = "\u001B[H\u001B[2J";

  @Option(names = "--json", description = "Format output as JSON: one document, the same as REST gives")
  private boolean json;

  @Option(names = {"-q", "--quiet"}, description = "Say no more than the result, warnings and errors")
  private boolean quiet;

  private boolean hasBegun;

  /** Checks the options before the ring is asked anything. */
  void check() throws RefusedException {
    // For most subcommands, picocli's checks of the options are enough.
  }

  /** @return the exit code */
  abstract int run() throws IOException;

  @Override
  public final Integer call() {
    try {
      check();
      return run();
    } catch (RefusedException e) {
      return fail(e);
    } catch (IOException | RuntimeException e) {
      return fail(new RefusedException(ErrorCode.INTERNAL, String.valueOf(e), e));
    } catch (LinkageError e) {
      return fail(new RefusedException(ErrorCode.INTERNAL, IncompatibleOzoneCommand.reason(e), e)
          .withNextStep(IncompatibleOzoneCommand.NEXT_STEP));
    } finally {
      out().flush();
      err().flush();
    }
  }

  private int fail(RefusedException error) {
    if (isJson() && !hasBegun) {
      printJson(error.toApiError());
    }
    String option = OptionNames.of(error.getParameter(), spec());
    say(error.getCode() + ": " + (option == null ? "" : option + ": ") + error.getMessage());
    explain(error);
    // If the add-on does not fit this Ozone, the refusal has a next step. Then command() is not called, because it
    // could fail.
    say(error.getNextStep() != null ? error.getNextStep()
        : NextStep.of(error, command(CompactionCommand.names(spec())), command("").trim()));
    if (isVerbose()) {
      error.printStackTrace(err());
    }
    return ExitCode.of(error.getCode());
  }

  /** Prints details of an error, between its message and the next step. */
  void explain(RefusedException error) {
    // Most subcommands have no details.
  }

  /** Makes the inherited method visible to the option classes of this package. */
  @Override
  protected PrintWriter err() {
    return super.err();
  }

  /** Prints a message, its times in the user's zone, broken into lines of at most 120 columns. */
  void say(String sentence) {
    err().println(Lines.of(Units.onClock(sentence, surroundings().clock().getZone())));
  }

  /** Prints a message that {@code --quiet} suppresses: a next step, or a remark that needs no action. */
  void hint(String sentence) {
    if (!quiet) {
      say(sentence);
    }
  }

  Surroundings surroundings() {
    return CompactionCommand.above(spec()).surroundings();
  }

  Output output() {
    return json ? Output.JSON : Output.TEXT;
  }

  final boolean isJson() {
    return output() == Output.JSON;
  }

  /** True if the result is text of any layout; false for JSON and CSV. */
  final boolean isText() {
    return output() == Output.TEXT || output() == Output.WIDE;
  }

  Rendering rendering() {
    return new Rendering(surroundings().hasColours() ? Paint.COLOURED : Paint.PLAIN,
        output() == Output.WIDE ? TextTable.Layout.WIDE : TextTable.Layout.FITTED, surroundings().clock().getZone());
  }

  /**
   * Returns a progress line. Nothing is printed with {@code --quiet}, with JSON or CSV, or without a terminal. The line
   * goes to standard output, because Java cannot tell whether standard error is a terminal.
   */
  Progress progress() {
    return canRedraw() && !quiet ? Progress.onTerminal(out()) : Progress.NONE;
  }

  /** True if the result is text on a terminal, which can be redrawn as the result changes. */
  final boolean canRedraw() {
    return surroundings().hasTerminal() && isText();
  }

  /** Clears the terminal and prints a result. */
  final void redraw(String text) {
    out().print(CLEAR_SCREEN + text);
    out().flush();
  }

  /** Returns a line for each OM that did not answer; empty if all did. The lines belong below the result. */
  static String silent(Collection<ProblemJson> unanswered) {
    return unanswered.stream().map(problem -> Lines.of(problem.getNodeId()
        + " did not answer (" + problem.getMessage() + "); its figures are those of its last report.") + '\n')
        .collect(Collectors.joining());
  }

  /** Prints the lines of {@link #silent} to standard error. */
  final void nameSilent(Collection<ProblemJson> unanswered) {
    err().print(silent(unanswered));
  }

  /** Prints the result: with {@code --json} the model, otherwise the text. */
  void print(Object model, String text) {
    if (isJson()) {
      printJson(model);
    } else {
      out().print(text);
    }
    out().flush();
  }

  /** Prints the result: the model as JSON, the rows as CSV, or the text. */
  final <T> void print(Object model, Class<T> type, List<T> rows, String text) {
    print(model, output() == Output.CSV ? CsvText.of(type, rows) : text);
  }

  void print(JobJson job) {
    print(job, rendering().jobs().one(job));
  }

  /** Says that the caller prints the one document by itself, part by part. A failure then prints no second one. */
  final void beginDocument() {
    hasBegun = true;
  }

  private void printJson(Object model) {
    try {
      out().println(CompactionJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(model));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Prints a message for each OM that did not answer; returns DONE if all did, otherwise REFUSED. */
  int report(Collection<ProblemJson> unanswered) {
    unanswered.forEach(problem -> say(problem.getNodeId() + " did not answer: " + problem.getMessage()));
    hintNodes(unanswered);
    return unanswered.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /** Prints a warning for each OM whose turn would be skipped. */
  void warn(Collection<ProblemJson> problems) {
    problems.forEach(problem -> say("Warning: " + problem.getNodeId() + ": " + problem.getMessage()));
    hintNodes(problems);
  }

  private void hintNodes(Collection<ProblemJson> problems) {
    if (!problems.isEmpty()) {
      hint("See the nodes with '" + command("nodes") + "'.");
    }
  }

  /** A sentence with the command that shows the job's progress until the job has ended. */
  final String follow(JobJson job) {
    return "Follow it with '" + command("status " + job.getJobId() + " --watch") + "'.";
  }

  /** Names the files that are not scanned, if any; {@code then} ends the sentence, as {@link ExactReads#AGAIN} does. */
  void report(Unscanned unscanned, String then) {
    if (unscanned.files() > 0) {
      hint(unscanned.are() + then);
    }
  }

  /** {@code words} are the subcommand's name and arguments. */
  String command(String words) {
    return CompactionCommand.FULL_NAME + " " + words;
  }

  /** Prints the command for the next page; nothing if {@code nextKey} is null, after the last one. */
  void nextPage(String nextKey) {
    if (nextKey != null) {
      String root = spec().root().userObject() instanceof CompactionCommand ? CompactionCommand.FULL_NAME
          : spec().root().name();
      List<String> words = PageOptions.startingAt(nextKey, spec().root().commandLine().getParseResult().originalArgs());
      hintCommand("To get the next page, run:", root + " " + ShellText.join(words));
    }
  }

  /**
   * Prints a sentence and a command below it, except with {@code --quiet}. Does not break the command into lines, so
   * that users can paste it.
   */
  final void hintCommand(String sentence, String command) {
    if (!quiet) {
      say(sentence);
      err().println("  " + command);
    }
  }
}
