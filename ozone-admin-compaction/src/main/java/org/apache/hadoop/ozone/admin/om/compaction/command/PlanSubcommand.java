// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.ozone.admin.om.compaction.option.Output;
import org.apache.hadoop.ozone.admin.om.compaction.option.OutputOption;
import org.apache.hadoop.ozone.admin.om.compaction.option.TargetOptions;
import org.apache.hadoop.ozone.admin.om.compaction.option.TreeFile;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.KeyRange;
import org.apache.hadoop.ozone.om.compaction.model.Range;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.planner.plan.TreePlan;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: the ranges that a job would compact of LSM trees in a file. */
@Command(name = "plan",
    description = "Show what a job would compact of the LSM trees in a file that 'sst-files --tree' has written,"
        + " without an OM; thresholds that are not given are those of an OM that nobody has configured",
    exitCodeList = {ExitCode.DONE_HELP, ExitCode.USAGE_HELP},
    footer = {
        "  ozone admin om compaction plan keyTable.txt --show-skipped",
        "  ozone admin om compaction plan keyTable.txt --bucket /shop/orders --max-bytes 64MB"
    })
class PlanSubcommand extends CompactionSubcommand {
  @Parameters(paramLabel = "FILE", description = "The file; - is the standard input")
  private String file;

  @Mixin
  private TargetOptions.OfRanges targets;

  @Mixin
  private OutputOption output;

  @Option(names = "--show-skipped", description = "Show what is left out too, and why")
  private boolean showSkipped;

  @Option(names = {"-l", "--length"}, defaultValue = "20", paramLabel = "N",
      description = "Maximum number of rows to show (default: ${DEFAULT-VALUE})")
  private int length;

  @Override
  void check() throws RefusedException {
    output.check(super.output());
    JobRequestCheck.checkPlan(targets.targets(), targets.thresholds(), Collections.emptyList());
    targets.query();
    if (length < 1) {
      throw RefusedException.ofParameter("limit", "It is a whole number from 1.");
    }
  }

  @Override
  Output output() {
    return output.or(super.output());
  }

  @Override
  int run() throws IOException {
    String source = file.equals(TreeFile.STANDARD_INPUT) ? "standard input" : file;
    List<LsmTree> trees = new TreeFile(file, source).read(surroundings());
    checkHolds(trees, source);
    TreePlan plan = new TreePlan(trees, targets.targets(), targets.thresholds());
    RangeList list = plan.ranges(source, length);
    if (showSkipped) {
      list.skipped(plan.leftOut(source, length)).skippedCount(plan.leftOutCount());
    }
    print(list, Range.class, list.getRanges(), rendering().ranges(list));
    if (list.getTotalCount() > list.getRanges().size()) {
      hint("These are the best " + length + " of " + list.getTotalCount() + " ranges; --length shows more.");
    }
    if (list.getRanges().isEmpty() && !showSkipped) {
      hint("Add --show-skipped to see what is left out, and why.");
    }
    return ExitCode.DONE;
  }

  private void checkHolds(List<LsmTree> trees, String source) throws RefusedException {
    Targets named = targets.targets();
    for (String table : named.getTables()) {
      checkHolds(trees, "table", source + " holds no table " + table, tree -> tree.table().name().equals(table));
    }
    for (KeyRange range : named.getKeyRanges()) {
      checkHolds(trees, "table", source + " holds no table " + range.getTable(),
          tree -> tree.table().name().equals(range.getTable()));
    }
    for (String bucket : named.getBuckets()) {
      checkHolds(trees, "bucket", source + " holds no bucket " + bucket,
          tree -> tree.spans().stream().map(BucketSpan::path).anyMatch(bucket::equals));
    }
    if (named.getVolume() != null) {
      checkHolds(trees, "volume", source + " holds no bucket of volume " + named.getVolume(),
          tree -> tree.spans().stream().map(BucketSpan::volume).anyMatch(named.getVolume()::equals));
    }
  }

  private static void checkHolds(List<LsmTree> trees, String parameter, String message, Predicate<LsmTree> what)
      throws RefusedException {
    if (trees.stream().noneMatch(what)) {
      throw RefusedException.ofParameter(parameter, message + '.');
    }
  }
}
