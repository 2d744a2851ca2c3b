// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.turn.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.om.compaction.planner.plan.CompactionPlan;
import org.apache.hadoop.ozone.om.compaction.planning.Precision;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.JobSpec;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many small buckets whose oldest rows are deleted: a sample of first rows alone would take all of them for deleted.
 */
class SmallBucketsTest extends OneNode {
  private static final int ROWS = 40_000;
  private static final int VALUE_BYTES_OF_A_ROW = 200;
  private static final double NEAR = 0.15;

  @ParameterizedTest(name = "{0} rows each")
  @ValueSource(ints = {100, 1_000})
  void bytesAreNearThePredictionAndWithinTheBound(int rows) throws Exception {
    db.withoutAutomaticCompaction(TABLE);
    List<byte[]> buckets = new ArrayList<>();
    for (int bucket = 0; bucket < ROWS / rows; bucket++) {
      buckets.add(db.bucket(String.format("small%03d", bucket), BucketLayout.OBJECT_STORE, TABLE));
    }
    for (byte[] bucket : buckets) {
      db.putAll(TABLE, bucket, rows, VALUE_BYTES_OF_A_ROW);
    }
    db.settle(TABLE);
    for (byte[] bucket : buckets) {
      db.deleteAll(TABLE, bucket, rows / 2);
    }
    db.flush(TABLE);
    Thresholds thresholds = Thresholds.newBuilder().setMinTombstones(100).setMinRatio(0.05).build();
    CompactionPlan plan = planner().plan(Targets.getDefaultInstance(), thresholds, Precision.EXACT).ranges();

    assertSucceeded(run(JobSpec.newBuilder().setJobId("job").setThresholds(thresholds).build()));

    assertThat(db.tombstones(TABLE)).isZero();
    long actual = ring.last().getReadBytes() + ring.last().getWriteBytes();
    long predicted = plan.price().readBytes() + plan.price().writeBytes();
    assertThat(actual).isPositive()
        .isBetween((long) (predicted * (1 - NEAR)), (long) (predicted * (1 + NEAR)));
    assertThat(ring.last().getWriteBytes()).isLessThanOrEqualTo(plan.price().writeInterval().most());
  }
}
