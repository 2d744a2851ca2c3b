// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.Models.bucket;
import static org.apache.hadoop.ozone.om.compaction.client.Models.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.Models.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.FlushCost;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.apache.hadoop.ozone.om.compaction.model.Run;
import org.apache.hadoop.ozone.om.compaction.model.Seek;
import org.apache.hadoop.ozone.om.compaction.model.SpanKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of several nodes as one: in the nodes' own order, and nothing that a node says is lost. */
class ListMergeTest {
  private final FakeRing oms = new FakeRing();
  private Ring ring;

  @BeforeEach
  void connect() throws IOException {
    ring = oms.connect();
  }

  @AfterEach
  void close() throws IOException {
    ring.close();
  }

  /** The seek is not measured where it is null. */
  private static Bucket row(String node, String name, long tombstones, long ofRun, long inMemory, Long micros) {
    return bucket(node, name, tombstones).kind(SpanKind.BUCKET)
        .run(new Run().tombstones(new CountInterval().low(0L).high(ofRun))).memtableTombstones(exactly(inMemory))
        .seek(micros == null ? null : new Seek().micros(micros).bounded(false));
  }

  /** Two rows, one on each node; the one that is expected first is never on the node that is asked first. */
  @ParameterizedTest(name = "{0}: {2} before {1}")
  @CsvSource(delimiter = '|', nullValues = "-", value = {
      "-          | 900 tombstones, run 10                 | 100 tombstones, run 90",
      "RUN        | 900 tombstones, run 10                 | 100 tombstones, run 90",
      "RUN        | 900 tombstones, run 90                 | 0 tombstones, run 0, 100 in memory",
      "RUN        | 900 tombstones, run 90, 20 us          | 100 tombstones, run 91, 10 us",
      "SEEK       | 900 tombstones, run 90, 20 us          | 0 tombstones, run 1, 21 us",
      "SEEK       | 900 tombstones, run 90                 | 0 tombstones, run 1, 0 us",
      "SEEK       | 900 tombstones, run 10                 | 100 tombstones, run 90",
      "SEEK       | 900 tombstones, run 10, 7 us           | 100 tombstones, run 90, 7 us",
      "SEEK       | 900 tombstones, run 10                 | 100 tombstones, run 10, 3 in memory",
      "TOMBSTONES | 100 tombstones, run 90, 500 in memory  | 101 tombstones, run 10"})
  void rowsComeInTheOrderOfTheNodes(String sort, String second, String first) throws IOException {
    oms.om("om1").answer("/buckets", page(null, row("om1", second)));
    oms.om("om3").answer("/buckets", page(null, row("om3", first)));
    assertThat(ring.buckets(new Query().nodeId("om1,om3").with("sort", sort)).getBuckets())
        .extracting(Bucket::getNodeId).containsExactly("om3", "om1");
  }

  private static Bucket row(String node, String words) {
    return row(node, "b", number(words, " tombstones"), number(words, "run "), number(words, " in memory"),
        words.contains(" us") ? number(words, " us") : null);
  }

  /** The number beside a word; 0 without it. */
  private static long number(String words, String unit) {
    for (String part : words.split(", ")) {
      if (part.contains(unit)) {
        return Long.parseLong(part.replace(unit, "").trim());
      }
    }
    return 0;
  }

  @Test
  void rowWithoutRunIsOfAnOmThatTellsNoneYetAndSortsByItsTombstones() throws IOException {
    oms.om("om1").answer("/buckets", page(null, row("om1", "a", 5000, 90, 0, null)));
    oms.om("om2").answer("/buckets", page(null, bucket("om2", "a", 600), bucket("om2", "b", 50)));
    assertThat(ring.buckets(new Query().nodeId("om1,om2")).getBuckets())
        .extracting(bucket -> bucket.getNodeId() + bucket.getBucket()).containsExactly("om2a", "om1a", "om2b");
  }

  @Test
  void headsAreRowsLikeOthers() throws IOException {
    oms.om("om1").answer("/buckets", page(null, row("om1", "a", 900, 90, 0, null)));
    oms.om("om3").answer("/buckets", page(null,
        row("om3", "", 120_000, 120_000, 0, null).volume(null).bucket(null).kind(SpanKind.HEAD),
        row("om3", "b", 900, 80, 0, null)));
    assertThat(ring.buckets(new Query().nodeId("om1,om3")).getBuckets()).extracting(Bucket::getKind, Bucket::getBucket)
        .containsExactly(tuple(SpanKind.HEAD, null),
            tuple(SpanKind.BUCKET, "a"),
            tuple(SpanKind.BUCKET, "b"));
  }

  @Test
  void whatEachNodeRemarksIsKept() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      Remark remark = new Remark().nodeId(node).message("Said by " + node);
      FlushCost flush = new FlushCost().nodeId(node).table("keyTable").memtableTombstones(exactly(7))
          .predictedWriteBytes(1L);
      oms.om(node).answer("/buckets", page(null).addRemarksItem(remark));
      oms.om(node).answer("/ranges", new RangeList().totalCount(0L).filesToScan(0).addRemarksItem(remark)
          .addFlushesItem(flush));
    }
    BucketList buckets = ring.buckets(new Query().nodeId("all"));
    RangeList ranges = ring.ranges(new Query().nodeId("all"));
    assertThat(buckets.getRemarks()).isEqualTo(ranges.getRemarks()).extracting(Remark::getMessage)
        .containsExactly("Said by om1", "Said by om2", "Said by om3");
    assertThat(ranges.getFlushes()).extracting(FlushCost::getNodeId).containsExactly("om1", "om2", "om3");
  }

  @Test
  void answerOfAnOmThatRemarksNothingIsMergedToo() throws IOException {
    oms.om("om3").raw("/buckets", 200, "{\"totalCount\":0,\"filesToScan\":0,\"buckets\":[],\"tables\":[]}");
    oms.om("om3").raw("/ranges", 200,
        "{\"totalCount\":0,\"filesToScan\":0,\"ranges\":[],\"skipped\":[],\"totals\":[]}");
    assertThat(ring.buckets(new Query()).getRemarks()).isEmpty();
    assertThat(ring.ranges(new Query()).getFlushes()).isEmpty();
  }
}
