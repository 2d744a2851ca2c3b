// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.ozone.om.codec.OMDBDefinition;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;
import org.apache.hadoop.ozone.om.compaction.rule.Exclusion;

/** The deletion backlog of targets' buckets. A key range counts for the buckets that it overlaps. */
public final class TargetBacklog {
  /** For more buckets the rows of all buckets are counted, which is less work. */
  private static final int MAX_BUCKETS = 1_000;

  private final Targets targets;
  private final DeletionRows rows;
  private final Duration time;

  /**
   * @param rows limits the work for one bucket
   * @param time no other bucket is begun after this time; the rest is unknown
   */
  public TargetBacklog(Targets targets, DeletionRows rows, Duration time) {
    this.targets = targets;
    this.rows = rows;
    this.time = time;
  }

  /** Counts all buckets together, up to the limit of one. */
  public DeletionBacklog count(OmDatabase database) throws DatabaseUnavailableException {
    if (targets.getBucketsCount() == 0 && targets.getKeyRangesCount() == 0 && targets.getExcludeCount() == 0) {
      return targets.getVolume().isEmpty() ? rows.ofEverything(database)
          : rows.ofVolume(database, targets.getVolume());
    }
    Set<String> buckets = buckets(database);
    if (buckets.size() > MAX_BUCKETS) {
      return rows.ofEverything(database);
    }
    long began = System.nanoTime();
    DeletionBacklog all = DeletionBacklog.NONE;
    for (String path : buckets) {
      if (all.rows() >= DeletionBacklog.MAX_ROWS || System.nanoTime() - began > time.toNanos()) {
        return all.orMore();
      }
      String[] names = path.split("/");
      all = all.plus(rows.ofBucket(database, names[1], names[2]));
    }
    return all;
  }

  /** Whether an Ozone snapshot exists, which may keep rows from being deleted, see {@link DeletionBacklog}. */
  public static boolean mayBeKeptBySnapshots(OmDatabase database) throws DatabaseUnavailableException {
    try {
      return !database.metadata().getSnapshotInfoTable().isEmpty();
    } catch (IOException e) {
      throw database.unavailable(e);
    }
  }

  private Set<String> buckets(OmDatabase database) throws DatabaseUnavailableException {
    Set<String> paths = new LinkedHashSet<>(targets.getBucketsList());
    if (paths.isEmpty()) {
      Buckets known = Buckets.read(database.metadata());
      Exclusion exclusion = Exclusion.of(targets.getExcludeList());
      spans(known).map(BucketSpan::path).filter(path -> !exclusion.patternFor(path).isPresent()).forEach(paths::add);
    }
    return paths;
  }

  private Stream<BucketSpan> spans(Buckets known) {
    if (targets.getKeyRangesCount() == 0) {
      // Together these two tables have a span of each bucket.
      return Stream.of(OMDBDefinition.KEY_TABLE, OMDBDefinition.FILE_TABLE)
          .flatMap(table -> known.spans(table).stream())
          .filter(span -> targets.getVolume().isEmpty() || targets.getVolume().equals(span.volume()));
    }
    return targets.getKeyRangesList().stream().flatMap(range -> {
      KeyRange keys = new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray());
      return known.spans(range.getTable()).stream().filter(span -> span.keys().overlaps(keys));
    });
  }

  /** {@code /v/b}, {@code 3 buckets}, {@code volume v} or {@code all buckets}. */
  public String whose() {
    if (targets.getBucketsCount() > 0) {
      return targets.getBucketsCount() == 1 ? targets.getBuckets(0) : targets.getBucketsCount() + " buckets";
    }
    if (targets.getKeyRangesCount() > 0) {
      return "the buckets of the key ranges";
    }
    return (targets.getVolume().isEmpty() ? "all buckets" : "volume " + targets.getVolume())
        + (targets.getExcludeCount() == 0 ? "" : " without what is excluded");
  }
}
