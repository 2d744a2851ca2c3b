// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.lsm;

import java.io.IOException;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.lsm.TargetException.Field;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;

/** Whether targets make sense on this OM now. For whoever asks first; what is planned later takes them as they are. */
public final class TargetCheck {
  private TargetCheck() {
  }

  /**
   * Looks up what the targets name, in memory.
   *
   * @throws TargetException              at the first thing that is wrong
   * @throws DatabaseUnavailableException if the OM's database is closed
   */
  public static void check(OMMetadataManager metadata, Targets targets)
      throws TargetException, DatabaseUnavailableException {
    for (String table : targets.getTablesList()) {
      checkTable(table, Field.TABLE);
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      checkTable(range.getTable(), Field.KEY_RANGE);
      if (targets.getTablesCount() > 0 && !targets.getTablesList().contains(range.getTable())) {
        throw wrong(ErrorCode.BAD_REQUEST, Field.KEY_RANGE, "A key range is in table " + range.getTable()
            + ", which is not among the tables asked for: name its table only, or none.");
      }
      if (range.getBegin().isEmpty() || range.getEnd().isEmpty()) {
        throw wrong(ErrorCode.BAD_REQUEST, Field.KEY_RANGE, "A key range needs a begin and an end.");
      }
    }
    if (targets.getKeyRangesCount() > 0 && (!targets.getVolume().isEmpty() || targets.getBucketsCount() > 0)) {
      throw wrong(ErrorCode.BAD_REQUEST, Field.KEY_RANGE,
          "A key range stands for itself: leave volume and bucket out.");
    }
    try {
      checkVolume(metadata, targets.getVolume());
      for (String bucket : targets.getBucketsList()) {
        checkBucket(metadata, targets.getVolume(), bucket);
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
  }

  private static void checkTable(String table, Field field) throws TargetException {
    if (!SpanTables.contains(table)) {
      throw wrong(ErrorCode.UNKNOWN_TABLE, field, "There is no table '" + table + "' with bucket keys; the tables are "
          + String.join(", ", SpanTables.names()) + ".");
    }
  }

  private static void checkVolume(OMMetadataManager metadata, String volume) throws IOException, TargetException {
    if (!volume.isEmpty() && metadata.getVolumeTable().get(metadata.getVolumeKey(volume)) == null) {
      throw wrong(ErrorCode.UNKNOWN_VOLUME, Field.VOLUME, "There is no volume '" + volume
          + "'. List them with: ozone sh volume list --all");
    }
  }

  private static void checkBucket(OMMetadataManager metadata, String volume, String path)
      throws IOException, TargetException {
    String[] parts = path.split("/", -1);
    if (parts.length != 3 || !parts[0].isEmpty() || parts[1].isEmpty() || parts[2].isEmpty()) {
      throw wrong(ErrorCode.BAD_REQUEST, Field.BUCKET, "'" + path + "' is not of the form /volume/bucket.");
    }
    if (!volume.isEmpty() && !volume.equals(parts[1])) {
      throw wrong(ErrorCode.BAD_REQUEST, Field.BUCKET, "Bucket " + path + " is not in volume '" + volume
          + "': leave the volume out, or name a bucket of it.");
    }
    OmBucketInfo bucket = metadata.getBucketTable().get(metadata.getBucketKey(parts[1], parts[2]));
    if (bucket == null) {
      throw wrong(ErrorCode.UNKNOWN_BUCKET, Field.BUCKET, "There is no bucket " + path
          + ". If it was deleted, its tombstones are listed without a bucket and can be named by key range.");
    }
    if (bucket.isLink()) {
      throw wrong(ErrorCode.BAD_REQUEST, Field.BUCKET, "Bucket " + path + " is a link and has no keys of its own: name "
          + Buckets.path(bucket.getSourceVolume(), bucket.getSourceBucket()) + ".");
    }
  }

  private static TargetException wrong(ErrorCode code, Field field, String message) {
    return new TargetException(code, field, message);
  }
}
