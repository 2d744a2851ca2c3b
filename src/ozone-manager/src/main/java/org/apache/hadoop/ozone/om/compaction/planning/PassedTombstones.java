// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.ozone.om.compaction.planning;

import java.util.Optional;
import org.apache.hadoop.ozone.om.compaction.database.DatabaseUnavailableException;
import org.apache.hadoop.ozone.om.compaction.key.Keys;
import org.apache.hadoop.ozone.om.compaction.planner.statistics.SpanStatistics;
import org.apache.hadoop.ozone.om.compaction.planner.tree.BucketSpan;
import org.apache.hadoop.ozone.om.compaction.planner.tree.CountInterval;
import org.apache.hadoop.ozone.om.compaction.seek.SeekCache;
import org.apache.hadoop.ozone.om.compaction.seek.SeekProbe;

/**
 * The tombstones that a seek steps over before it finds a live key. They are counted in SST files when somebody asks,
 * in about the time that the seek took. Behind a seek that gave up there may be any number, so these are as many as
 * statistics know.
 */
public final class PassedTombstones {
  private final SpanStatistics keys;
  private final CountInterval inMemory;
  private final SeekCache.OfTable counts;
  private final boolean countable;

  /**
   * @param keys from where the seek begins to the live key that it finds, which is not part of it; where it gave up, to
   * the end of what was meant
   * @param inMemory RocksDB's estimate
   */
  public PassedTombstones(SeekProbe.Seek seek, SpanStatistics keys, CountInterval inMemory, SeekCache.OfTable counts) {
    this.keys = keys;
    this.inMemory = inMemory;
    this.counts = counts;
    this.countable = seek.landing() != null;
  }

  /**
   * Those that a seek passed on the OM that the statistics are of.
   *
   * @param meant  what the seek was meant for: where it comes to no live key, it counts as having come to their end
   * @param counts of the same table
   * @return empty if the seek began behind these keys, or where it found a live key
   */
  public static Optional<PassedTombstones> of(SeekProbe.Seek seek, BucketSpan meant, NodeStatistics statistics,
      SeekCache.OfTable counts) throws DatabaseUnavailableException {
    byte[] begin = seek.from() == null ? meant.begin() : Keys.max(seek.from(), meant.begin());
    byte[] end = seek.landing() == null ? meant.end() : seek.landing();
    if (Keys.compare(begin, meant.end()) >= 0 || Keys.compare(begin, end) >= 0) {
      return Optional.empty();
    }
    String table = meant.table();
    SpanStatistics passed = statistics.table(table).of(BucketSpan.unattributed(table, begin, end));
    return Optional.of(new PassedTombstones(seek, passed,
        new MemtableTombstones(statistics.snapshot(), table).of(passed.span()), counts));
  }

  public BucketSpan keys() {
    return keys.span();
  }

  /** The most that there may be, without counting. */
  public long mostUncounted() {
    return keys.mostTombstones() + inMemory.most();
  }

  /** Exact where the seek has come to a live key and the files can be read. */
  public CountInterval inFiles() {
    return within(keys);
  }

  /** Counts the tombstones of some of the keys in SST files. */
  public CountInterval within(SpanStatistics part) {
    return countable && part.mostTombstones() > 0 ? counts.tombstones(part) : part.tombstones();
  }

  /** RocksDB's estimate. */
  public CountInterval inMemory() {
    return inMemory;
  }

  public CountInterval all() {
    return inFiles().plus(inMemory);
  }

  public boolean areMostlyInMemory() {
    return inMemory.most() > inFiles().most();
  }

  /** Whether all keys of another lie among these. */
  public boolean contains(PassedTombstones other) {
    return keys().table().equals(other.keys().table()) && Keys.compare(keys().begin(), other.keys().begin()) <= 0
        && Keys.compare(other.keys().end(), keys().end()) <= 0;
  }
}
