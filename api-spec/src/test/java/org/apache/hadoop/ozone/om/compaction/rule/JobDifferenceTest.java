// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.junit.jupiter.api.Test;

class JobDifferenceTest {
  private static final JobSpec JOB = JobSpec.newBuilder().setJobId("6f0b2a4e-6d0e-4c7e-9f53-0f9b3b0d7a11")
      .setTargets(Targets.newBuilder().addBuckets("/v/a")).addNodeIds("om1").addNodeIds("om2").setMaxWriteRate(9000)
      .build();

  /** As an OM sees a job of a newer client. */
  @Test
  void whatIsNotKnownHereIsSaid() {
    assertThat(JobDifference.of(JOB, JOB.toBuilder().build())).isEqualTo("in what this version does not know");
  }

  private static void assertDifference(JobSpec.Builder asked, String difference) {
    assertThat(JobDifference.of(JOB, asked.build())).isEqualTo(difference);
  }

  @Test
  void fieldsAreNamedAsInTheContractWithBothValues() {
    assertDifference(JOB.toBuilder().setTargets(Targets.newBuilder().addBuckets("/v/b").setVolume("v")),
        "targets.volume (left open, not v), targets.buckets (/v/a, not /v/b)");
    assertDifference(JOB.toBuilder().setThresholds(Thresholds.newBuilder().setTop(3).setMinRatio(0.5)),
        "thresholds.minRatio (left open, not 0.5), thresholds.top (left open, not 3)");
    assertDifference(JOB.toBuilder().clearMaxWriteRate().setNotAfterMs(1_000).setFlush(true).clearNodeIds()
        .addNodeIds("om2"), "nodeIds (om1 om2, not om2), notAfter (left open, not 1970-01-01T00:00:01Z),"
        + " maxWriteRate (9000, not left open), flush (false, not true)");
    KeyRange range = KeyRange.newBuilder().setTable("keyTable").setBegin(ByteString.copyFromUtf8("/v/a"))
        .setEnd(ByteString.copyFrom(new byte[] {'/', -1})).build();
    assertDifference(JOB.toBuilder().setTargets(Targets.newBuilder().addKeyRanges(range)),
        "targets.buckets (/v/a, not left open), targets.keyRanges (left open, not keyTable:/v/a../\\xFF)");
  }

  @Test
  void valuesAreShortHoweverLongAndTimesWhateverTheyAre() {
    assertThat(JobDifference.of(JOB, JOB.toBuilder().setNotAfterMs(Long.MAX_VALUE).setTargets(
        Targets.newBuilder().setVolume("v".repeat(100_000))).build())).hasSizeLessThan(1_000);
  }
}
