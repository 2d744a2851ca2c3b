// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hdds.utils.db.cache.CacheKey;
import org.apache.hadoop.hdds.utils.db.cache.CacheValue;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.OMMetadataManager;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SpanTables;
import org.apache.hadoop.ozone.om.compaction.error.RefusedException;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.apache.hadoop.ozone.om.compaction.rule.NamedKeys;
import org.apache.hadoop.ozone.om.compaction.rule.TargetNames;
import org.apache.hadoop.ozone.om.helpers.BucketLayout;
import org.apache.hadoop.ozone.om.helpers.OmBucketInfo;
import org.apache.hadoop.ozone.om.helpers.OmVolumeArgs;

/**
 * Turns the prefix or path of a request into key ranges. A path is for file-system-optimized buckets, a prefix for
 * buckets of other layouts.
 */
public final class NamedTargets {
  private static final Duration TIME = Duration.ofSeconds(5);
  /** A byte that sorts after every byte of a key, as keys are UTF-8 and UTF-8 has no byte 0xFF. */
  private static final ByteString BEHIND = ByteString.copyFrom(new byte[] {-1});

  private final Targets targets;
  private final NamedKeys keys;
  private final Map<Long, String> directories;
  private final List<String> remarks;

  private NamedTargets(Targets targets, NamedKeys keys, Map<Long, String> directories, List<String> remarks) {
    this.targets = targets;
    this.keys = keys;
    this.directories = directories;
    this.remarks = remarks;
  }

  /**
   * The request's targets with key ranges in place of {@code keys}, its prefix or path; {@code beside} are the others.
   *
   * @throws RefusedException if a target does not exist, or too many directories are below the path
   */
  public static NamedTargets find(OmDatabase database, Optional<NamedKeys> keys, Targets beside, TargetNames names)
      throws RefusedException, DatabaseUnavailableException {
    if (!keys.isPresent()) {
      TargetCheck.check(database, beside, names);
      return new NamedTargets(beside, null, Collections.emptyMap(), unmatched(database, beside.getExcludeList()));
    }
    Targets inBucket = keys.get().inBucket(beside);
    try {
      TargetCheck.check(database, inBucket, names);
      return find(database, keys.get(), inBucket, names);
    } catch (RefusedException e) {
      // The request has named a path and no bucket, so the refusal has to speak of the path.
      throw keys.get().isPath() && names.buckets().equals(e.getParameter()) ? e.withParameter(names.path()) : e;
    } catch (IOException e) {
      throw new DatabaseUnavailableException(e);
    }
  }

  /**
   * Names patterns that exclude no bucket. They are no fault: a job that is submitted each night may exclude buckets
   * that are there on some nights only. But a misspelt one excludes nothing.
   *
   * @param patterns valid ones; those without {@code *} are names, which {@link TargetCheck} looks up
   */
  private static List<String> unmatched(OmDatabase database, List<String> patterns)
      throws DatabaseUnavailableException {
    Map<String, Exclusion> unmatched = new LinkedHashMap<>();
    patterns.stream().filter(pattern -> pattern.indexOf('*') >= 0)
        .forEach(pattern -> unmatched.put(pattern, Exclusion.of(Collections.singletonList(pattern))));
    if (!unmatched.isEmpty()) {
      Iterator<Map.Entry<CacheKey<String>, CacheValue<OmBucketInfo>>> buckets = database.metadata().getBucketIterator();
      while (buckets.hasNext() && !unmatched.isEmpty()) {
        OmBucketInfo bucket = buckets.next().getValue().getCacheValue();
        if (bucket != null && !bucket.isLink()) {
          unmatched.values().removeIf(exclusion ->
              exclusion.patternFor(bucket.getVolumeName(), bucket.getBucketName()).isPresent());
        }
      }
    }
    return unmatched.keySet().stream().map(pattern -> "'" + pattern + "' excludes nothing: no bucket matches it.")
        .collect(Collectors.toList());
  }

  private static NamedTargets find(OmDatabase database, NamedKeys keys, Targets inBucket, TargetNames names)
      throws IOException, DatabaseUnavailableException {
    OMMetadataManager metadata = database.metadata();
    String[] parts = keys.bucket().split(OzoneConsts.OM_KEY_PREFIX);
    OmVolumeArgs volume = metadata.getVolumeTable().get(metadata.getVolumeKey(parts[1]));
    OmBucketInfo bucket = metadata.getBucketTable().get(metadata.getBucketKey(parts[1], parts[2]));
    if (volume == null || bucket == null) {
      // TargetCheck has just found both. If one is missing now, it was deleted or the database was replaced.
      throw new DatabaseUnavailableException(null);
    }
    BucketLayout layout = bucket.getBucketLayout();
    checkLayout(keys, layout, names);
    Directories directories = new Directories(database, volume.getObjectID(), bucket.getObjectID(), TIME);
    DirectoryPath path = keys.isPath()
        ? DirectoryPath.find(directories, keys, bucket.getObjectID(), names.path()) : DirectoryPath.NONE;
    ByteString named = ByteString.copyFromUtf8(keys.bucket() + OzoneConsts.OM_KEY_PREFIX)
        .concat(ByteString.copyFrom(keys.namesBegin()));
    Targets.Builder targets = Targets.newBuilder().setSlow(inBucket.getSlow()).addAllTables(inBucket.getTablesList());
    for (String table : TargetSpans.tables(inBucket, database)) {
      if (SpanTables.isKeyedByIds(table, layout)) {
        for (DirectoryPath.Stretch stretch : path.stretches()) {
          targets.addKeyRanges(range(table, directories.below(stretch.first()), directories.below(stretch.last())));
        }
      }
      if (SpanTables.isKeyedByNames(table, layout) && SpanTables.holdNamesOfKeys(table)) {
        targets.addKeyRanges(range(table, named, named));
      }
    }
    if (targets.getKeyRangesCount() == 0) {
      throw RefusedException.ofParameter(names.tables(), "Keys of " + String.join(", ", inBucket.getTablesList())
          + " have no " + (keys.isPath() ? "directories" : "names that a prefix could begin") + " in " + keys.bucket()
          + ": name other tables, or the bucket alone.");
    }
    return new NamedTargets(targets.build(), keys, path.directories(),
        keys.isPath() ? Collections.singletonList(reach(keys, path.directories().size())) : Collections.emptyList());
  }

  private static String reach(NamedKeys keys, int directories) {
    return keys + " stands for " + (directories == 1 ? "one directory, as none exists below it"
        : directories + " directories that exist, itself among them")
        + ". What was deleted with other directories lies under ids that nothing leads to any more: only the whole"
        + " bucket, " + keys.bucket() + ", reaches that.";
  }

  private static void checkLayout(NamedKeys keys, BucketLayout layout, TargetNames names) throws RefusedException {
    if (keys.isPath() && !layout.isFileSystemOptimized()) {
      throw RefusedException.ofParameter(names.path(), "Bucket " + keys.bucket() + " has the layout " + layout
          + ", in which directories are but the beginning of names: name the bucket, and the rest as a prefix.");
    }
    if (!keys.isPath() && layout.isFileSystemOptimized()) {
      throw RefusedException.ofParameter(names.prefix(), "Bucket " + keys.bucket() + " has the layout " + layout
          + ", whose keys hold ids of directories and not their names: name a directory by its path, such as "
          + keys.bucket() + "/directory.");
    }
  }

  /**
   * Returns the range from the first key with the prefix {@code first} to the last key with the prefix {@code last}.
   */
  private static KeyRange range(String table, ByteString first, ByteString last) {
    return KeyRange.newBuilder().setTable(table).setBegin(first).setEnd(last.concat(BEHIND)).build();
  }

  public Targets targets() {
    return targets;
  }

  /** Returns the prefix or path; empty if the request has neither. */
  public Optional<NamedKeys> keys() {
    return Optional.ofNullable(keys);
  }

  /** Also translates the directories of the path; {@code ofBuckets} translates only the ids of buckets. */
  public KeyNames names(KeyNames ofBuckets) {
    return ofBuckets.with(directories);
  }

  /** Returns sentences on which directories the path covers, and on exclusions that exclude nothing. */
  public List<String> remarks() {
    return remarks;
  }
}
