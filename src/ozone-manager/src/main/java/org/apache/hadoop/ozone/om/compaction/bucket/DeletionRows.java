// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.ozone.OzoneConsts;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.SkipLimit;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.KeyRange;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;
import org.rocksdb.ReadTier;

/**
 * Counts the rows that wait for deletion in deletedTable and deletedDirectoryTable, for some buckets. Gives up after a
 * maximum number of adjacent tombstones.
 */
public final class DeletionRows {
  /**
   * deletedTable comes last, because OM moves files of deleted directories there. In the other order, files moved in
   * between would be missed.
   */
  private static final List<String> TABLES =
      Arrays.asList(OMDBDefinition.DELETED_DIR_TABLE, OMDBDefinition.DELETED_TABLE);
  private static final Duration TIME = Duration.ofSeconds(1);
  /** Time limit for one span. {@link #maxSkippedKeys} limits only the adjacent tombstones between two rows. */
  private static final long MAX_NANOS = 500_000_000;

  private final long maxSkippedKeys;
  private final Duration time;

  public DeletionRows() {
    this(SkipLimit.DEFAULT_KEYS, TIME);
  }

  /**
   * @param maxSkippedKeys counting gives up after this many adjacent tombstones; positive
   * @param time           after this time no further span is counted
   */
  public DeletionRows(long maxSkippedKeys, Duration time) {
    this.maxSkippedKeys = maxSkippedKeys;
    this.time = time;
  }

  /** Counts up to {@link DeletionBacklog#MAX_ROWS}; a key range stands for all buckets that it overlaps. */
  public DeletionBacklog of(OmDatabase database, Buckets buckets, Targets targets)
      throws DatabaseUnavailableException {
    long began = System.nanoTime();
    DeletionBacklog all = DeletionBacklog.NONE;
    for (String table : TABLES) {
      for (BucketSpan span : spans(table, buckets, targets)) {
        if (System.nanoTime() - began > time.toNanos()) {
          return all.orMore();
        }
        all = all.plus(count(database, span, DeletionBacklog.MAX_ROWS - all.rows()));
      }
    }
    return all;
  }

  /** Counts the rows of one of the two tables, up to {@link DeletionBacklog#MAX_ROWS}. */
  public DeletionBacklog ofTable(OmDatabase database, String table) throws DatabaseUnavailableException {
    return count(database, all(table), DeletionBacklog.MAX_ROWS);
  }

  /** Describes the targets: {@code /v/b}, {@code 3 buckets}, {@code volume v} or {@code all buckets}. */
  public static String whose(Targets targets) {
    if (targets.getBucketsCount() > 0) {
      return targets.getBucketsCount() == 1 ? targets.getBuckets(0) : targets.getBucketsCount() + " buckets";
    }
    if (targets.getKeyRangesCount() > 0) {
      return "the buckets of the key ranges";
    }
    return (targets.getVolume().isEmpty() ? "all buckets" : "volume " + targets.getVolume())
        + (targets.getExcludeCount() == 0 ? "" : " without what is excluded");
  }

  private static List<BucketSpan> spans(String table, Buckets buckets, Targets targets) {
    if (targets.getKeyRangesCount() > 0) {
      return buckets.spans(table, pathsOfRanges(buckets, targets));
    }
    return TargetSpans.isEverything(targets) && targets.getExcludeCount() == 0
        ? Collections.singletonList(all(table)) : TargetSpans.of(targets, table, buckets).buckets();
  }

  private static Set<String> pathsOfRanges(Buckets buckets, Targets targets) {
    Set<String> paths = new LinkedHashSet<>();
    Exclusion exclusion = Exclusion.of(targets.getExcludeList());
    for (KeyRange range : targets.getKeyRangesList()) {
      buckets.slots(range.getTable()).matching(TargetSpans.span(range)::overlaps).stream().map(BucketSpan::path)
          .filter(path -> !exclusion.patternFor(path).isPresent()).forEach(paths::add);
    }
    return paths;
  }

  /** Returns the span of all keys of one of the two tables; each of these keys begins with a slash. */
  private static BucketSpan all(String table) {
    return BucketSpan.below(table, null, null, OzoneConsts.OM_KEY_PREFIX.getBytes(StandardCharsets.UTF_8));
  }

  private DeletionBacklog count(OmDatabase database, BucketSpan span, long most) throws DatabaseUnavailableException {
    long deadline = System.nanoTime() + MAX_NANOS;
    return database.readKeys(ReadTier.READ_ALL_TIER, span.table(), span.begin(), span.end(), maxSkippedKeys, keys -> {
      long found = 0;
      keys.seekToFirst();
      while (keys.isValid() && found < most && System.nanoTime() - deadline <= 0) {
        found++;
        keys.next();
      }
      boolean directories = span.table().equals(OMDBDefinition.DELETED_DIR_TABLE);
      return new DeletionBacklog(found, directories ? found : 0, keys.isValid() || SkipLimit.gaveUp(keys));
    });
  }
}
