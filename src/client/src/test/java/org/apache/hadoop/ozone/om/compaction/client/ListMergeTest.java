// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.page;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.left;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.ofBucket;
import static org.apache.hadoop.ozone.om.compaction.client.SamplePlaces.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.FlushCostJson;
import org.apache.hadoop.ozone.om.compaction.model.JobInTheWayJson;
import org.apache.hadoop.ozone.om.compaction.model.JobOriginJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.RemarkJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceJson;
import org.apache.hadoop.ozone.om.compaction.model.SlowPlaceListJson;
import org.apache.hadoop.ozone.om.compaction.model.TableSummaryJson;
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
      RemarkJson remark = new RemarkJson().nodeId(node).message("Said by " + node);
      FlushCostJson flush = new FlushCostJson().nodeId(node).table("keyTable").memtableTombstones(exactly(7))
          .predictedWriteBytes(1L);
      oms.om(node).answer("/places", only(node).addRemarksItem(remark));
      oms.om(node).answer("/buckets", page(null).addRemarksItem(remark));
      oms.om(node).answer("/ranges", new RangeListJson().totalCount(0L).filesToScan(0).addRemarksItem(remark)
          .addFlushesItem(flush));
    }
    BucketListJson buckets = ring.buckets(new Query().nodeId("all"));
    RangeListJson ranges = ring.ranges(new Query().nodeId("all"));
    assertThat(buckets.getRemarks()).isEqualTo(ranges.getRemarks())
        .isEqualTo(ring.places(new Query().nodeId("all")).getRemarks()).extracting(RemarkJson::getMessage)
        .containsExactly("Said by om1", "Said by om2", "Said by om3");
    assertThat(ranges.getFlushes()).extracting(FlushCostJson::getNodeId).containsExactly("om1", "om2", "om3");
  }

  /** Equally slow ones are in the order of the nodes, and of one node in its own. */
  @Test
  void placesOfSeveralNodesAreSlowestFirst() throws IOException {
    oms.om("om1").answer("/places", only("om1", ofBucket("om1", "/v/a").waitMicros(30L),
        ofBucket("om1", "/v/b").waitMicros(20L), ofBucket("om1", "/v/c").waitMicros(20L)).totalCount(7L));
    oms.om("om2").answer("/places", only("om2", ofBucket("om2", "/v/d").waitMicros(40L),
        ofBucket("om2", "/v/e").waitMicros(20L)).addNotLookedAtItem(left("om2", "keyTable", 9)));
    oms.om("om3").close();
    SlowPlaceListJson merged = ring.places(new Query().nodeId("all"));
    assertThat(merged.getPlaces()).extracting(SlowPlaceJson::getFirstBucket)
        .containsExactly("/v/d", "/v/a", "/v/b", "/v/c", "/v/e");
    assertThat(merged.getTotalCount()).isEqualTo(9);
    assertThat(merged.getTables()).extracting(TableSummaryJson::getNodeId).containsExactly("om1", "om2");
    assertThat(merged.getNotLookedAt()).containsExactly(left("om2", "keyTable", 9));
    assertThat(merged.getUnanswered()).extracting(ProblemJson::getNodeId).containsExactly("om3");
    assertThat(merged.getNextKey()).isNull();
  }

  @Test
  void jobInTheWayOfSeveralNodesIsNamedOnce() throws IOException {
    for (String node : List.of("om1", "om2", "om3")) {
      RangeListJson list = new RangeListJson().totalCount(0L).filesToScan(0)
          .addJobsInTheWayItem(new JobInTheWayJson().jobId("of all").requestedBy("alice").origin(JobOriginJson.PERSON));
      oms.om(node).answer("/ranges", node.equals("om2") ? list.addJobsInTheWayItem(
          new JobInTheWayJson().jobId("of om2").requestedBy("bob").origin(JobOriginJson.PERSON)) : list);
    }
    assertThat(ring.ranges(new Query().nodeId("all")).getJobsInTheWay()).extracting(JobInTheWayJson::getJobId)
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
