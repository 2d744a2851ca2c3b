// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.key.KeyText;
import org.apache.hadoop.ozone.om.compaction.model.BucketPrefixJson;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileJson;
import org.apache.hadoop.ozone.om.compaction.model.SstFileListJson;
import org.junit.jupiter.api.Test;

/** The JSON of an operator becomes a tree as text, with its plan. */
class ReportedTreeTest {
  private static final String TREE = """
      table keyTable levels 7 base 5 target 1000 max 9000 prefix 5
      span  /v/b  /v/b/  /v/b0
      span  /v/c  /v/c/  /v/c0
      file  0  2.sst  /v/b/a           /v/b/z  100 bytes    20000 entries  18000 tombstones  compacting
      file  5  1.sst  /v/b/\\x20\\xC3(  /v/c/z  1000 bytes  50000 entries  0 tombstones
      """;

  private static KeyJson key(String text) {
    return new KeyJson().text(text).base64(KeyText.parse(text));
  }

  private static SstFileJson file(String name, int level, String begin, String end, long bytes, long entries,
      long tombstones) {
    return new SstFileJson().name(name).level(level).begin(key(begin)).end(key(end)).sizeBytes(bytes).entries(entries)
        .tombstones(tombstones).beingCompacted(level == 0);
  }

  private static SstFileListJson report() {
    return new SstFileListJson().totalCount(2L).nodeId("om3").table("keyTable").levels(7).baseLevel(5)
        .targetFileBytes(1000L).maxCompactionBytes(9000L).prefixOfFiles(5)
        .addSpansItem(new BucketPrefixJson().volume("v").bucket("b").prefix(key("/v/b/")))
        .addSpansItem(new BucketPrefixJson().volume("v").bucket("c").prefix(key("/v/c/")))
        .addSstFilesItem(file("2.sst", 0, "/v/b/a", "/v/b/z", 100, 20_000, 18_000))
        .addSstFilesItem(file("1.sst", 5, "/v/b/\\x20\\xC3(", "/v/c/z", 1000, 50_000, 0));
  }

  private static String json(SstFileListJson report) throws Exception {
    return CompactionJson.mapper().writeValueAsString(report);
  }

  @Test
  void reportIsATreeAndItsPlan() throws Exception {
    String text = ReportedTree.text(List.of(json(report())));

    assertThat(normal(text)).startsWith(normal(TREE))
        .contains("> plan min-tombstones=10000 min-ratio=0.3 max-entries=1000000 max-bytes=268435456\nleft out: ",
            "left out: BEING_COMPACTED, 2.sst: /v/b/a../v/b/z of /v/b in keyTable");
    assertThat(normal(TreeText.print(TreeText.parse(List.of(text.split("\n"))).get(0)))).isEqualTo(normal(TREE));
  }

  /** Columns are aligned by the longest word. */
  private static String normal(String text) {
    return text.replaceAll(" +", " ");
  }

  @Test
  void tablesOfAnOmArePlannedTogether() throws Exception {
    SstFileListJson other = report().table("fileTable");
    other.getSstFiles().get(0).name("4.sst").beingCompacted(false);
    other.getSstFiles().get(1).name("3.sst");
    String text = ReportedTree.text(List.of(json(report()), json(other)));

    assertThat(text).containsSubsequence("table keyTable", "table fileTable", "> plan",
        "1. /v/b/a../v/b/z of /v/b in fileTable");
  }

  @Test
  void partOfATableIsRefused() {
    assertThatThrownBy(() -> ReportedTree.of(report().totalCount(3L))).hasMessageContaining("2 files of the 3")
        .hasMessageContaining("sst-files --cf keyTable --all --json");
    assertThatThrownBy(() -> ReportedTree.of(report().begin(key("/v/b/")))).hasMessageContaining("some keys");
  }
}
