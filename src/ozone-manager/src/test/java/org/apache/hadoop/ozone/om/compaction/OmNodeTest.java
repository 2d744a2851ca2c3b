// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.ozone.om.compaction.job.JobRegistry;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.junit.jupiter.api.Test;

class OmNodeTest {
  private static final String JOB = "123e4567-e89b-12d3-a456-426614174000";
  private static final int STATE_OF_THE_FUTURE = 99;

  @Test
  void aJobWhoseRecordCannotBeShownIsUnknownAsInTheList() {
    JobRecord record = JobRecord.newBuilder().setSpec(JobSpec.newBuilder().setJobId(JOB))
        .setStateValue(STATE_OF_THE_FUTURE).build();
    JobRegistry registry = new JobRegistry(new JobRegistry.Records() {
      @Override
      public Object identity() {
        return this;
      }

      @Override
      public List<JobRecord> readAll() {
        return List.of(record);
      }
    });
    OmNode node = new OmNode(null, null, registry, null, null, null);

    assertThat(registry.book().find(JOB)).contains(record);
    assertThat(node.job(JOB)).isEmpty();
    assertThat(node.jobs()).isEmpty();
  }
}
