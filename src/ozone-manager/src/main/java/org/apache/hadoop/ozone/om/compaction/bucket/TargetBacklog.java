// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.key.KeyRange;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

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
    if (targets.getBucketsCount() == 0 && targets.getKeyRangesCount() == 0) {
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
    if (targets.getKeyRangesCount() > 0) {
      Buckets known = Buckets.read(database.metadata());
      for (CompactionProtos.KeyRange range : targets.getKeyRangesList()) {
        KeyRange keys = new KeyRange(range.getBegin().toByteArray(), range.getEnd().toByteArray());
        for (BucketSpan span : known.spans(range.getTable())) {
          if (span.keys().overlaps(keys)) {
            paths.add(Buckets.path(span.volume(), span.bucket()));
          }
        }
      }
    }
    return paths;
  }

  /** {@code /v/b}, {@code 3 buckets}, {@code volume v} or {@code all buckets}. */
  public String whose() {
    if (targets.getBucketsCount() > 0) {
      return targets.getBucketsCount() == 1 ? targets.getBuckets(0) : targets.getBucketsCount() + " buckets";
    }
    if (targets.getKeyRangesCount() > 0) {
      return "the buckets of the key ranges";
    }
    return targets.getVolume().isEmpty() ? "all buckets" : "volume " + targets.getVolume();
  }
}
