// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.ozone.admin.om.compaction.option.PageOptions;
import org.apache.hadoop.ozone.om.compaction.client.JobRequestCheck;
import org.apache.hadoop.ozone.om.compaction.client.Query;
import org.apache.hadoop.ozone.om.compaction.client.TreeReads;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.JobModel;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.rule.Limits;
import org.apache.hadoop.ozone.om.compaction.rule.TargetKeyRange;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sst-files}: shows the SST files of a bucket, a key range or a whole table. */
@Command(name = "sst-files",
    description = "Show the SST files of a bucket, a key range or a whole table on one OM, by level and key",
    footer = {
        "  ozone admin om compaction sst-files --bucket /shop/orders",
        "  ozone admin om compaction sst-files --cf fileTable --node-id om2 --all --json"
    })
class SstFilesSubcommand extends DatabaseSubcommand {
  @Option(names = "--cf", paramLabel = "TABLE",
      description = "The table (column family). Default: the one that holds tombstones of the bucket, or files of it")
  private String table;

  @Option(names = "--bucket", paramLabel = "/VOLUME/BUCKET", description = "Only files that hold keys of this bucket")
  private String bucket;

  @Option(names = "--key-range", paramLabel = "BEGIN..END",
      description = "Only files that hold some of these keys, as a preview prints them; without --cf it is"
          + " TABLE:BEGIN..END")
  private String keyRange;

  @Option(names = "--node-id", paramLabel = "ID", description = "The OM to ask. Default: the leader")
  private String nodeId;

  @Option(names = "--all", description = "Show all files, whatever --length; with --json also the buckets in them,"
      + " which is what a bug report about a plan needs")
  private boolean all;

  @Mixin
  private PageOptions page;

  @Override
  void check() throws RefusedException {
    super.check();
    if (all && !page.isFirst()) {
      throw RefusedException.ofParameter("prevKey", "It begins behind some files: leave it out, or --all.");
    }
    if (table == null ? bucket == null && keyRange == null : table.contains(",")) {
      throw RefusedException.ofParameter("table", "Name the one table whose files you want to see.");
    }
    JobRequestCheck.checkPlan(targets(), new ThresholdsJson(),
        nodeId == null ? Collections.emptyList() : Collections.singletonList(nodeId));
  }

  private TargetsJson targets() throws RefusedException {
    List<String> tables = table == null ? Collections.emptyList() : Collections.singletonList(table);
    TargetsJson targets = new TargetsJson().tables(tables);
    if (bucket != null) {
      targets.addBucketsItem(bucket);
    }
    if (keyRange != null) {
      targets.addKeyRangesItem(JobModel.keyRange(TargetKeyRange.parse(tables, keyRange, TargetNames.OF_JOB)));
    }
    return targets;
  }

  @Override
  int answer(TreeReads trees) throws IOException {
    Query query = Query.of(targets(), new ThresholdsJson()).nodeId(nodeId);
    if (query.get("table") == null) {
      query = query.table(onlyTable(trees));
    }
    SstFileListJson list = all ? whole(trees, query) : trees.sstFiles(page.addTo(query, lengthIfAbsent()));
    print(list, SstFileJson.class, list.getSstFiles(), rendering().sstFiles(list));
    if (!list.getSstFiles().isEmpty()) {
      hintTrigger();
    }
    nextPage(list.getNextKey());
    return report(list.getUnanswered());
  }

  /**
   * The only table that holds tombstones of the bucket or, without any, the only one with files of it.
   *
   * @throws RefusedException BAD_REQUEST if there are several tables, or none
   */
  private String onlyTable(TreeReads trees) throws IOException {
    List<BucketJson> rows = trees.buckets(new Query().nodeId(nodeId).bucket(bucket)).getBuckets();
    List<String> tables = tables(rows, row -> row.getTombstones().getHigh() > 0);
    if (tables.isEmpty()) {
      tables = tables(rows, row -> row.getFiles() > 0);
    }
    if (tables.size() != 1) {
      throw RefusedException.ofParameter("table", tables.isEmpty() ? "No SST file holds keys of " + bucket
          + ": name the table that you mean." : "Keys of " + bucket + " are in " + String.join(", ", tables)
          + ": name the one whose files you want to see.");
    }
    return tables.get(0);
  }

  private static List<String> tables(List<BucketJson> rows, Predicate<BucketJson> which) {
    return rows.stream().filter(which).map(BucketJson::getTable).distinct().collect(Collectors.toList());
  }

  /** Reads all pages of the list of files and joins them. Only the largest tables have more than one page. */
  private static SstFileListJson whole(TreeReads trees, Query query) throws IOException {
    Query most = query.limit(Limits.ROWS);
    SstFileListJson whole = trees.sstFiles(most.with("spans", true));
    // All pages have to come from the OM that sent the first page, because another OM can become the leader meanwhile.
    Query next = most.nodeId(whole.getNodeId());
    for (String key = whole.getNextKey(); key != null;) {
      SstFileListJson page = trees.sstFiles(next.prevKey(key));
      List<SstFileJson> files = page.getSstFiles();
      files.forEach(whole::addSstFilesItem);
      key = page.getNextKey();
    }
    return whole.nextKey(null);
  }
}
