// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.client;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.ozone.om.compaction.model.Bucket;
import org.apache.hadoop.ozone.om.compaction.model.BucketList;
import org.apache.hadoop.ozone.om.compaction.model.CountInterval;
import org.apache.hadoop.ozone.om.compaction.model.Job;
import org.apache.hadoop.ozone.om.compaction.model.JobState;
import org.apache.hadoop.ozone.om.compaction.model.Key;
import org.apache.hadoop.ozone.om.compaction.model.Node;
import org.apache.hadoop.ozone.om.compaction.model.NodeList;
import org.apache.hadoop.ozone.om.compaction.model.NodeRole;
import org.apache.hadoop.ozone.om.compaction.model.Problem;
import org.apache.hadoop.ozone.om.compaction.model.RatioInterval;
import org.apache.hadoop.ozone.om.compaction.model.Targets;
import org.apache.hadoop.ozone.om.compaction.model.Thresholds;
import org.apache.hadoop.ozone.om.compaction.model.Turn;
import org.apache.hadoop.ozone.om.compaction.model.TurnFigures;
import org.apache.hadoop.ozone.om.compaction.model.TurnState;

/** Small but complete model objects. */
public final class SampleModels {
  public static final String JOB = "6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11";

  private SampleModels() {
  }

  public static Key key(String text) {
    return new Key().text(text).base64(text.getBytes(StandardCharsets.UTF_8));
  }

  public static CountInterval exactly(long count) {
    return new CountInterval().low(count).high(count);
  }

  public static Bucket bucket(String node, String name, long tombstones) {
    return new Bucket().nodeId(node).table("keyTable").volume("v").bucket(name).begin(key("/v/" + name + "/"))
        .end(key("/v/" + name + "/z")).entries(exactly(1000)).tombstones(exactly(tombstones))
        .tombstoneRatio(new RatioInterval().low(tombstones / 1000.0).high(tombstones / 1000.0))
        .files(1).sharedFiles(0).sizeBytes(tombstones * 10);
  }

  public static BucketList page(String nextKey, Bucket... buckets) {
    BucketList list = new BucketList().totalCount((long) buckets.length).filesToScan(0).nextKey(nextKey);
    for (Bucket bucket : buckets) {
      list.addBucketsItem(bucket);
    }
    return list;
  }

  public static NodeList self(String node, NodeRole role) {
    return new NodeList().totalCount(1L)
        .addNodesItem(new Node().nodeId(node).role(role).reachable(true).addOnVersion("1.0.0"));
  }

  /** A node that answers and has a problem. */
  public static NodeList self(String node, NodeRole role, Problem problem) {
    NodeList list = self(node, role);
    list.getNodes().get(0).problem(problem);
    return list;
  }

  public static Job job(long revision, JobState state, Turn... turns) {
    Job job = new Job().jobId(JOB).state(state).requestedBy("root").targets(new Targets())
        .thresholds(new Thresholds()).maxParallelNodes(1).maxWriteRate(1L).created("2030-01-01T00:00:00Z")
        .revision(revision);
    for (Turn turn : turns) {
      job.addTurnsItem(turn);
      job.addNodeIdsItem(turn.getNodeId());
    }
    return job;
  }

  public static Turn turn(String node, TurnState state, int rangesDone) {
    return new Turn().nodeId(node).state(state).figures(new TurnFigures().rangesTotal(10).rangesDone(rangesDone)
        .rangesDropped(0).predictedReadBytes(0L).predictedWriteBytes(0L).readBytes(0L).writeBytes(0L)
        .tombstonesBefore(0L).tombstonesAfter(0L).waitedMillis(0L));
  }
}
