// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** Checks the form of the targets of a read or a job. Part of {@link JobSpecRules}, and as frozen as these. */
final class TargetShape {
  private TargetShape() {
  }

  static void check(Targets targets, TargetNames names) throws RefusedException {
    if (targets.getKeyRangesCount() > 0 && (targets.getBucketsCount() > 0 || !targets.getVolume().isEmpty())) {
      throw RefusedException.ofParameter(names.keyRanges(),
          "A key range stands for itself: leave volume and bucket out.");
    }
    for (String bucket : targets.getBucketsList()) {
      String[] parts = bucket.split("/", -1);
      if (parts.length != 3 || !parts[0].isEmpty() || parts[1].isEmpty() || parts[2].isEmpty()) {
        throw RefusedException.ofParameter(names.buckets(), "'" + bucket
            + "' is not a bucket; write it as /volume/bucket.");
      }
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      if (range.getBegin().isEmpty() || range.getEnd().isEmpty()) {
        throw RefusedException.ofParameter(names.keyRanges(), "A key range needs its first and its last key.");
      }
    }
    Optional<String> problem = Exclusion.problem(targets.getExcludeList());
    if (problem.isPresent()) {
      throw RefusedException.ofParameter(names.exclude(), problem.get() + ".");
    }
  }
}
