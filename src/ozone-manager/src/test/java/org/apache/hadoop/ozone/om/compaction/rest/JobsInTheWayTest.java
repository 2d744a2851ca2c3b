// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobRecord;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobState;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Round;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /ranges} names the open jobs that a submission of its targets would meet on this OM. */
class JobsInTheWayTest {
  private static final String IN_2050 = "2050-01-01T00:00:00Z";

  @TempDir
  private Path directory;

  @Test
  void previewNamesOpenJobsAtItsKeysAndRounds() throws Exception {
    try (ServedOm served = ServedOm.empty(directory)) {
      served.database().volume("v");
      served.database().bucket("v", "a", BucketLayout.OBJECT_STORE);
      served.database().bucket("v", "b", BucketLayout.OBJECT_STORE);
      served.hasJobs(
          job(1, "om1", "/v/a").setEndUser("alice").build(),
          job(2, "om2", "/v/a").build(),
          job(3, "om1", "/v/b").build(),
          job(4, "om1", "/v/a").setState(JobState.JOB_SUCCEEDED).setEndedAtMs(1).build(),
          inWindow(job(5, "om1", "/v/a")),
          round(job(6, "om1", "/v/b")));

      JsonNode now = served.ok("/ranges?bucket=/v/a").get("jobsInTheWay");
      assertThat(numbers(now)).containsExactly(1L, 6L);
      assertThat(now.get(0).toString()).isEqualTo("{\"jobId\":\"00000000-0000-0000-0000-000000000001\","
          + "\"requestedBy\":\"recon\",\"endUser\":\"alice\",\"origin\":\"PERSON\"}");
      assertThat(numbers(served.ok("/ranges?bucket=/v/a&notBefore=" + IN_2050).get("jobsInTheWay")))
          .containsExactly(1L, 5L, 6L);
      assertThat(numbers(served.ok("/ranges").get("jobsInTheWay"))).containsExactly(1L, 3L, 6L);
    }
  }

  private static JobRecord.Builder job(int number, String nodeId, String bucket) {
    return JobRecord.newBuilder().setState(JobState.JOB_RUNNING).setStartedAtMs(1).setRequestedBy("recon")
        .setSpec(JobSpec.newBuilder().setJobId(new UUID(0, number).toString()).addNodeIds(nodeId)
            .setTargets(Targets.newBuilder().addBuckets(bucket)));
  }

  private static JobRecord inWindow(JobRecord.Builder job) {
    job.setState(JobState.JOB_QUEUED).clearStartedAtMs();
    job.getSpecBuilder().setNotBeforeMs(Instant.parse(IN_2050).toEpochMilli());
    return job.build();
  }

  private static JobRecord round(JobRecord.Builder job) {
    job.getSpecBuilder().setRound(Round.getDefaultInstance());
    return job.build();
  }

  private static List<Long> numbers(JsonNode jobs) {
    return jobs.findValuesAsText("jobId").stream().map(id -> UUID.fromString(id).getLeastSignificantBits()).toList();
  }
}
