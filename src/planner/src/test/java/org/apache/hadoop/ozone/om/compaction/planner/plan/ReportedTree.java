// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.LsmTree;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CompactionSettings;
import org.apache.hadoop.ozone.om.compaction.planner.tree.LsmTable;
import org.apache.hadoop.ozone.om.compaction.planner.tree.SstFile;

/**
 * Trees that operators report: the JSON of {@code sst-files --cf TABLE --all --json}, one file for each table of an
 * OM. {@code ./dev tree FILE...} prints them as {@link TreeText} with the plan of an OM that nobody has configured,
 * ready to be a file of {@link TreeFilesTest}.
 */
public final class ReportedTree {
  private static final ObjectMapper JSON = CompactionJson.mapper();

  private ReportedTree() {
  }

  /** Prints the trees of the files that are named, a question and its answer. */
  public static void main(String... files) throws IOException {
    List<String> reports = new ArrayList<>();
    for (String file : files) {
      reports.add(Files.readString(Path.of(file)));
    }
    System.out.print(text(reports));
  }

  /**
   * A file of {@link TreeFilesTest}.
   *
   * @param reports JSON of one OM, one for each table
   * @throws IOException if it is no such JSON
   * @throws IllegalArgumentException if it is not a whole table, or its files form no tree
   */
  static String text(List<String> reports) throws IOException {
    StringBuilder text = new StringBuilder();
    List<LsmTree> trees = new ArrayList<>();
    for (String report : reports) {
      trees.add(of(JSON.readValue(report, SstFileListJson.class)));
      text.append(TreeText.print(trees.get(trees.size() - 1)));
    }
    PlanLimits limits = DefaultLimits.OF_AN_OM;
    String question = String.format(Locale.ROOT, "plan min-tombstones=%d min-ratio=%s max-entries=%d max-bytes=%d",
        limits.minTombstones(), limits.minRatio(), limits.maxEntries(), limits.maxBytes());
    return text + "\n> " + question + '\n' + new TreeCommands(trees).answer(question);
  }

  /**
   * The tree of a table.
   *
   * @param whole all files of the table, with its spans
   * @throws IllegalArgumentException if files are missing, or those that are there form no tree
   */
  public static LsmTree of(SstFileListJson whole) {
    String table = whole.getTable();
    if (whole.getTotalCount() != whole.getSstFiles().size() || whole.getBegin() != null) {
      throw new IllegalArgumentException("These are " + whole.getSstFiles().size() + " files of "
          + (whole.getBegin() == null ? "the " + whole.getTotalCount() + " of " : "some keys of ") + table
          + ". A plan depends on all of them: sst-files --cf " + table + " --all --json");
    }
    List<SstFile> files = whole.getSstFiles().stream().map(file -> new SstFile(file.getName(), file.getLevel(),
        file.getBegin().getBase64(), file.getEnd().getBase64(), file.getSizeBytes(), file.getEntries(),
        file.getTombstones(), file.getBeingCompacted())).toList();
    List<BucketSpan> spans = whole.getSpans().stream().map(span -> BucketSpan.below(table, span.getVolume(),
        span.getBucket(), span.getPrefix().getBase64())).toList();
    return new LsmTree(LsmTable.of(table, whole.getLevels(), files).withBaseLevel(whole.getBaseLevel())
        .withSettings(CompactionSettings.ofTargetFileBytes(whole.getTargetFileBytes())
            .withMaxCompactionBytes(whole.getMaxCompactionBytes()).withPrefixOfFiles(whole.getPrefixOfFiles())),
        spans);
  }
}
