// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.bucket;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.database.OmDatabase;

/**
 * Remembers buckets' deletion backlogs for ten seconds: pages poll every few seconds, and counting may step over 10,000
 * rows for each bucket shown. Thread-safe.
 */
public final class BacklogCache {
  static final Duration MAX_AGE = Duration.ofSeconds(10);
  private static final int MAX_BUCKETS = 1_000;

  private final Ticker ticker;
  private OfDatabase last;

  public BacklogCache() {
    this(Ticker.systemTicker());
  }

  BacklogCache(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Backlogs of one database. */
  public synchronized OfDatabase in(OmDatabase database) {
    if (last == null || !database.isSameAs(last.database)) {
      last = new OfDatabase(database, ticker);
    }
    return last;
  }

  /** Backlogs in one database. */
  public static final class OfDatabase {
    private final OmDatabase database;
    private final DeletionRows rows = new DeletionRows();
    private final Cache<String, DeletionBacklog> byBucket;

    private OfDatabase(OmDatabase database, Ticker ticker) {
      this.database = database;
      this.byBucket =
          CacheBuilder.newBuilder().maximumSize(MAX_BUCKETS).expireAfterWrite(MAX_AGE).ticker(ticker).build();
    }

    /** Empty if it was not counted within this time. */
    public Optional<DeletionBacklog> known(String volume, String bucket) {
      return Optional.ofNullable(byBucket.getIfPresent(path(volume, bucket)));
    }

    /** Counts as by {@link DeletionRows#ofBucket}. */
    public DeletionBacklog count(String volume, String bucket) throws DatabaseUnavailableException {
      DeletionBacklog backlog = rows.ofBucket(database, volume, bucket);
      byBucket.put(path(volume, bucket), backlog);
      return backlog;
    }

    private static String path(String volume, String bucket) {
      return '/' + volume + '/' + bucket;
    }
  }
}
