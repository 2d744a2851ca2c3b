// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.rule;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/**
 * Checks whether targets can select any keys, without regard to what the ring holds. An OM that applies a job from the
 * Ratis log calls only {@code checkShape}. The rules of {@code checkShape} never change, so all OMs decide alike.
 */
public final class TargetRules {
  private TargetRules() {
  }

  /** @throws RefusedException BAD_REQUEST that names the invalid field as in {@code names} */
  public static void check(Targets targets, TargetNames names) throws RefusedException {
    checkShape(targets, names);
    for (String bucket : targets.getBucketsList()) {
      if (!targets.getVolume().isEmpty() && !bucket.startsWith("/" + targets.getVolume() + "/")) {
        throw RefusedException.ofParameter(names.volume(), "Bucket " + bucket + " is not in volume "
            + targets.getVolume() + ": together they select nothing.");
      }
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      if (targets.getTablesCount() > 0 && !targets.getTablesList().contains(range.getTable())) {
        throw RefusedException.ofParameter(names.keyRanges(), "Table " + range.getTable()
            + " of a key range is not among the tables " + String.join(", ", targets.getTablesList())
            + ": together they select nothing.");
      }
    }
    checkExcluded(targets, Exclusion.of(targets.getExcludeList()), names);
  }

  /** The refusal of a volume, bucket or table that does not exist; {@code more} follows the name in the message. */
  public static RefusedException unknown(ErrorCode code, String parameter, String name, String more) {
    String what = code == ErrorCode.UNKNOWN_BUCKET ? "bucket " + name
        : (code == ErrorCode.UNKNOWN_VOLUME ? "volume" : "table") + " '" + name + "'";
    return RefusedException.ofValue(code, parameter, name, "There is no " + what + more);
  }

  /** Checks the form of the targets of a read or a job. Must not change after a release, like {@link JobSpecRules}. */
  static void checkShape(Targets targets, TargetNames names) throws RefusedException {
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

  private static void checkExcluded(Targets targets, Exclusion exclusion, TargetNames names) throws RefusedException {
    for (String bucket : targets.getBucketsList()) {
      Optional<String> pattern = exclusion.patternFor(bucket);
      if (pattern.isPresent()) {
        throw RefusedException.ofParameter(names.exclude(), "'" + pattern.get() + "' excludes bucket " + bucket
            + ", which is named: leave one of the two out.");
      }
    }
    Optional<String> pattern = targets.getVolume().isEmpty() ? exclusion.patternForAll()
        : exclusion.patternForAllOf(targets.getVolume());
    if (pattern.isPresent()) {
      throw RefusedException.ofParameter(names.exclude(), nothingIsLeft(pattern.get(), targets.getVolume()));
    }
  }

  /** The message of a refusal because a pattern excludes all buckets, of {@code volume} unless that is empty. */
  public static String nothingIsLeft(String pattern, String volume) {
    return "Nothing is left to compact: '" + pattern + "' excludes all buckets"
        + (volume.isEmpty() ? "." : " of volume " + volume + ".");
  }
}
