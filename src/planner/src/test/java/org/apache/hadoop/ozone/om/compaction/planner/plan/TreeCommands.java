// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileStep;
import org.apache.hadoop.ozone.om.compaction.planner.price.FileSteps;
import org.apache.hadoop.ozone.om.compaction.planner.price.Levels;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.TableStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.FileProfiles;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * The questions about a tree in a file of {@link TreeFilesTest}, answered in lines:
 *
 * <pre>
 * spans                     the statistics of each span
 * runs MIN-RATIO SLACK      the dense runs of the table
 * split /V/B LIMITS         the pieces that a bucket is split into, with their files
 * plan LIMITS               what would be compacted where nobody names a bucket
 * plan-span /V/B LIMITS     what would be compacted where this bucket is named
 * plan-spans LIMITS         the same of each span by itself
 * compact BEGIN..LAST       what compacting just these keys would cost
 * steps BEGIN..LAST         the calls of compactRange for it, one file or neighbours at a time
 * </pre>
 *
 * Limits are words such as {@code min-tombstones=10}; those that are not given limit nothing.
 */
final class TreeCommands {
  private final List<LsmTree> trees;
  private final LsmTree tree;
  private final TableStatistics statistics;

  /** @param trees those after the first are used by plans only */
  TreeCommands(List<LsmTree> trees) {
    this.trees = trees;
    this.tree = trees.get(0);
    this.statistics = tree.statistics();
  }

  String answer(String command) {
    String[] words = command.trim().split("\\s+");
    switch (words[0]) {
      case "spans":
        return lines(statistics.spans());
      case "runs":
        return lines(statistics.runs(Double.parseDouble(words[1]), Long.parseLong(words[2])).all());
      case "split":
        return split(span(words[1]), limits(words, 2));
      case "plan":
        return PlanText.ofEverything(trees, limits(words, 1));
      case "plan-span":
        return PlanText.of(RangePlanner.plan(List.of(List.of(statistics.of(span(words[1])))), limits(words, 2)));
      case "plan-spans":
        return PlanText.of(RangePlanner.plan(trees.stream().map(each -> each.statistics().spans()).toList(),
            limits(words, 1)));
      case "compact":
        return PlanText.of(RangePlanner.plan(List.of(List.of(statistics.of(
            BucketSpan.unattributed(tree.table().name(), range(words[1]))))), limits(words, 2)));
      case "steps":
        return steps(range(words[1]));
      default:
        throw new IllegalArgumentException("There is no command '" + words[0] + "'");
    }
  }

  private String steps(KeyRange range) {
    FileSteps order = new FileSteps(new Levels(tree.table(), FileProfiles.UNKNOWN));
    StringBuilder text = new StringBuilder();
    for (FileStep step = order.next(range, file -> true); step != null; step = order.next(range, file -> true)) {
      text.append(step).append('\n');
    }
    return text.toString();
  }

  private static String lines(List<?> rows) {
    return rows.stream().map(row -> row + "\n").collect(Collectors.joining());
  }

  private BucketSpan span(String path) {
    return tree.spans().stream().filter(span -> path.equals(span.path())).findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no span " + path));
  }

  private String split(BucketSpan span, PlanLimits limits) {
    return SpanSplit.pieces(statistics.of(span), limits).stream().map(piece -> piece.range + " with "
        + piece.files.stream().map(SstFile::name).collect(Collectors.joining(" ")) + "\n")
        .collect(Collectors.joining());
  }

  private static KeyRange range(String text) {
    String[] ends = text.split("\\.\\.");
    if (ends.length != 2) {
      throw new IllegalArgumentException("Keys are written BEGIN..LAST, not '" + text + "'");
    }
    return new KeyRange(ends[0].getBytes(StandardCharsets.UTF_8), ends[1].getBytes(StandardCharsets.UTF_8));
  }

  private static PlanLimits limits(String[] words, int from) {
    Map<String, String> given = new HashMap<>();
    for (String word : Arrays.copyOfRange(words, from, words.length)) {
      int equals = word.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("A limit is written NAME=NUMBER, not '" + word + "'");
      }
      given.put(word.substring(0, equals), word.substring(equals + 1));
    }
    String minRatio = given.remove("min-ratio");
    PlanLimits limits = new PlanLimits(take("min-tombstones", given, 0),
        minRatio == null ? 0 : Double.parseDouble(minRatio), take("max-entries", given, Long.MAX_VALUE),
        take("max-bytes", given, Long.MAX_VALUE), (int) take("top", given, Integer.MAX_VALUE),
        take("max-total-bytes", given, Long.MAX_VALUE));
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("There are no limits " + given);
    }
    return limits;
  }

  private static long take(String limit, Map<String, String> given, long otherwise) {
    String value = given.remove(limit);
    return value == null ? otherwise : Long.parseLong(value);
  }
}
