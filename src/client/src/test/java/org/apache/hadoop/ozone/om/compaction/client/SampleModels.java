// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.compaction.model.BucketJson;
import org.apache.hadoop.ozone.om.compaction.model.BucketListJson;
import org.apache.hadoop.ozone.om.compaction.model.CountIntervalJson;
import org.apache.hadoop.ozone.om.compaction.model.Figure;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.KeyJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeListJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.ProblemJson;
import org.apache.hadoop.ozone.om.compaction.model.TargetsJson;
import org.apache.hadoop.ozone.om.compaction.model.ThresholdsJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnFiguresJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;

/** Small but complete model objects. */
public final class SampleModels {
  public static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  private SampleModels() {
  }

  public static KeyJson key(String text) {
    return new KeyJson().text(text).base64(text.getBytes(StandardCharsets.UTF_8));
  }

  public static CountIntervalJson exactly(long count) {
    return Figure.interval(count, count);
  }

  public static BucketJson bucket(String node, String name, long tombstones) {
    return new BucketJson().nodeId(node).table("keyTable").volume("v").bucket(name).begin(key("/v/" + name + "/"))
        .end(key("/v/" + name + "/z")).entries(exactly(1000)).tombstones(exactly(tombstones))
        .tombstoneRatio(Figure.ratio(tombstones / 1000.0, tombstones / 1000.0)).allEntries(exactly(1000))
        .allTombstones(exactly(tombstones)).allTombstoneRatio(Figure.ratio(tombstones / 1000.0, tombstones / 1000.0))
        .files(1).sharedFiles(0).sizeBytes(tombstones * 10);
  }

  public static BucketListJson page(String nextKey, BucketJson... buckets) {
    BucketListJson list = new BucketListJson().totalCount((long) buckets.length).filesToScan(0).nextKey(nextKey);
    for (BucketJson bucket : buckets) {
      list.addBucketsItem(bucket);
    }
    return list;
  }

  public static NodeListJson self(String node, NodeRoleJson role) {
    return new NodeListJson().totalCount(1L)
        .addNodesItem(new NodeJson().nodeId(node).role(role).reachable(true).addOnVersion("1.0.0"));
  }

  /** A node that answers and has a problem. */
  public static NodeListJson self(String node, NodeRoleJson role, ProblemJson problem) {
    NodeListJson list = self(node, role);
    list.getNodes().get(0).problem(problem);
    return list;
  }

  public static JobJson job(long revision, JobStateJson state, TurnJson... turns) {
    JobJson job = new JobJson().jobId(JOB).state(state).requestedBy("root").targets(new TargetsJson())
        .thresholds(new ThresholdsJson()).maxParallelNodes(1).maxWriteRate(1L).created("2030-01-01T00:00:00Z")
        .revision(revision);
    for (TurnJson turn : turns) {
      job.addTurnsItem(turn);
      job.addNodeIdsItem(turn.getNodeId());
    }
    return job;
  }

  public static TurnJson turn(String node, TurnStateJson state, int rangesDone) {
    return new TurnJson().nodeId(node).state(state).figures(new TurnFiguresJson().rangesTotal(10).rangesDone(rangesDone)
        .rangesDropped(0).predictedReadBytes(0L).predictedWriteBytes(0L).readBytes(0L).writeBytes(0L)
        .tombstonesBefore(0L).tombstonesAfter(0L).waitedMillis(0L));
  }
}
