// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.model.ErrorCode;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.compaction.rule.TargetRules;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;

/** Checks that the targets of a new request exist on this OM. */
public final class TargetCheck {
  private TargetCheck() {
  }

  /** Checks the targets by OM's tables in memory; refuses the first error, with fields called by {@code names}. */
  public static void check(OmDatabase database, Targets targets, TargetNames names)
      throws RefusedException, DatabaseUnavailableException {
    OMMetadataManager metadata = database.metadata();
    for (String table : targets.getTablesList()) {
      checkTable(database, table, names.tables());
    }
    for (KeyRange range : targets.getKeyRangesList()) {
      checkTable(database, range.getTable(), names.keyRanges());
    }
    try {
      checkVolume(metadata, targets.getVolume(), names.volume());
      TargetRules.check(targets, names);
      checkTablesHaveBuckets(targets, names);
      List<OmBucketInfo> buckets = new ArrayList<>();
      for (String bucket : targets.getBucketsList()) {
        buckets.add(checkBucket(metadata, bucket, names.buckets()));
      }
      checkTablesHold(buckets, targets.getTablesList(), names.tables());
      for (String pattern : targets.getExcludeList()) {
        checkExclude(metadata, pattern, names.exclude());
      }
      checkSomethingIsLeft(metadata, targets, names.exclude());
    } catch (RefusedException e) {
      throw e;
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
  }

  /**
   * Returns targets that existed once without what is harmless if it is gone: exclusions, and buckets beside others
   * that still exist and can have keys in the tables. A turn leaves out a bucket that does not exist, or is a link.
   */
  public static Targets existing(OmDatabase database, Targets targets) throws DatabaseUnavailableException {
    List<String> existing = new ArrayList<>();
    try {
      for (String bucket : targets.getBucketsList()) {
        String[] parts = bucket.split("/", -1);
        OmBucketInfo found = parts.length < 3 ? null
            : database.metadata().getBucketTable().get(database.metadata().getBucketKey(parts[1], parts[2]));
        if (found != null && !found.isLink() && hold(found, targets.getTablesList())) {
          existing.add(bucket);
        }
      }
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
    Targets.Builder left = targets.toBuilder().clearExclude();
    return existing.isEmpty() ? left.build() : left.clearBuckets().addAllBuckets(existing).build();
  }

  private static void checkTable(OmDatabase database, String table, String parameter) throws RefusedException {
    if (!database.tables().contains(table)) {
      throw TargetRules.unknown(ErrorCode.UNKNOWN_TABLE, parameter, table, " to compact; the tables are "
          + String.join(", ", database.tables()) + ".");
    }
  }

  private static void checkTablesHaveBuckets(Targets targets, TargetNames names) throws RefusedException {
    boolean namesBuckets = !targets.getVolume().isEmpty() || targets.getBucketsCount() > 0;
    if (namesBuckets && targets.getTablesCount() > 0
        && targets.getTablesList().stream().noneMatch(SpanTables::haveBuckets)) {
      throw RefusedException.ofParameter(names.tables(), "Keys of " + String.join(", ", targets.getTablesList())
          + " name no bucket: leave volume and bucket out.");
    }
  }

  private static void checkVolume(OMMetadataManager metadata, String volume, String parameter)
      throws IOException, RefusedException {
    if (!volume.isEmpty() && metadata.getVolumeTable().get(metadata.getVolumeKey(volume)) == null) {
      throw TargetRules.unknown(ErrorCode.UNKNOWN_VOLUME, parameter, volume, ".")
          .withNextStep("List them with: ozone sh volume list --all");
    }
  }

  /** Refuses tables in which no bucket of these layouts ever has a key: they would look as if they were empty. */
  private static void checkTablesHold(List<OmBucketInfo> buckets, List<String> tables, String parameter)
      throws RefusedException {
    if (!buckets.isEmpty() && buckets.stream().noneMatch(bucket -> hold(bucket, tables))) {
      OmBucketInfo first = buckets.get(0);
      throw RefusedException.ofParameter(parameter, "Bucket "
          + Buckets.path(first.getVolumeName(), first.getBucketName()) + " never has a key in "
          + String.join(", ", tables) + ": by its layout it has them in " + SpanTables.names().stream()
              .filter(table -> SpanTables.hold(table, first.getBucketLayout())).collect(Collectors.joining(", "))
          + ".");
    }
  }

  /** True if no tables are named, or the bucket can have keys in one of them. */
  private static boolean hold(OmBucketInfo bucket, List<String> tables) {
    return tables.isEmpty() || tables.stream().anyMatch(table -> SpanTables.hold(table, bucket.getBucketLayout()));
  }

  private static OmBucketInfo checkBucket(OMMetadataManager metadata, String path, String parameter)
      throws IOException, RefusedException {
    String[] parts = path.split("/", -1);
    OmBucketInfo bucket = metadata.getBucketTable().get(metadata.getBucketKey(parts[1], parts[2]));
    if (bucket == null) {
      throw TargetRules.unknown(ErrorCode.UNKNOWN_BUCKET, parameter, path, ". If it was deleted, its tombstones"
          + " are listed without a bucket and can be named by key range.");
    }
    if (bucket.isLink()) {
      throw RefusedException.ofParameter(parameter, "Bucket " + path + " is a link and has no keys of its own:"
          + " name " + Buckets.path(bucket.getSourceVolume(), bucket.getSourceBucket()) + ".");
    }
    return bucket;
  }

  /** Refuses a pattern without {@code *} that names nothing: a misspelt exclusion would exclude nothing. */
  private static void checkExclude(OMMetadataManager metadata, String pattern, String parameter)
      throws IOException, RefusedException {
    if (pattern.indexOf('*') >= 0) {
      return;
    }
    if (pattern.indexOf('/', 1) < 0) {
      checkVolume(metadata, pattern.substring(1), parameter);
    } else {
      checkBucket(metadata, pattern, parameter);
    }
  }

  /** Refuses exclusions that exclude all buckets of the target volume. Does not check other targets. */
  private static void checkSomethingIsLeft(OMMetadataManager metadata, Targets targets, String parameter)
      throws IOException, RefusedException {
    String volume = targets.getVolume();
    if (targets.getExcludeCount() == 0 || volume.isEmpty() || targets.getBucketsCount() > 0) {
      return;
    }
    Exclusion exclusion = Exclusion.of(targets.getExcludeList());
    Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> buckets = metadata.getBucketIterator();
    while (buckets.hasNext()) {
      OmBucketInfo bucket = buckets.next().getValue().getCacheValue();
      if (bucket != null && !bucket.isLink() && bucket.getVolumeName().equals(volume)
          && !exclusion.patternFor(volume, bucket.getBucketName()).isPresent()) {
        return;
      }
    }
    throw RefusedException.ofParameter(parameter,
        TargetRules.nothingIsLeft(String.join(",", targets.getExcludeList()), volume));
  }
}
