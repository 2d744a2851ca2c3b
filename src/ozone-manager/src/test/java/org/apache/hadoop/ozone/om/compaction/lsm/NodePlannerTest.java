// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.ozone.om.compaction.conf.CompactionConfig;
import org.apache.hadoop.ozone.om.compaction.planner.SpanCensus;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Thresholds;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodePlannerTest {
  @Test
  void smoke(@TempDir Path dir) throws Exception {
    try (OmDatabaseFixture om = new OmDatabaseFixture(dir); ExactCounts exact = new ExactCounts()) {
      om.volume("v");
      for (int b = 0; b < 4; b++) {
        om.bucket("v", "b" + b, BucketLayout.OBJECT_STORE);
        for (int k = 0; k < 1000; k++) {
          om.put("keyTable", String.format("/v/b%d/key%05d", b, k));
        }
      }
      om.compact("keyTable");
      for (int b = 0; b < 3; b++) {
        for (int k = 0; k < 100 * b; k++) {
          om.delete("keyTable", String.format("/v/b%d/key%05d", b, k));
        }
      }
      om.flush("keyTable");
      NodePlanner planner = new NodePlanner(new LsmReader(om::metadata), exact,
          CompactionConfig.from(new OzoneConfiguration()));
      NodeCensus rough = planner.census(Targets.getDefaultInstance(), Precision.METADATA);
      NodeCensus sharp = planner.census(Targets.getDefaultInstance(), Precision.EXACT);
      assertThat(sharp.targets()).extracting(SpanCensus::tombstones).allMatch(count -> count.isExact());
      NodePlan plan = planner.plan(Targets.getDefaultInstance(),
          Thresholds.newBuilder().setMinTombstones(10).setMinRatio(0).build(), Precision.EXACT);
      SeekProbe.Seek seek = new SeekProbe().seek(planner.reader().database(), sharp.targets().get(2).span());
      SeekProbe.Seek seek2 = new SeekProbe(50).seek(planner.reader().database(), sharp.targets().get(2).span());
    }
  }
}
