// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.admin.om.compaction.command;

import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.JOB;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.exactly;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.job;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.key;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.self;
import static org.apache.hadoop.ozone.om.compaction.client.SampleModels.turn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.apache.hadoop.ozone.om.compaction.client.FakeOm;
import org.apache.hadoop.ozone.om.compaction.client.FakeRing;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobStateJson;
import org.apache.hadoop.ozone.om.compaction.model.NodeRoleJson;
import org.apache.hadoop.ozone.om.compaction.model.PlanTotalsJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeJson;
import org.apache.hadoop.ozone.om.compaction.model.RangeListJson;
import org.apache.hadoop.ozone.om.compaction.model.TurnStateJson;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Answer;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The command over a stand-in of a ring in which om3 leads. */
abstract class CliOverRing {
  static final String ROOT = "ozone admin om compaction";

  final ObjectMapper json = CompactionJson.mapper();
  final Cli cli = new Cli();
  final FakeRing ring = cli.ring();
  final FakeOm leader = ring.om("om3");

  @BeforeEach
  void lead() {
    leader.answer("/nodes", self("om3", NodeRoleJson.LEADER));
    ring.om("om1").answer("/nodes", self("om1", NodeRoleJson.FOLLOWER));
    ring.om("om2").answer("/nodes", self("om2", NodeRoleJson.FOLLOWER));
    ring.answer(Answer.newBuilder().addJobs(queued(JOB)).build());
  }

  static JobRecord queued(String jobId) {
    return JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setJobId(jobId))
        .setState(JobState.JOB_QUEUED).build();
  }

  @AfterEach
  void close() {
    cli.close();
  }

  void jobIs(JobStateJson state) {
    leader.answer("/jobs/" + JOB, job(5, state, turn("om3", TurnStateJson.SUCCEEDED, 10)));
  }

  JsonNode tree(Object model) throws IOException {
    return json.readTree(json.writeValueAsString(model));
  }

  static RangeListJson plan(String node) {
    return new RangeListJson().totalCount(1L).filesToScan(0)
        .addRangesItem(new RangeJson().nodeId(node).rank(1).table("keyTable").volume("v").bucket("b")
            .begin(key("/v/b/a"))
            .end(key("/v/b/z")).files(1).entries(exactly(10)).tombstones(exactly(9)).predictedReadBytes(100L)
            .predictedWriteBytes(10L).collateralBytes(0L).snapshotRetainedBytes(0L).tombstonesPerMegabyte(1.0))
        .addTotalsItem(new PlanTotalsJson().nodeId(node).ranges(1).tombstones(exactly(9)).predictedReadBytes(100L)
            .predictedWriteBytes(10L).collateralBytes(0L).snapshotRetainedBytes(0L));
  }
}
