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

/**
 * Remembers buckets' deletion backlogs for ten seconds: pages poll every few seconds, and counting may step over 10,000
 * rows for each bucket shown. Thread-safe.
 */
public final class BacklogCache {
  static final Duration MAX_AGE = Duration.ofSeconds(10);
  private static final int MAX_BUCKETS = 1_000;

  private final DeletionRows rows = new DeletionRows();
  private final Cache<String, DeletionBacklog> byBucket;
  private OmDatabase database;

  public BacklogCache() {
    this(Ticker.systemTicker());
  }

  BacklogCache(Ticker ticker) {
    byBucket = CacheBuilder.newBuilder().maximumSize(MAX_BUCKETS).expireAfterWrite(MAX_AGE).ticker(ticker).build();
  }

  /**
   * Counts as by {@link DeletionRows#ofBucket}, unless that was done within this time.
   *
   * @param over true once there is no time to count
   * @return empty if it is not known then
   */
  public Optional<DeletionBacklog> of(OmDatabase current, String volume, String bucket, BooleanSupplier over)
      throws DatabaseUnavailableException {
    String path = Buckets.path(volume, bucket);
    DeletionBacklog backlog = known(current, path);
    if (backlog == null && !over.getAsBoolean()) {
      backlog = rows.ofBucket(current, volume, bucket);
      remember(current, path, backlog);
    }
    return Optional.ofNullable(backlog);
  }

  private synchronized DeletionBacklog known(OmDatabase current, String path) {
    if (!current.isSameAs(database)) {
      byBucket.invalidateAll();
      database = current;
    }
    return byBucket.getIfPresent(path);
  }

  /** Forgets what was counted in a database that another reader has found replaced meanwhile. */
  private synchronized void remember(OmDatabase counted, String path, DeletionBacklog backlog) {
    if (counted.isSameAs(database)) {
      byBucket.put(path, backlog);
    }
  }
}
