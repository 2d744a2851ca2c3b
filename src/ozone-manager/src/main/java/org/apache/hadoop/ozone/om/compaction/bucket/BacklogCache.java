// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;
import org.apache.hadoop.ozone.om.compaction.database.PerDatabase;
import org.apache.hadoop.ozone.om.compaction.proto.CompactionProtos.Targets;

/** Counts rows of a bucket that wait for deletion, and remembers each count for ten seconds. Thread-safe. */
public final class BacklogCache {
  static final Duration MAX_AGE = Duration.ofSeconds(10);
  private static final int MAX_BUCKETS = 1_000;

  private final DeletionRows rows = new DeletionRows();
  private final PerDatabase<Cache<String, DeletionBacklog>> byBucket;

  public BacklogCache() {
    this(Ticker.systemTicker());
  }

  BacklogCache(Ticker ticker) {
    byBucket = new PerDatabase<>(() -> CacheBuilder.newBuilder().maximumSize(MAX_BUCKETS).expireAfterWrite(MAX_AGE)
        .ticker(ticker).build());
  }

  /**
   * The count of bucket {@code path} ({@code /volume/bucket}), up to ten seconds old; empty if none is remembered and
   * {@code over} says that there is no time left to count.
   */
  public Optional<DeletionBacklog> of(OmDatabase database, Buckets buckets, String path, BooleanSupplier over)
      throws DatabaseUnavailableException {
    Cache<String, DeletionBacklog> known = byBucket.of(database);
    DeletionBacklog backlog = known.getIfPresent(path);
    if (backlog == null && !over.getAsBoolean()) {
      backlog = rows.of(database, buckets, Targets.newBuilder().addBuckets(path).build());
      known.put(path, backlog);
    }
    return Optional.ofNullable(backlog);
  }
}
