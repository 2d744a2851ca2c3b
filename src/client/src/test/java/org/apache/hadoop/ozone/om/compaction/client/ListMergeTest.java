// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.FlushCost;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWay;
import org.apache.hadoop.ozone.om.compaction.model.JobOrigin;
import org.apache.hadoop.ozone.om.compaction.model.RangeList;
import org.apache.hadoop.ozone.om.compaction.model.Remark;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of several nodes are merged without loss. */
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

  @Test
  void remarksOfEveryNodeAreKept() throws IOException {
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
  void jobInTheWayOfSeveralNodesIsNamedOnce() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      RangeList list = new RangeList().totalCount(0L).filesToScan(0)
          .addJobsInTheWayItem(new JobInTheWay().jobId("of all").requestedBy("alice").origin(JobOrigin.PERSON));
      oms.om(node).answer("/ranges", node.equals("om2") ? list.addJobsInTheWayItem(
          new JobInTheWay().jobId("of om2").requestedBy("bob").origin(JobOrigin.PERSON)) : list);
    }
    assertThat(ring.ranges(new Query().nodeId("all")).getJobsInTheWay()).extracting(JobInTheWay::getJobId)
        .containsExactly("of all", "of om2");
  }

  @Test
  void answerWithoutRemarksIsMerged() throws IOException {
    oms.om("om3").raw("/buckets", 200, "{\"totalCount\":0,\"filesToScan\":0,\"buckets\":[],\"tables\":[]}");
    oms.om("om3").raw("/ranges", 200,
        "{\"totalCount\":0,\"filesToScan\":0,\"ranges\":[],\"skipped\":[],\"totals\":[]}");
    assertThat(ring.buckets(new Query()).getRemarks()).isEmpty();
    assertThat(ring.ranges(new Query()).getFlushes()).isEmpty();
  }
}
