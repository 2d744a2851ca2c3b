// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.database.LsmReader;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.job.Jobs;
import org.apache.hadoop.ozone.om.compaction.job.LeaderTurns;
import org.apache.hadoop.ozone.om.compaction.job.NodeTurns;
import org.apache.hadoop.ozone.om.compaction.model.CompactionJson;
import org.apache.hadoop.ozone.om.compaction.model.JobJson;
import org.apache.hadoop.ozone.om.compaction.planning.NodePlanner;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.QueryRules;
import org.apache.hadoop.ozone.om.compaction.scan.ExactCounts;
import org.junit.jupiter.api.Test;

class OmNodeTest {
  private static final String JOB = "123e4567-e89b-12d3-a456-426614174000";
  private static final int STATE_OF_THE_FUTURE = 99;

  @Test
  void jobWithAnInvalidRecordIsNotShown() throws Exception {
    JobRecord record = JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setJobId(JOB))
        .setStateValue(STATE_OF_THE_FUTURE).build();
    CompactionReads reads = reads(record);

    assertThat(reads.node().jobs().jobs()).containsExactly(record);
    assertThatThrownBy(() -> JobsEndpoint.job(reads, JOB)).isInstanceOf(RefusedException.class)
        .hasMessageContaining("The record of job " + JOB + " cannot be shown");
    assertThat(list(reads)).isEmpty();
  }

  @Test
  void largestListOfJobsIsSmall() throws Exception {
    ByteString key = ByteString.copyFrom(new byte[240]);
    Targets.Builder targets = Targets.newBuilder();
    for (int i = 0; i < 1000; i++) {
      targets.addKeyRanges(KeyRange.newBuilder().setTable("keyTable").setBegin(key).setEnd(key));
    }
    JobRecord[] records = IntStream.range(0, 132).mapToObj(i -> JobRecord.newBuilder().setCreatedIndex(i)
        .setState(JobState.JOB_SUCCEEDED).setSpec(JobSpec.newBuilder().setJobId(new UUID(0, i).toString())
            .setTargets(targets)).build()).toArray(JobRecord[]::new);
    CompactionReads reads = reads(records);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    List<JobJson> listed = list(reads);
    byte[] json = CompactionJson.mapper().writeValueAsBytes(listed);
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

    assertThat(listed).hasSize(132).first().returns(new UUID(0, 131).toString(), JobJson::getJobId);
    assertThat(json.length).isLessThan(4 << 20);
    assertThat(allocated).isLessThan(100L << 20);
    assertThat(JobsEndpoint.job(reads, new UUID(0, 7).toString()).getTargets().getKeyRanges()).hasSize(1000);
  }

  private static List<JobJson> list(CompactionReads reads) throws Exception {
    return JobsEndpoint.jobs(reads, new Parameters("limit=132", QueryRules.JOBS)).getJobs();
  }

  private static CompactionReads reads(JobRecord... records) {
    JobRegistry registry = Jobs.registry(records);
    CompactionConfig config = CompactionConfig.from(new OzoneConfiguration());
    OmNode node = new OmNode(null, config, registry,
        new LeaderTurns(config, registry, Optional::empty, null, user -> true, null),
        new NodeTurns("om1", config, registry, null, user -> true, null, null), null, null);
    return new CompactionReads(node, new NodePlanner(new LsmReader(() -> null), new ExactCounts(), config), null,
        Readers.everybody());
  }
}
